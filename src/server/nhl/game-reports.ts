import type { TSchema } from 'typebox'
import { addDays, daysBetween, type LeagueDay } from '#rules/calendar'
import { impliedZeros } from './implied-zeros.ts'
import type { GetJson } from './polite-client.ts'
import type { Elements } from './read-answer.ts'
import { ROW_CAP, readReport } from './report-pages.ts'
import { SourceRefusal } from './source-error.ts'

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
