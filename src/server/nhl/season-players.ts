import { type Static, Type } from 'typebox'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import { names } from './lines-of-reports.ts'
import { positionOf } from './positions.ts'
import { readAnswer } from './read-answer.ts'
import { GoalieSeason, SkaterGame, SkaterSeason } from './schemas.ts'
import { type Asked, rowsOf } from './season-reports.ts'
import type { PastSeason, SeasonPlayer } from './source.ts'
import { SourceRefusal } from './source-error.ts'

const Named = { lastName: SkaterGame.properties.lastName }
const SkaterRow = Type.Object({
  ...SkaterSeason.properties,
  ...Named,
  positionCode: SkaterGame.properties.positionCode,
  shootsCatches: SkaterGame.properties.shootsCatches,
})
const GoalieRow = Type.Object({ ...GoalieSeason.properties, ...Named })

/** One by one: a row that cannot be used must not cost all the others. */
const Rows = Type.Object({ data: Type.Array(Type.Object({ playerId: Type.Integer() })) })
type Row = { readonly playerId: number }

/** Everybody who played in the season, by its report. `teamGames`: of each club. */
export async function readSeasonPlayers(
  asked: Asked,
  teamGames: number,
): Promise<{ players: SeasonPlayer[]; refused: string[] }> {
  const refused: string[] = []
  const read = (name: string, rows: readonly Row[], playerOf: (place: string, row: Row) => SeasonPlayer) =>
    rows.flatMap((row): SeasonPlayer[] => {
      try {
        return [playerOf(`${name}, player ${row.playerId} in ${asked.seasonId}`, row)]
      } catch (error) {
        if (!(error instanceof SourceRefusal)) throw error
        refused.push(error.message)
        return []
      }
    })
  const skaters = await rowsOf<Row>(asked, 'skater/summary', Rows)
  const goalies = await rowsOf<Row>(asked, 'goalie/summary', Rows)
  const season = ({
    teamAbbrevs,
    gamesPlayed,
  }: SkaterSeason | GoalieSeason): Omit<PastSeason, 'points' | 'toiSeconds'> => ({
    seasonId: asked.seasonId,
    // In the order of the trades.
    nhlTeam: teamAbbrevs.split(',').at(-1) ?? teamAbbrevs,
    gamesPlayed,
    teamGamesPlayed: teamGames,
  })
  const skaterOf = (place: string, answer: Row): SeasonPlayer => {
    const row = readAnswer<Static<typeof SkaterRow>>(SkaterRow, place, answer)
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
  const goalieOf = (place: string, answer: Row): SeasonPlayer => {
    const row = readAnswer<Static<typeof GoalieRow>>(GoalieRow, place, answer)
    return {
      player: { id: row.playerId, ...names(row.goalieFullName, row.lastName), position: 'G', headshotUrl: null },
      season: {
        ...season(row),
        points: goaliePoints({ ...row, overtimeLosses: row.otLosses }),
        toiSeconds: Math.round(row.timeOnIce),
      },
    }
  }
  return {
    players: [...read('skater/summary', skaters, skaterOf), ...read('goalie/summary', goalies, goalieOf)],
    refused,
  }
}
