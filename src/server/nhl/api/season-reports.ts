import { type Static, type TSchema, Type } from 'typebox'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import { fittingOf, positionOf, readList } from '../read-answer.ts'
import { GoalieSeason, SkaterGame, SkaterSeason } from '../schemas.ts'
import { type NoteOdd, type SeasonPlayer, SourceRefusal, type SourceSums } from '../source.ts'
import type { PastSeason } from '../store/import-players.ts'
import { noSums } from '../store/lines.ts'
import { names } from './game-reports.ts'
import type { GetJson } from './polite-client.ts'
import { impliedZeros, ROW_CAP, readReport } from './report-pages.ts'

interface ReportSource {
  readonly get: GetJson
  /** The base address of the statistics API. */
  readonly base: string
  readonly seasonId: number
}

async function rowsOf<Row extends { playerId: number }>(
  { get, base, seasonId }: ReportSource,
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
export async function readSeasonReports(source: ReportSource, note?: NoteOdd): Promise<SourceSums[]> {
  const skaters = await rowsOf<SkaterSeason>(source, 'skater/summary', SkaterSeason, note)
  const goalies = await rowsOf<GoalieSeason>(source, 'goalie/summary', GoalieSeason, note)
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

const Named = { lastName: SkaterGame.properties.lastName }
const SkaterRow = Type.Object({
  ...SkaterSeason.properties,
  ...Named,
  positionCode: SkaterGame.properties.positionCode,
  shootsCatches: SkaterGame.properties.shootsCatches,
})
const GoalieRow = Type.Object({ ...GoalieSeason.properties, ...Named })

/** Everyone who played in the season, by its report. `teamGames`: of each club. */
export async function readSeasonPlayers(
  source: ReportSource,
  teamGames: number,
  note?: NoteOdd,
): Promise<SeasonPlayer[]> {
  type Skater = Static<typeof SkaterRow>
  type Goalie = Static<typeof GoalieRow>
  const skaters = await rowsOf<Skater>(source, 'skater/summary', SkaterRow, note)
  const goalies = await rowsOf<Goalie>(source, 'goalie/summary', GoalieRow, note)
  const season = ({
    teamAbbrevs,
    gamesPlayed,
  }: SkaterSeason | GoalieSeason): Omit<PastSeason, 'points' | 'toiSeconds'> => ({
    seasonId: source.seasonId,
    // In the order of the trades.
    nhlTeam: teamAbbrevs.split(',').at(-1) ?? teamAbbrevs,
    gamesPlayed,
    teamGamesPlayed: teamGames,
  })
  const skaterOf = (row: Skater): SeasonPlayer => {
    const place = `skater/summary, player ${row.playerId} in ${source.seasonId}`
    return {
      player: {
        id: row.playerId,
        ...names(row.skaterFullName, row.lastName),
        position: positionOf(place, row.positionCode, row.shootsCatches),
        headshotUrl: null,
      },
      season: {
        ...season(row),
        points: skaterPoints({ ...row, powerPlayGoals: row.ppGoals, shortHandedGoals: row.shGoals }),
        toiSeconds: Math.round(row.timeOnIcePerGame * row.gamesPlayed),
      },
    }
  }
  const goalieOf = (row: Goalie): SeasonPlayer => ({
    player: { id: row.playerId, ...names(row.goalieFullName, row.lastName), position: 'G', headshotUrl: null },
    season: {
      ...season(row),
      points: goaliePoints({ ...row, overtimeLosses: row.otLosses }),
      toiSeconds: Math.round(row.timeOnIce),
    },
  })
  return [...fittingOf(readList(skaters, skaterOf), note), ...goalies.map(goalieOf)]
}
