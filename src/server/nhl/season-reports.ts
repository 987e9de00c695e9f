import type { TSchema } from 'typebox'
import { noSums } from '../store/subjects/season-sums.ts'
import { impliedZeros } from './implied-zeros.ts'
import type { GetJson } from './polite-client.ts'
import { fittingOf, type NoteOdd } from './read-answer.ts'
import { ROW_CAP, readReport } from './report-pages.ts'
import { GoalieSeason, SkaterSeason } from './schemas.ts'
import type { SourceSums } from './source.ts'
import { SourceRefusal } from './source-error.ts'

export interface Asked {
  readonly get: GetJson
  /** The base address of the statistics API. */
  readonly base: string
  readonly seasonId: number
}

export async function rowsOf<Row extends { playerId: number }>(
  { get, base, seasonId }: Asked,
  name: string,
  schema: TSchema,
  note: NoteOdd | undefined,
): Promise<readonly Row[]> {
  const rows = await readReport<Row>({
    get,
    base,
    name,
    schema,
    meaning: impliedZeros,
    parameters: {
      isAggregate: 'false',
      isGame: 'false',
      factCayenneExp: 'gamesPlayed>=1',
      cayenneExp: `gameTypeId=2 and seasonId=${seasonId}`,
    },
    sort: ['playerId'],
    key: ({ playerId }) => playerId,
    part: 'the season',
  })
  if (!rows) throw new SourceRefusal(`${name} of the season: ${ROW_CAP} rows or more, which may be cut.`)
  return fittingOf(rows, note)
}

/** "COL,CAR,DAL" */
const clubsOf = ({ teamAbbrevs }: { teamAbbrevs: string }): string[] => teamAbbrevs.split(',')

/** The season's report of everybody who has played: the NHL's own sums, which we did not work out from the lines. */
export async function readSeasonReports(asked: Asked, note?: NoteOdd): Promise<SourceSums[]> {
  const skaters = await rowsOf<SkaterSeason>(asked, 'skater/summary', SkaterSeason, note)
  const goalies = await rowsOf<GoalieSeason>(asked, 'goalie/summary', GoalieSeason, note)
  return [
    ...skaters.map((row) => ({
      ...noSums,
      playerId: row.playerId,
      name: row.skaterFullName,
      clubs: clubsOf(row),
      gamesPlayed: row.gamesPlayed,
      goals: row.goals,
      assists: row.assists,
      powerPlayGoals: row.ppGoals,
      shortHandedGoals: row.shGoals,
      gameWinningGoals: row.gameWinningGoals,
      toiSeconds: Math.round(row.timeOnIcePerGame * row.gamesPlayed),
    })),
    ...goalies.map((row) => ({
      ...noSums,
      playerId: row.playerId,
      name: row.goalieFullName,
      clubs: clubsOf(row),
      gamesPlayed: row.gamesPlayed,
      goals: row.goals,
      assists: row.assists,
      wins: row.wins,
      overtimeLosses: row.otLosses,
      shutouts: row.shutouts,
      toiSeconds: row.timeOnIce,
    })),
  ]
}
