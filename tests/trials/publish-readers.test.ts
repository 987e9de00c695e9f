import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Queries } from '#server/db/engine/database'
import { readOnly } from '#server/db/queries'
import { officialUpdate, teamSnapshot } from '#server/db/tables/tables'
import { importSimulatedNhl } from '#server/demo/scenario'
import { demoNhl } from '#server/demo/simulation/season'
import { currentLeague, lastUpdate } from '#server/league/league'
import { standings } from '#server/league/standings/standings'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { publish } from '../support/publish.ts'

let now = new Date('2026-11-21T13:00:00Z')

const server = duringTests(() => demoServer({ clock: () => now }))

/** Every team's total as the update left it, in the order of their ids. */
const totalsOf = async (queries: Queries, publishedAt: Date): Promise<number[]> => {
  const rows = await queries
    .select({ points: teamSnapshot.pointsCents, cash: teamSnapshot.cashCents })
    .from(teamSnapshot)
    .innerJoin(officialUpdate, eq(officialUpdate.id, teamSnapshot.updateId))
    .where(eq(officialUpdate.publishedAt, publishedAt))
    .orderBy(asc(teamSnapshot.teamId))
  return rows.map(({ points, cash }) => (points + cash) / 100)
}

const byId = (
  table: readonly { id: number; totalScore?: number | null | undefined }[],
): (number | null | undefined)[] =>
  table.toSorted((one, other) => one.id - other.id).map(({ totalScore }) => totalScore)

/** Asks again and again until told to stop; answers everything that was seen. */
function keepAsking<T>(ask: () => Promise<T>): () => Promise<T[]> {
  let going = true
  const seen: T[] = []
  const asking = (async () => {
    while (going) {
      seen.push(await ask())
      // The embedded engine has one connection, which the publisher needs too.
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  })()
  return async () => {
    going = false
    await asking
    return seen
  }
}

test('who reads while an update is published sees the one before or the new one, never some of both', async () => {
  const { database } = server
  const oneMoment = () =>
    readOnly(database, async (queries) => {
      const league = await currentLeague(queries)
      const update = await lastUpdate(queries, league.seasonId)
      if (!update) throw new Error('No update')
      const table = await standings(queries, league, now.getTime())
      return { update, table: byId(table), totals: await totalsOf(queries, update.publishedAt) }
    })
  const updates: Date[] = [(await oneMoment()).update.publishedAt]
  const stopReader = keepAsking(oneMoment)
  const stopVisitor = keepAsking(async () => (await server.ask('member', '/stats/teams')).body)
  for (let day = 22; day <= 25; day++) {
    now = new Date(Date.UTC(2026, 10, day, 10, 0, 20))
    const { demoSeed, ...league } = await database.transaction(currentLeague)
    await importSimulatedNhl(database, demoNhl({ ...league, demoSeed: demoSeed ?? 0 }), now.getTime(), 'games')
    await publish(database, now)
    updates.push(now)
  }
  const seen = await stopReader()
  const shown = await stopVisitor()

  expect(seen.length).toBeGreaterThan(updates.length)
  for (const { table, totals } of seen) expect(table).toEqual(totals)
  expect(new Set(seen.map(({ update }) => update.publishedAt.getTime())).size).toBeGreaterThan(1)

  const known = await database.transaction(async (queries) => {
    const all: string[] = []
    for (const at of updates) all.push(JSON.stringify(await totalsOf(queries, at)))
    return all
  })
  expect(new Set(known).size).toBeGreaterThan(3)
  for (const table of shown) expect(known).toContain(JSON.stringify(byId(table)))
  // The server hears of the last update a moment after it was made.
  const shownNow = async () => byId((await server.ask('member', '/stats/teams')).body)
  await expect.poll(shownNow).toEqual(JSON.parse(known.at(-1) ?? ''))
}, 120_000)
