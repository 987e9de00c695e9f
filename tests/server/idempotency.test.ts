import { eq, sql } from 'drizzle-orm'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '#contract/call'
import { member } from '#server/db/tables/identity-tables'
import { auditRecord, keptAnswer, team } from '#server/db/tables/tables'
import { HttpError } from '#server/http/answers/http-error'
import { type ChangeOptions, serveChange } from '#server/http/serve-change'
import { type DemoServer, demoServer } from '../support/demo-members.ts'
import { addMembers } from '../support/empty-league.ts'
import { testDatabase } from '../support/test-database.ts'
import { TEST_CALL, type TestServerOptions } from '../support/test-server.ts'

const change = call({
  method: 'POST',
  path: '/api/v1/test/teams',
  ...TEST_CALL,
  query: Type.Object({ ends: Type.Optional(Type.String()) }),
  body: Type.Object({ name: Type.String() }),
  answer: Type.Object({ id: Type.Integer(), name: Type.String() }),
  record: ['ends', 'name'],
})

describe('a change that is asked for more than once', () => {
  let server: DemoServer
  /** Another one on the same database. */
  let second: DemoServer
  let now = new Date('2026-11-21T12:00:00Z')
  let made = 0
  let refuse = true
  let deadlocks = 0

  const post = (name: string, key?: string, { ends = '', who = 'member' as string | null, at = server } = {}) =>
    at.ask(who, `/test/teams${ends && `?ends=${ends}`}`, {
      method: 'POST',
      body: { name },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const rows = () =>
    server.database.transaction(async (queries) => ({
      teams: (await queries.select().from(team)).map(({ name }) => name),
      audit: await queries.select().from(auditRecord).orderBy(auditRecord.id),
      kept: await queries.select().from(keptAnswer),
    }))

  beforeAll(async () => {
    const database = await testDatabase()
    await addMembers(database, 'member', 'other')
    const options: TestServerOptions = {
      database,
      clock: () => now,
      routes: (app, context) => {
        const onUniqueViolation = { team_name_key: 'NAME_TAKEN' } as const
        const handle: ChangeOptions<typeof change>['handle'] = async ({ queries, body, query }) => {
          made += 1
          const [row] = await queries.insert(team).values({ name: body.name, shortName: body.name }).returning()
          if (query.ends === 'refuse' && refuse) throw new HttpError(409, 'TRADING_CLOSED')
          if (query.ends === 'fail') throw new Error('a fault')
          if (query.ends === 'deadlock' && deadlocks > 0) {
            deadlocks -= 1
            await queries.execute(sql`do $$ begin raise exception 'in the way' using errcode = '40P01'; end $$`)
          }
          return { id: row?.id ?? 0, name: body.name }
        }
        serveChange(app, context, change, { access: 'member', onUniqueViolation, handle })
      },
    }
    server = await demoServer(options)
    second = await demoServer(options)
  }, 60_000)
  afterAll(async () => {
    await second.app.close()
    await server.close()
  })
  beforeEach(async () => {
    made = 0
    refuse = true
    await server.database.transaction(async (queries) => {
      for (const table of [team, auditRecord, keptAnswer]) await queries.delete(table)
    })
  })

  it('without a key is done each time', async () => {
    expect((await post('One')).status).toBe(200)
    expect((await post('Two')).status).toBe(200)
    expect((await rows()).teams).toEqual(['One', 'Two'])
  })

  it('with one key is done once and answered alike', async () => {
    const first = await post('One', 'key-1')
    const again = await post('One', 'key-1')
    expect(first.status).toBe(200)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(made).toBe(1)
    const { teams, audit } = await rows()
    expect(teams).toEqual(['One'])
    expect(audit).toHaveLength(1)
  })

  it('keeps a refusal: a late copy does not do what was given up', async () => {
    const first = await post('One', 'key-1', { ends: 'refuse' })
    expect([first.status, first.body.code]).toEqual([409, 'TRADING_CLOSED'])
    refuse = false
    const again = await post('One', 'key-1', { ends: 'refuse' })
    expect([again.status, again.body]).toEqual([409, first.body])
    expect((await post('One', 'key-2', { ends: 'refuse' })).status).toBe(200)
    const { teams, audit } = await rows()
    expect(teams).toEqual(['One'])
    expect(audit).toHaveLength(1)
  })

  it('keeps nothing of what was never decided', async () => {
    const malformed = await server.ask('member', '/test/teams', {
      method: 'POST',
      body: {},
      headers: { 'idempotency-key': 'key-1' },
    })
    expect(malformed.status).toBe(400)
    expect((await post('One', 'key-1', { who: null })).status).toBe(401)
    const failed = await post('One', 'key-1', { ends: 'fail' })
    expect([failed.status, failed.body.code]).toEqual([500, 'INTERNAL'])
    const before = await rows()
    expect([before.teams, before.audit, before.kept]).toEqual([[], [], []])
    expect((await post('One', 'key-1')).status).toBe(200)
  })

  it('refuses a key that another request has used, or that is none', async () => {
    await post('One', 'key-1')
    const other = await post('Two', 'key-1')
    expect([other.status, other.body.code]).toEqual([400, 'BAD_REQUEST'])
    expect(other.body.message).toMatch(/belongs to another request/)
    expect((await post('Two', ' ')).status).toBe(400)
    expect((await post('Two', 'k'.repeat(201))).status).toBe(400)
    expect((await rows()).teams).toEqual(['One'])
  })

  it('knows a key of one person only as theirs', async () => {
    await post('One', 'key-1')
    expect((await post('Two', 'key-1', { who: 'other' })).status).toBe(200)
    expect((await rows()).teams).toEqual(['One', 'Two'])
  })

  it('with one key at the same time is done by one, and the others get its answer', async () => {
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(`Team ${round}`, `key-${round}`)))
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
    }
    expect(made).toBe(3)
    expect((await rows()).teams).toHaveLength(3)
  })

  it('at two servers at the same time is done by one of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post('One', 'key-1', { at: index % 2 === 0 ? server : second })),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(made).toBe(1)
  })

  it('says by the rule what a unique index refuses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('One')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['NAME_TAKEN']),
    )
  })

  it('is tried again when the database gave it up for another, and not for ever', async () => {
    deadlocks = 3
    expect((await post('One', 'key-1', { ends: 'deadlock' })).status).toBe(200)
    expect(made).toBe(4)
    deadlocks = 100
    const { status, body, headers } = await post('Two', 'key-2', { ends: 'deadlock' })
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
    expect(headers['retry-after']).toBeDefined()
    deadlocks = 0
    expect((await rows()).teams).toEqual(['One'])
    expect((await post('Two', 'key-2', { ends: 'deadlock' })).status).toBe(200)
  })

  it('is written down: who, what, when', async () => {
    await post('One', 'key-1', { ends: 'nothing' })
    const { audit } = await rows()
    const [who] = await server.database.transaction((queries) =>
      queries.select().from(member).where(eq(member.userName, 'member')),
    )
    expect(audit).toMatchObject([
      {
        at: now,
        memberId: who?.id,
        subject: 'member',
        method: 'POST',
        call: '/api/v1/test/teams',
        params: { ends: 'nothing', body: { name: 'One' } },
      },
    ])
  })

  it('is not written down when it is refused', async () => {
    for (const name of ['One', 'x'.repeat(50_000)]) await post(name, undefined, { ends: 'refuse' })
    expect((await rows()).audit).toEqual([])
  })

  it('is forgotten after seven days, even before it is deleted', async () => {
    await post('One', 'key-1')
    now = new Date(now.getTime() + 7 * 86_400_000 - 1000)
    expect((await post('One', 'key-1')).status).toBe(200)
    expect(made).toBe(1)
    now = new Date(now.getTime() + 2000)
    expect((await post('One', 'key-1')).body.code).toBe('NAME_TAKEN')
  })
})
