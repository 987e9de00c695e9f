import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Type } from 'typebox'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { call } from '#contract/call'
import type { Database } from '#server/db/engine/database'
import { serve } from '#server/http/serve'
import { makeChange } from '#server/http/serve-change'
import { keepPlayer } from '#server/league/draft/draft-choices'
import { endSessions } from '#server/login/store/accounts'
import { memberLogins } from '#server/login/store/identity'
import { deferred } from '../support/deferred.ts'
import { cookieOf, demoServer, type Reply, type Request } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { askLive } from '../support/live-client.ts'
import { preseasonDatabase } from '../support/preseason-league.ts'
import { OWN_LINK } from './auth-visitor.ts'

/** Of the next transactions, in their order, which of them wait for the gate, or for another promise. */
let held: (boolean | Promise<void>)[] = []
let gate = deferred()
let waiting = 0

const withGate = (database: Database): Database => ({
  ...database,
  transaction: async (work) => {
    const until = held.shift()
    if (until) {
      waiting += 1
      await (until === true ? gate.promise : until)
      waiting -= 1
    }
    return database.transaction(work)
  },
})

const hold = (next: typeof held) => {
  held = next
  gate = deferred()
}

const now = new Date('2026-11-21T20:00:00Z')
const BIG = 'x'.repeat(24 * 1024 * 1024)
const big = call({
  summary: 'More than a connection takes at once',
  method: 'GET',
  path: '/api/v1/test/big',
  answer: Type.String(),
  failure: 'Failed',
  offline: 'online',
})

let database: Database
let origin: string
const server = duringTests(async () => {
  database = await preseasonDatabase(12, now)
  return demoServer({
    database: withGate(database),
    env: { LOGIN: 'accounts', RATE_LIMIT: '100000' },
    clock: () => now,
    routes: (app, context) => serve(app, context, big, { access: 'admin' }, async () => BIG),
  })
})
beforeAll(async () => {
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  held = []
  gate.resolve()
})

const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> =>
  (await database.transaction((queries) => queries.execute<Row>(query))).rows

interface Member {
  readonly id: number
  readonly teamId: number | null
  readonly userName: string
  readonly version: string
}
const memberNamed = async (userName: string): Promise<Member> => {
  const { body } = await server.ask('chair', '/office/members')
  return body.members.find((each: Member) => each.userName === userName)
}

/** A new login of that member. */
async function logIn(userName: string) {
  const cookie = await cookieOf(database, userName, server.context.env.publicUrl, now)
  const ask = (path: string, { headers, ...request }: Request = {}): Promise<Reply> =>
    server.ask(null, path, { ...request, headers: { ...headers, cookie } })
  expect((await ask('/user')).status).toBe(200)
  return { cookie, ask }
}
type Login = Awaited<ReturnType<typeof logIn>>

const logOut = async ({ cookie }: Login): Promise<number> => {
  const { statusCode } = await server.app.inject({ url: '/auth/logout', headers: { cookie, ...OWN_LINK } })
  return statusCode === 302 ? 200 : statusCode
}
const endLogins = async (userName: string) =>
  (await server.ask('chair', `/office/members/${(await memberNamed(userName)).id}/logins`, { method: 'DELETE' })).status
const handOver = async (userName: string) => {
  const { id, teamId } = await memberNamed(userName)
  const body = { memberId: null, from: [id] }
  return (await server.ask('chair', `/office/teams/${teamId}/owner`, { method: 'PUT', body })).status
}
const remove = async (name: string) => {
  const { id, userName, version } = await memberNamed(name)
  const query = new URLSearchParams({ userName, version })
  return (await server.ask('chair', `/office/members/${id}?${query}`, { method: 'DELETE' })).status
}
const giveRoles = async (userName: string, roles: string[]) => {
  const { id, version } = await memberNamed(userName)
  return (await server.ask('chair', `/office/members/${id}`, { method: 'PATCH', body: { version, roles } })).status
}
const demote = (userName: string) => giveRoles(userName, [])
const promote = async (userName: string) => expect(await giveRoles(userName, ['admin'])).toBe(200)

/** What the login has done by the audit records. */
const done = async (subject: string): Promise<number> => {
  const [row] = await rows<{ done: number }>(
    sql`select count(*)::int as done from audit_record where subject = ${subject}`,
  )
  return row?.done ?? 0
}

describe('a queue full of changes', () => {
  const emptyCart = (login: Login, teamId: number | null) =>
    login.ask(`/trading/teams/${teamId}/shopping-cart`, { method: 'DELETE' })

  test.each<[string, string, (name: string, login: Login) => Promise<number>, number]>([
    ['of a login that an admin ends', 'owner4', (name) => endLogins(name), 401],
    ['of a member who logs out', 'owner5', (_, login) => logOut(login), 401],
    ['of the member whose team is handed over', 'owner6', (name) => handOver(name), 403],
    ['of a member who is removed', 'owner7', (name) => remove(name), 401],
  ])('%s does nothing from then on', async (_of, name, revoke, status) => {
    const { teamId } = await memberNamed(name)
    const login = await logIn(name)
    const asked = Array.from({ length: 100 }, () => emptyCart(login, teamId))
    await asked[0]
    expect(await revoke(name, login)).toBe(200)
    const before = await done(name)
    const statuses = (await Promise.all(asked)).map((answer) => answer.status)
    expect(await done(name)).toBe(before)
    expect(new Set(statuses)).toEqual(new Set([200, status]))
    expect(statuses.filter((each) => each === 200)).toHaveLength(before)
  })

  test('of an admin who is demoted makes no more admins, and invites no one', async () => {
    await promote('owner8')
    const login = await logIn('owner8')
    const { id } = await memberNamed('admin')
    const asked = Array.from({ length: 80 }, (_, nr) =>
      nr % 2 === 0
        ? login.ask('/office/members', {
            method: 'POST',
            body: { userName: `made${nr}`, displayName: '', roles: ['admin'] },
          })
        : login.ask(`/office/members/${id}/invitation`, { method: 'POST', body: { lost: false } }),
    )
    await asked[0]
    expect(await demote('owner8')).toBe(200)
    const made = await done('owner8')
    const statuses = (await Promise.all(asked)).map((answer) => answer.status)
    expect(await done('owner8')).toBe(made)
    expect(new Set(statuses)).toEqual(new Set([200, 403]))
    expect(statuses.filter((each) => each === 200)).toHaveLength(made)
  })

  test('is refused at once when its login ends, also while those before it are at work', async () => {
    const { id, teamId } = await memberNamed('owner9')
    const login = await logIn('owner9')
    hold([true, true])
    const asked = Array.from({ length: 50 }, () => emptyCart(login, teamId))
    await expect.poll(() => waiting).toBe(2)
    await database.transaction(async (queries) => endSessions(database, queries, await memberLogins(queries, now, id)))
    expect((await Promise.all(asked.slice(2))).map(({ status }) => status)).toEqual(Array(48).fill(401))
    expect(waiting).toBe(2)
    gate.resolve()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(50).fill(401))
    expect(await done('owner9')).toBe(0)
  })

  test('gives a login that has ended none of its former answers', async () => {
    const { teamId } = await memberNamed('owner10')
    const login = await logIn('owner10')
    const again = () =>
      login.ask(`/trading/teams/${teamId}/shopping-cart`, { method: 'DELETE', headers: { 'idempotency-key': 'once' } })
    expect((await again()).status).toBe(200)
    hold([true])
    const repeated = again()
    await expect.poll(() => waiting).toBe(1)
    await endLogins('owner10')
    gate.resolve()
    expect((await repeated).status).toBe(401)
  })

  test('keeps no refusal for which only the right was missing', async () => {
    await promote('owner10')
    const login = await logIn('owner10')
    const add = () =>
      login.ask('/office/members', {
        method: 'POST',
        body: { userName: 'later', displayName: '', roles: [] },
        headers: { 'idempotency-key': 'add' },
      })
    hold([true])
    const asked = add()
    await expect.poll(() => waiting).toBe(1)
    expect(await demote('owner10')).toBe(200)
    gate.resolve()
    expect((await asked).status).toBe(403)
    await promote('owner10')
    expect((await add()).status).toBe(200)
  })
})

describe('a read', () => {
  test('that waits for its turn is for the user who may have it then', async () => {
    const login = await logIn('owner11')
    hold([true, true])
    const asked = Array.from({ length: 20 }, () => login.ask('/draft/boxes'))
    await expect.poll(() => waiting).toBe(2)
    expect(await logOut(login)).toBe(200)
    gate.resolve()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(20).fill(401))
  })

  test('that is ready before the end of its login has been looked up waits for that', async () => {
    const login = await logIn('owner11')
    let answered = 0
    const lookedUp = deferred()
    // Two reads, the logout, and what becomes of the right to the reads, however often that is looked up.
    hold([true, true, false, ...Array(9).fill(lookedUp.promise)])
    const asked = Array.from({ length: 2 }, () => login.ask('/draft/boxes').finally(() => (answered += 1)))
    await expect.poll(() => waiting).toBe(2)
    expect(await logOut(login)).toBe(200)
    await expect.poll(() => waiting).toBeGreaterThan(2)
    gate.resolve()
    // Nothing comes of it in this time.
    await wait(300)
    expect(answered).toBe(0)
    lookedUp.resolve()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 401])
  })

  test('that is being prepared is for the user who may have it when it is', async () => {
    const login = await logIn('owner11')
    hold([true])
    const asked = Array.from({ length: 4 }, () => login.ask('/stats/teams/1'))
    await expect.poll(() => waiting).toBe(1)
    expect(await endLogins('owner11')).toBe(200)
    gate.resolve()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(4).fill(401))
    const other = await logIn('owner11')
    expect((await other.ask('/stats/teams/1')).status).toBe(200)
  })

  test('of a backup ends with the role that it needs', async () => {
    await promote('owner12')
    const login = await logIn('owner12')
    // The first looks up the day, the second reads every table.
    hold([false, true])
    const asked = login.ask('/office/backup')
    await expect.poll(() => waiting).toBe(1)
    expect(await demote('owner12')).toBe(200)
    gate.resolve()
    const { status, body, headers } = await asked
    expect([status, body.code, headers['content-disposition']]).toEqual([403, 'FORBIDDEN', undefined])
    expect(await done('owner12')).toBe(0)
  })

  test('that is on its way is broken off', async () => {
    await promote('owner12')
    const { cookie } = await logIn('owner12')
    const request = get(`${origin}${big.path}`, { headers: { cookie }, agent: false })
    const [answer]: IncomingMessage[] = await once(request, 'response')
    if (!answer) throw new Error('There is no answer.')
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(BIG.length)
    // Nothing is read of it: most of it waits at the server.
    expect(await demote('owner12')).toBe(200)
    const broken = once(answer, 'error')
    answer.resume()
    const [error] = await broken
    expect(error).toMatchObject({ message: 'aborted' })
  })

  test('of the channel ends when the login is no longer a member’s', async () => {
    const { cookie } = await logIn('owner12')
    const poll = () => askLive(origin, '/000/rights/xhr', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect((await poll()).body).toBe('o\n')
    const arrived = once(server.app.server, 'request')
    const next = poll()
    await arrived
    await database.transaction(async (queries) => {
      await queries.execute(sql`update member set user_name = 'renamed' where user_name = 'owner12'`)
      await database.announce(queries, 'session', '')
    })
    // Closed, or come after the change; either way long before the heartbeat.
    expect((await next).body).toMatch(/^c\[1002|NOT_A_MEMBER/)
  })
})

describe('a person without a login', () => {
  const keep = async (memberId: number, teamId: number) => {
    const name = `member ${memberId}`
    const user = { name, teamId, roles: [], memberId, subject: name, login: null, isTrusted: true }
    const asking = { user, params: { teamId, playerId: 1 }, query: {}, body: undefined }
    return makeChange(server.context, keepPlayer, asking, null)
  }

  test('does so as the member they are', async () => {
    const { id } = await memberNamed('member')
    expect(await keep(id, 3)).toMatchObject({ status: 404, answer: { code: 'PLAYER_NOT_FOUND' } })
    expect(await handOver('member')).toBe(200)
    expect(await keep(id, 3)).toMatchObject({ status: 403, answer: { code: 'FORBIDDEN' } })
    expect(await remove('member')).toBe(200)
    await expect(keep(id, 3)).rejects.toMatchObject({ status: 401 })
  })
})
