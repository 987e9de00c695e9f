import { type Club, clubs } from './clubs.ts'
import type { Fixture } from './game-calendar.ts'
import type { SimGame } from './lines.ts'

/** A game's result; the winner of a shoot-out has one goal more than its players. */
export interface PlayedScore extends Pick<SimGame, 'id' | 'lastPeriod'> {
  readonly home: number
  readonly away: number
}

export interface NhlPlace {
  readonly abbrev: string
  readonly divisionRank: number
  readonly conferenceRank: number
  readonly gamesPlayed: number
  readonly points: number
}

interface Record {
  readonly club: Club
  gamesPlayed: number
  wins: number
  points: number
}

/** The NHL's standings after the given games: two points for a win, one for a loss after regulation. */
export function nhlTable(fixtures: readonly Fixture[], played: readonly PlayedScore[]): NhlPlace[] {
  const records = new Map<string, Record>(
    clubs.map((club) => [club.abbrev, { club, gamesPlayed: 0, wins: 0, points: 0 }]),
  )
  const fixtureOf = new Map(fixtures.map((fixture) => [fixture.id, fixture]))
  for (const { id, home, away, lastPeriod } of played) {
    const fixture = fixtureOf.get(id)
    if (!fixture) continue
    for (const [club, own, other] of [
      [fixture.home, home, away],
      [fixture.away, away, home],
    ] as const) {
      const record = records.get(club.abbrev)
      if (!record) continue
      const won = own > other
      record.gamesPlayed++
      record.wins += won ? 1 : 0
      record.points += won ? 2 : lastPeriod === 'REG' ? 0 : 1
    }
  }
  const ranked = [...records.values()].sort(
    (one, other) => other.points - one.points || one.gamesPlayed - other.gamesPlayed || other.wins - one.wins,
  )
  const rankIn = (of: 'division' | 'conference', { club }: Record) =>
    ranked.filter((each) => each.club[of] === club[of]).findIndex((each) => each.club === club) + 1
  return ranked.map((record) => ({
    abbrev: record.club.abbrev,
    divisionRank: rankIn('division', record),
    conferenceRank: rankIn('conference', record),
    gamesPlayed: record.gamesPlayed,
    points: record.points,
  }))
}
