import { type Static, Type } from 'typebox'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import type { PastSeason } from '../store/subjects/import-players.ts'
import { names } from './lines-of-reports.ts'
import { positionOf } from './positions.ts'
import { fittingOf, type NoteOdd, readList } from './read-answer.ts'
import { GoalieSeason, SkaterGame, SkaterSeason } from './schemas.ts'
import { type Asked, rowsOf } from './season-reports.ts'
import type { SeasonPlayer } from './source.ts'

const Named = { lastName: SkaterGame.properties.lastName }
const SkaterRow = Type.Object({
  ...SkaterSeason.properties,
  ...Named,
  positionCode: SkaterGame.properties.positionCode,
  shootsCatches: SkaterGame.properties.shootsCatches,
})
const GoalieRow = Type.Object({ ...GoalieSeason.properties, ...Named })

/** Everyone who played in the season, by its report. `teamGames`: of each club. */
export async function readSeasonPlayers(asked: Asked, teamGames: number, note?: NoteOdd): Promise<SeasonPlayer[]> {
  type Skater = Static<typeof SkaterRow>
  type Goalie = Static<typeof GoalieRow>
  const skaters = await rowsOf<Skater>(asked, 'skater/summary', SkaterRow, note)
  const goalies = await rowsOf<Goalie>(asked, 'goalie/summary', GoalieRow, note)
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
  const skaterOf = (row: Skater): SeasonPlayer => {
    const place = `skater/summary, player ${row.playerId} in ${asked.seasonId}`
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
