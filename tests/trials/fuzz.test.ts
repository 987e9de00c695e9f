import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { calls } from '#contract/calls'
import type { Database } from '#server/db/engine/database'
import { auditRecord, keptAnswer } from '#server/db/tables/tables'
import { demoServer } from '../support/demo-members.ts'
import { preseasonDatabase } from '../support/preseason-league.ts'
import { oneOf, seededDice } from '../support/random.ts'
import { fuzzedRequest, statusOf } from './fuzz.ts'

/** Members with their teams; the last is no one. */
const WHO = [
  ['admin', 1],
  ['premium', 2],
  ['member', 3],
  ['chair', 4],
  [null, 5],
] as const
const AT_ONCE = 8

/** What the server itself notes beside what it was asked: a team's old names, what was traded, and what of a member was changed. */
const NOTED = ['was', 'trades', 'changed']

/** Sends so many requests; answers how often each status came. Nothing may fail, and nothing unknown may have been stored. */
async function fuzzTrial(seed: number, requests: number): Promise<Record<string, number>> {
  const faults: string[] = []
  const log = { write: (line: string) => void (JSON.parse(line).level >= 50 && faults.push(line)) }
  const database = await preseasonDatabase(5)
  const server = await demoServer({ database, heartbeatMs: 50, log })
  const dice = seededDice(seed)
  try {
    const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
    await server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' })
    await server.ask('admin', '/draft/lock-keepers', { method: 'POST' })
    const askers = await Promise.all(
      WHO.map(async ([who, ownTeam]) => ({ cookie: who === null ? null : await server.cookie(who), ownTeam })),
    )
    const counts: Record<string, number> = {}
    for (let sent = 0; sent < requests; sent += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, requests - sent) }, () =>
        fuzzedRequest(dice, oneOf(askers, dice)),
      )
      await Promise.all(
        batch.map(async (request) => {
          const status = await statusOf(request, port)
          counts[String(status)] = (counts[String(status)] ?? 0) + 1
          if (status !== null && status >= 500) faults.push(`seed ${seed}: ${status} for ${request.name}`)
        }),
      )
    }
    expect(faults).toEqual([])
    // A server that refuses a long body may be gone before its answer is read.
    expect(counts.null ?? 0).toBeLessThan(requests / 100)
    expect((await server.ask('member', '/user')).status).toBe(200)
    await expectOnlyKnown(database, requests)
    return counts
  } finally {
    await server.close()
  }
}

async function expectOnlyKnown(database: Database, requests: number): Promise<void> {
  const { records, kept } = await database.transaction(async (queries) => ({
    records: await queries.select().from(auditRecord),
    kept: await queries.select().from(keptAnswer),
  }))
  // The trial is one only if changes were made.
  expect(records.length).toBeGreaterThan(requests / 100)
  for (const { call, params } of records) {
    expect(Buffer.byteLength(JSON.stringify(params))).toBeLessThan(2_000)
    expect([...namesOf(call), ...NOTED]).toEqual(expect.arrayContaining(Object.keys(params)))
    if (isNamed(params.body)) expect(Object.keys(params.body)).toEqual(['name', 'shortName'])
  }
  expect(kept.every(({ key }) => /^[\x21-\x7e]{1,200}$/.test(key))).toBe(true)
}

const isNamed = (body: unknown): body is object => typeof body === 'object' && body !== null

/** What the contract knows of a call. */
function namesOf(name: string): string[] {
  const call = calls.find((each) => `${each.section}.${each.name}` === name)?.call
  const named = [call?.params, call?.query].flatMap((schema) =>
    schema && Type.IsObject(schema) ? Object.keys(schema.properties) : [],
  )
  return call?.body ? [...named, 'body'] : named
}

/** REQUESTS=10000 sends as many; SEED=7 sends others. */
const requests = Number(process.env.REQUESTS ?? 600)

it('answers whatever is asked without a fault, and stores nothing that the contract does not know', {
  timeout: 240_000 + requests * 60,
}, async () => {
  const counts = await fuzzTrial(Number(process.env.SEED ?? 1), requests)
  // Some went all the way, and most were refused.
  for (const status of ['200', '400', '401', '403', '404', '409']) expect(counts[status]).toBeGreaterThan(3)
})
