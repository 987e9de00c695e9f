import { groupBy } from '#rules/group-by'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import { fieldOf, fittingOf, readAnswer, readElements } from './read-answer.ts'
import { GoalieStint, Landing, SkaterStint } from './schemas.ts'
import type { NoteOdd } from './source.ts'
import type { Career, PastSeason } from './store/import-players.ts'

/** A season with one club. */
export interface Stint extends Omit<PastSeason, 'teamGamesPlayed'> {
  /** Orders the clubs of a traded player. */
  readonly sequence: number
}

export interface SeasonFacts {
  /** The abbreviation of a club that may no longer exist; its name if it has none. */
  abbrevOf(name: string): string
  /** Of each club in the season. */
  gamesOf(seasonId: number): number
}

/** "1837:59" */
export const minutesSeconds = (text: string): number => {
  const [minutes = 0, seconds = 0] = text.split(':').map(Number)
  return minutes * 60 + seconds
}

export function seasonsOfStints(stints: readonly Stint[], facts: Pick<SeasonFacts, 'gamesOf'>): PastSeason[] {
  const sum = (of: readonly Stint[], what: (stint: Stint) => number) => of.reduce((all, one) => all + what(one), 0)
  return [...groupBy(stints, (stint) => stint.seasonId)].map(([seasonId, of]) => ({
    seasonId,
    nhlTeam: of.reduce((last, stint) => (stint.sequence > last.sequence ? stint : last)).nhlTeam,
    points: sum(of, ({ points }) => points),
    gamesPlayed: sum(of, ({ gamesPlayed }) => gamesPlayed),
    teamGamesPlayed: facts.gamesOf(seasonId),
    toiSeconds: sum(of, ({ toiSeconds }) => toiSeconds),
  }))
}

/** Besides the NHL's regular seasons the list has juniors, other leagues, play-offs and national teams. */
const isNhl = (row: unknown): boolean => fieldOf(row, 'leagueAbbrev') === 'NHL' && fieldOf(row, 'gameTypeId') === 2

/** With `note` a season of which a row does not fit is left out; without it refuses the career. */
export function careerOfLanding(endpoint: string, answer: unknown, facts: SeasonFacts, note?: NoteOdd): Career {
  const landing = readAnswer(Landing, endpoint, answer)
  const stintOf = landing.position === 'G' ? goalieStint : skaterStint
  const rows = landing.seasonTotals
    .map((row, index) => ({ row, place: `${endpoint} seasonTotals[${index}]` }))
    .filter(({ row }) => isNhl(row))
  const stints = readElements(rows, ({ row, place }) => stintOf(place, row, facts))
  const odd = new Set(stints.odd.map(({ element: { row } }) => fieldOf(row, 'season')))
  const whole = fittingOf(stints, note).filter(({ seasonId }) => !odd.has(seasonId))
  return {
    headshotUrl: landing.headshot ?? null,
    seasons: seasonsOfStints(whole, facts),
    isWhole: stints.odd.length === 0,
  }
}

function skaterStint(place: string, row: unknown, facts: SeasonFacts): Stint {
  const stint = readAnswer(SkaterStint, place, row)
  return {
    seasonId: stint.season,
    sequence: stint.sequence,
    nhlTeam: facts.abbrevOf(stint.teamName.default),
    points: skaterPoints({ ...stint, shortHandedGoals: stint.shorthandedGoals }),
    gamesPlayed: stint.gamesPlayed,
    toiSeconds: minutesSeconds(stint.avgToi) * stint.gamesPlayed,
  }
}

function goalieStint(place: string, row: unknown, facts: SeasonFacts): Stint {
  const stint = readAnswer(GoalieStint, place, row)
  return {
    seasonId: stint.season,
    sequence: stint.sequence,
    nhlTeam: facts.abbrevOf(stint.teamName.default),
    points: goaliePoints({ ...stint, overtimeLosses: stint.otLosses ?? 0 }),
    gamesPlayed: stint.gamesPlayed,
    toiSeconds: minutesSeconds(stint.timeOnIce),
  }
}
