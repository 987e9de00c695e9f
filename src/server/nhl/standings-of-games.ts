import type { ImportedClub, ImportedStanding } from './store/import-clubs.ts'
import type { ImportedGame } from './store/lines.ts'

/** A club of the standings. */
type StandingsClub = Pick<ImportedClub, 'abbrev' | 'conference' | 'division'>

/** Without scores before it is played; a shoot-out counts as one goal for its winner. */
type ScoredGame = Pick<ImportedGame, 'home' | 'away' | 'homeScore' | 'awayScore' | 'lastPeriod'>

type Standing = Omit<ImportedStanding, 'abbrev'>

interface Record {
  games: number
  points: number
  regulationWins: number
  /** Shoot-outs left out. */
  winsInPlay: number
  wins: number
  goalDifference: number
  goals: number
}

const none = (): Record => ({
  games: 0,
  points: 0,
  regulationWins: 0,
  winsInPlay: 0,
  wins: 0,
  goalDifference: 0,
  goals: 0,
})

function count(record: Record, own: number, other: number, lastPeriod: 'REG' | 'OT' | 'SO'): void {
  const won = own > other
  record.games++
  record.points += won ? 2 : lastPeriod === 'REG' ? 0 : 1
  record.goals += own
  record.goalDifference += own - other
  if (!won) return
  record.wins++
  if (lastPeriod !== 'SO') record.winsInPlay++
  if (lastPeriod === 'REG') record.regulationWins++
}

/** The NHL's order, without the games of the tied clubs against each other: they decide after equal wins of every kind. */
const better = (one: Record, other: Record): number =>
  other.points - one.points ||
  one.games - other.games ||
  other.regulationWins - one.regulationWins ||
  other.winsInPlay - one.winsInPlay ||
  other.wins - one.wins ||
  other.goalDifference - one.goalDifference ||
  other.goals - one.goals

export function standingsOfGames(clubs: readonly StandingsClub[], games: Iterable<ScoredGame>): Map<string, Standing> {
  const records = new Map(clubs.map(({ abbrev }) => [abbrev, none()]))
  const of = (abbrev: string) => records.get(abbrev) ?? none()
  for (const { home, away, homeScore, awayScore, lastPeriod } of games) {
    if (homeScore === null || awayScore === null || lastPeriod === null) continue
    count(of(home), homeScore, awayScore, lastPeriod)
    count(of(away), awayScore, homeScore, lastPeriod)
  }
  const ranks = (group: 'conference' | 'division'): Map<string, number> => {
    const seen = new Map<string, number>()
    const ordered = [...clubs].sort((one, other) => better(of(one.abbrev), of(other.abbrev)))
    return new Map(
      ordered.map((club) => {
        const rank = (seen.get(club[group]) ?? 0) + 1
        seen.set(club[group], rank)
        return [club.abbrev, rank]
      }),
    )
  }
  const conferenceRanks = ranks('conference')
  const divisionRanks = ranks('division')
  return new Map(
    clubs.map(({ abbrev }) => [
      abbrev,
      {
        gamesPlayed: of(abbrev).games,
        points: of(abbrev).points,
        conferenceRank: conferenceRanks.get(abbrev) ?? 0,
        divisionRank: divisionRanks.get(abbrev) ?? 0,
      },
    ]),
  )
}
