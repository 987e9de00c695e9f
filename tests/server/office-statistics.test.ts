import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leagueSources } from '#server/app/league-statistics'
import { nothingYet, reportedImport } from '#server/nhl/import/import-run'
import { type NhlSource, SourceUnavailable } from '#server/nhl/source'
import { startRequestedImports } from '#server/schedule/requested-import'
import { type DemoServer, demoServer, MORNING, refusedWith } from '../support/demo-members.ts'

const DAY_MS = 86_400_000

let now = MORNING
let server: DemoServer
let stop: () => Promise<void>
beforeAll(async () => {
  server = await demoServer({ clock: () => now })
  const { env, log } = server.context
  const clock = () => now
  stop = await startRequestedImports({
    database: server.database,
    clock,
    log,
    statistics: leagueSources(env.nhlApi, clock),
  })
})
afterAll(async () => {
  await stop()
  await server.close()
})

type Body = Record<string, unknown>

const state = async () => (await server.ask('admin', '/office/statistics')).body
const importNow = (readsAll = false) =>
  server.ask('admin', '/office/statistics/import', { method: 'POST', body: { readsAll } })
const publish = (after: string | null) =>
  server.ask('admin', '/office/statistics/publish', { method: 'POST', body: { after } })
const run = (query: ReturnType<typeof sql>) => server.rows<Body>(query)

describe('Import now', () => {
  test('goes on in the background, of the source that the league has, and says what came of it', async () => {
    // Two nights later there is something to read.
    now = new Date(MORNING.getTime() + 2 * DAY_MS)
    const before = await state()
    expect(before).toMatchObject({ isScheduled: true, pending: { lines: 0 }, publishedAt: expect.any(String) })
    const { status, body } = await importNow()
    expect([status, body.latest.state, body.latest.requestedBy]).toEqual([200, 'waiting', 'admin'])
    await expect.poll(async () => (await state()).latest.state, { timeout: 60_000 }).toBe('ended')
    const after = await state()
    expect(after.latest).toMatchObject({ requestedBy: 'admin', failure: null, refused: [] })
    expect(after.latest.days).toBeGreaterThan(0)
    expect(after.pending.lines).toBeGreaterThan(0)
    expect(after.everythingAt).toBe(now.toISOString())
  })

  test('is refused while one goes on, and its words say so', async () => {
    await run(sql`update import_report set began_at = ${now.toISOString()}::timestamptz,
      alive_at = ${now.toISOString()}::timestamptz, ended_at = null, done = 0.4, doing = 'days'`)
    expect((await state()).latest).toMatchObject({ state: 'running', done: expect.closeTo(0.4), doing: 'days' })
    expect(refusedWith(await importNow())).toBe('409 IMPORT_RUNNING: An import is going on already.')
  })

  test('whose process was killed does not stand in the way for long', async () => {
    now = new Date(now.getTime() + 2 * 60_000)
    expect((await state()).latest.state).toBe('stopped')
    expect((await importNow()).status).toBe(200)
    await expect.poll(async () => (await state()).latest.state, { timeout: 60_000 }).toBe('ended')
  })

  test('by two admins at once is begun once', async () => {
    const answers = await Promise.all([importNow(), importNow()])
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'IMPORT_RUNNING'])
    await expect.poll(async () => (await state()).latest.state, { timeout: 60_000 }).toBe('ended')
  })
})

describe('an import that anybody begins', () => {
  const source = { name: 'the test' } as NhlSource
  const given = () => ({ database: server.database, clock: () => now, source })

  test('shows what was refused, in its sentences', async () => {
    await reportedImport(given(), async () => ({
      ...nothingYet(),
      days: 3,
      lines: 90,
      changedLines: 7,
      refused: ['2026-11-22: a line has more goals than the game.'],
      aside: [],
      notes: [],
    }))
    expect((await state()).latest).toMatchObject({
      ...{ state: 'ended', requestedBy: null, source: 'the test', days: 3, changedLines: 7, failure: null },
      refused: ['2026-11-22: a line has more goals than the game.'],
    })
  })

  test('says why it broke off', async () => {
    const broken = reportedImport(given(), async () => {
      throw new SourceUnavailable('The NHL does not answer.')
    })
    await expect(broken).rejects.toThrow('The NHL does not answer.')
    expect((await state()).latest).toMatchObject({ state: 'failed', failure: 'The NHL does not answer.' })
  })
})

describe('Official update now', () => {
  test('publishes what waits; of two admins at once one', async () => {
    const { publishedAt, pending } = await state()
    expect(pending.lines).toBeGreaterThan(0)
    now = new Date(now.getTime() + 1_000)
    const answers = await Promise.all([publish(publishedAt), publish(publishedAt)])
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'CHANGED_MEANWHILE'])
    const after = await state()
    expect(after).toMatchObject({ publishedAt: now.toISOString(), pending: { lines: 0 } })
    expect((await server.ask('member', '/stats/last-updated')).body.modifiedAt).toBe(now.toISOString())
  })

  test('waits while the clock is behind the last one', async () => {
    const right = now
    now = new Date(right.getTime() - 3 * 3_600_000)
    const { clockBehind, publishedAt } = await state()
    expect(clockBehind).toMatch(/^The server clock \(/)
    for (const answer of [await publish(publishedAt), await importNow()]) {
      expect(refusedWith(answer)).toBe(`409 CLOCK_BEHIND: ${clockBehind}`)
    }
    now = right
  })
})
