import type { TSchema } from 'typebox'
import { addDays, daysBetween, type LeagueDay } from '#rules/calendar'
import { type Elements, positionOf } from '../read-answer.ts'
import type { GoalieGame, SkaterGame } from '../schemas.ts'
import { type SourceLine, type SourcePlayer, SourceRefusal } from '../source.ts'
import type { GetJson } from './polite-client.ts'
import { impliedZeros, ROW_CAP, readReport } from './report-pages.ts'

export interface GameReport {
  readonly get: GetJson
  readonly base: string
  /** skater/summary or goalie/summary. */
  readonly name: string
  /** Of a row. */
  readonly schema: TSchema
}

interface GameRow {
  readonly gameId: number
  readonly playerId: number
}

/** Every row of the days; days with too many rows for one report are read in halves. */
export async function readGameReport<Row extends GameRow>(
  report: GameReport,
  from: LeagueDay,
  through: LeagueDay,
): Promise<Elements<Row>> {
  const part = from === through ? from : `${from} to ${through}`
  const rows = await readReport<Row>({
    ...report,
    meaning: impliedZeros,
    parameters: {
      isAggregate: 'false',
      isGame: 'true',
      factCayenneExp: 'gamesPlayed>=1',
      cayenneExp: `gameTypeId=2 and gameDate>="${from}" and gameDate<="${through} 23:59:59"`,
    },
    sort: ['gameDate', 'gameId', 'playerId'],
    key: ({ gameId, playerId }) => `${gameId} ${playerId}`,
    part,
  })
  if (rows) return rows
  const days = daysBetween(from, through)
  if (days === 0) throw new SourceRefusal(`${report.name} of ${part}: ${ROW_CAP} rows or more, which may be cut.`)
  const middle = addDays(from, Math.floor((days - 1) / 2))
  const halves = [
    await readGameReport<Row>(report, from, middle),
    await readGameReport<Row>(report, addDays(middle, 1), through),
  ]
  return { fitting: halves.flatMap(({ fitting }) => fitting), odd: halves.flatMap(({ odd }) => odd) }
}

/** "Tage Thompson", "Thompson". Where the full name ends otherwise, the first name is its first word. */
export function names(fullName: string, lastName: string): Pick<SourcePlayer, 'firstName' | 'lastName'> {
  const space = fullName.endsWith(` ${lastName}`) ? fullName.length - lastName.length - 1 : fullName.indexOf(' ')
  return { firstName: fullName.slice(0, Math.max(0, space)), lastName: fullName.slice(space + 1) }
}

/** A game dressed but never on the ice is not a game played. */
const played = (row: { gamesPlayed: number }, seconds: number): boolean => row.gamesPlayed > 0 && seconds > 0

export const skaterLines = (rows: readonly SkaterGame[]): SourceLine[] =>
  rows
    .filter((row) => played(row, row.timeOnIcePerGame))
    .map((row) => ({
      day: row.gameDate,
      line: {
        kind: 'skater',
        gameId: row.gameId,
        playerId: row.playerId,
        nhlTeam: row.teamAbbrev,
        toiSeconds: Math.round(row.timeOnIcePerGame),
        goals: row.goals,
        assists: row.assists,
        powerPlayGoals: row.ppGoals,
        shortHandedGoals: row.shGoals,
        gameWinningGoals: row.gameWinningGoals,
      },
      player: {
        id: row.playerId,
        ...names(row.skaterFullName, row.lastName),
        position: positionOf('skater/summary', row.positionCode, row.shootsCatches),
        headshotUrl: null,
      },
    }))

export const goalieLines = (rows: readonly GoalieGame[]): SourceLine[] =>
  rows
    .filter((row) => played(row, row.timeOnIce))
    .map((row) => ({
      day: row.gameDate,
      line: {
        kind: 'goalie',
        gameId: row.gameId,
        playerId: row.playerId,
        nhlTeam: row.teamAbbrev,
        toiSeconds: Math.round(row.timeOnIce),
        goals: row.goals,
        assists: row.assists,
        wins: row.wins,
        // Shoot-outs lost are among them.
        overtimeLosses: row.otLosses,
        shutouts: row.shutouts,
      },
      player: {
        id: row.playerId,
        ...names(row.goalieFullName, row.lastName),
        position: 'G',
        headshotUrl: null,
      },
    }))
