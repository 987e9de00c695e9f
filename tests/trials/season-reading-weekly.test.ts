import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { duringTests } from '../support/during-tests.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'
import { linesIn, nhl, playedLines, simulatedLeague } from '../support/simulated-season.ts'
import { rowsIn } from '../support/test-database.ts'

/** A game whose late correction is known at ten in the morning of 29 October. */
const CORRECTED = 2026020088

/** Five in the morning in Toronto, where the clocks go back on the first of November. */
const morning = (month: number, day: number) => new Date(Date.UTC(2026, month - 1, day, month < 11 ? 9 : 10, 0, 20))

const AGAIN = 'Reading the whole season again'

describe('a season that is read again whole every week', () => {
  let now = morning(10, 28)
  let server: ReturnType<typeof scheduledProcess>
  const clock = () => now
  const repeats = () => server.said.filter((text) => text === AGAIN).length
  const gameLines = (lines: string[]) => lines.filter((line) => line.startsWith(`${CORRECTED} `))
  const daysBefore = (day: string) =>
    [...new Set(nhl.season.fixtures.map(({ date }) => date))].filter((one) => one < day)

  const database = duringTests(() => simulatedLeague())
  beforeAll(async () => {
    server = scheduledProcess(database, clock)
  })

  test('is compared after the first import, which has just read all of it', async () => {
    await server.work()
    expect(repeats()).toBe(0)
    expect(server.said).toContainEqual(expect.stringMatching(/^The sums of 8\d\d players are those of the NHL's/))
    expect(server.alarms).toEqual([])
  }, 120_000)

  test('is not read again within six days, whatever is corrected meanwhile, nor by a server that is restarted', async () => {
    for (const next of [morning(10, 29), morning(10, 30), morning(10, 31), morning(11, 1), morning(11, 2)]) {
      now = next
      await server.work()
    }
    now = morning(11, 3)
    server = scheduledProcess(database, clock)
    await server.work()
    expect(repeats()).toBe(0)
    const known = gameLines(playedLines(['2026-10-17'], now))
    expect(known.length).toBeGreaterThan(30)
    const official = new Set(gameLines(await linesIn(database, 'official_line')))
    // The goal that another has now, and the assist.
    expect(known.filter((line) => !official.has(line))).toHaveLength(2)
  }, 60_000)

  test('has the late correction in the official update of the seventh morning', async () => {
    now = morning(11, 4)
    await server.work()
    expect(repeats()).toBe(1)
    expect(await linesIn(database, 'official_line')).toEqual(playedLines(daysBefore('2026-11-04'), now))
    const rows = await rowsIn(
      database,
      sql`select points_after - points_before as change from correction
        where game_id = ${CORRECTED} and published_at > '2026-10-31' order by change`,
    )
    expect(rows.map(({ change }) => change)).toEqual([-1, 1])
    expect(server.alarms).toEqual([])
  }, 60_000)
})
