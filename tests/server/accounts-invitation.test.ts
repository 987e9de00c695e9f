import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { changeMembers, listMembers, type MemberChanges } from '#server/league/office/members'
import { deferred } from '../support/deferred.ts'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { eventsSince, joined, linkFor, Phone, type Reply, startAccounts } from './accounts-phone.ts'
import { Visitor } from './auth-visitor.ts'

const DAY = 24 * 3_600_000

const server = duringTests(() => startAccounts({ LOG_LEVEL: 'info' }))

const rows = async (query: ReturnType<typeof sql>, database = server.database) =>
  (await database.transaction((queries) => queries.execute<Record<string, unknown>>(query))).rows

describe('an invitation', () => {
  test("says who is invited to what, leads in by one passkey, and ends on the member's team", async () => {
    const link = await linkFor(server, 'member')
    const phone = new Phone(server.origin)
    const page = await phone.visitor.go(link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Welcome, member</h1>')
    expect(page.text).toContain('with the team <strong>Blue Line Bandits</strong>')
    expect(page.text.match(/<button class="main">[^<]+/g)).toEqual([
      '<button class="main">Create a passkey on this device',
    ])
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'; connect-src 'self'/)
    expect(page.text).not.toMatch(/<script>|style="|onclick/)
    expect(await phone.make(link)).toEqual({ status: 200, body: { goTo: '/teams/1' } })
    expect(await phone.name()).toBe('member')
    const { text } = await phone.visitor.go(`${server.origin}/api/v1/user`)
    expect(JSON.parse(text).features).toContain('accounts')
    expect(await rows(sql`select call, params from audit_record order by id`)).toEqual([
      { call: 'office.inviteMember', params: { memberId: expect.any(Number), body: { lost: false } } },
      { call: 'accounts.useInvitation', params: {} },
    ])
  })

  test('of a member without a team ends on the front page', async () => {
    const phone = new Phone(server.origin)
    expect(await phone.make(await linkFor(server, 'newcomer'))).toEqual({ status: 200, body: { goTo: '/' } })
  })

  test('is for the member of this user name, in whatever letter case of A to Z', async () => {
    const phone = new Phone(server.origin)
    expect((await phone.make(await linkFor(server, ' Newcomer'))).status).toBe(200)
    expect(await phone.name()).toBe('newcomer')
    await expect(linkFor(server, 'newcom\u0435r')).rejects.toThrow('There is no member "newcom\u0435r"')
  })

  test('is not used up by being looked at, as chat apps do', async () => {
    const link = await linkFor(server, 'anna')
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect((await new Visitor().go(link, { method })).status).toBe(200)
    }
    expect((await new Phone(server.origin).make(link)).status).toBe(200)
  })

  test('opened twice at once lets one in', async () => {
    const link = await linkFor(server, 'anna')
    const phones = [new Phone(server.origin), new Phone(server.origin)]
    const options = await Promise.all(phones.map((phone) => phone.post(`${link}/options`, {})))
    const answers = await Promise.all(
      phones.map((phone, at) =>
        phone.post(link, phone.authenticator.make(options[at]?.body, { origin: server.origin })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    const names = await Promise.all(phones.map((phone) => phone.name()))
    expect(names.sort()).toEqual(['Anna Ek', null])
  })

  test('opened where somebody else is logged in says whose it is, and who they would be', async () => {
    const phone = new Phone(server.origin)
    await phone.make(await linkFor(server, 'member'))
    const { text } = await phone.visitor.go(await linkFor(server, 'anna'))
    expect(text).toContain('On this device <strong>member</strong> is logged in.')
    expect(text).toContain('you take the invitation of <strong>Anna Ek</strong>')
    expect((await phone.visitor.go(await linkFor(server, 'member'))).text).not.toContain('is logged in')
    expect((await new Visitor().go(await linkFor(server, 'anna'))).text).not.toContain('is logged in')
  })

  test('that was used says so, and whom to ask', async () => {
    const link = await linkFor(server, 'anna')
    await new Phone(server.origin).make(link)
    const { status, text } = await new Visitor().go(link)
    expect(status).toBe(410)
    expect(text).toContain(
      'This invitation has been used. If it was you, log in with your passkey; if it was not, tell admin at once.',
    )
    expect(await new Phone(server.origin).make(link)).toMatchObject({ status: 410 })
  })

  test('that was replaced by a newer one no longer works', async () => {
    const [first, second] = [await linkFor(server, 'bo'), await linkFor(server, 'bo')]
    expect(await new Phone(server.origin).make(first)).toMatchObject({
      status: 410,
      body: {
        message:
          'There is a newer invitation for you, so this one no longer works. Open the newest link, or ask admin for another.',
      },
    })
    expect((await new Phone(server.origin).make(second)).status).toBe(200)
  })

  test('works for 14 days', async () => {
    const [early, late] = [await linkFor(server, 'premium'), await linkFor(server, 'anna')]
    server.pass(14 * DAY - 60_000)
    expect((await new Phone(server.origin).make(early)).status).toBe(200)
    server.pass(60_000)
    const page = await new Visitor().go(late)
    expect([page.status, page.text]).toEqual([410, expect.stringContaining('This invitation has expired.')])
    expect((await new Phone(server.origin).make(late)).status).toBe(410)
  })

  test('of a member who is gone is unknown, and so is one with a letter less', async () => {
    const link = await linkFor(server, 'bo')
    expect((await new Visitor().go(link.slice(0, -1))).status).toBe(404)
    const gone = await joined(server, 'bo')
    const again = await linkFor(server, 'bo')
    const [bo] = await rows(sql`select id from member where user_name = 'bo'`)
    const removed = [Number(bo?.id)]
    await server.database.transaction((queries) => changeMembers(queries, { added: [], changed: [], removed }))
    const { status, text } = await new Visitor().go(again)
    expect([status, text]).toEqual([404, expect.stringContaining('There is no such invitation')])
    expect(await rows(sql`select 1 from passkey where member_id = ${removed[0]}`)).toEqual([])
    expect(await rows(sql`select 1 from session where user_name = 'bo'`)).toEqual([])
    await expect(gone.logIn()).rejects.toThrow('This passkey has been removed.')
  })

  test('makes no passkey for another origin, for another host, or without face, finger or code', async () => {
    const link = await linkFor(server, 'anna')
    const phone = new Phone(server.origin)
    const before = server.lines.length
    expect((await phone.make(link, { origin: 'https://evil.example' })).status).toBe(400)
    expect((await phone.make(link, { verified: false })).status).toBe(400)
    const { body } = await phone.post(`${link}/options`, {})
    const elsewhere = phone.authenticator.make({ ...body, rp: { id: 'evil.example' } }, { origin: server.origin })
    expect((await phone.post(link, elsewhere)).status).toBe(400)
    // What a page of another site can have the browser send.
    expect(
      (await phone.post(link, {}, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect(await phone.name()).toBeNull()
    const refused = { event: 'passkey_refused', reason: 'invalid' }
    expect(eventsSince(server, before)).toEqual([refused, refused, refused])
    expect((await phone.make(link)).status).toBe(200)
  })

  test('a challenge is answered once, within five minutes, and for its own invitation', async () => {
    const [link, other] = [await linkFor(server, 'anna'), await linkFor(server, 'premium')]
    const phone = new Phone(server.origin)
    const made = async (address: string) =>
      phone.authenticator.make((await phone.post(`${address}/options`, {})).body, { origin: server.origin })
    const late = await made(link)
    server.pass(5 * 60_000)
    expect((await phone.post(link, late)).status).toBe(400)
    expect((await phone.post(link, await made(other))).status).toBe(400)
    const twice = await made(link)
    expect((await phone.post(link, { ...twice, type: 'password' })).status).toBe(400)
    expect((await phone.post(link, twice)).status).toBe(200)
    expect((await new Phone(server.origin).post(other, twice)).status).toBe(400)
  })
})

test('guessing many links at once runs into the same limit', async () => {
  const limited = await startAccounts({ RATE_LIMIT: '1200' })
  const link = await linkFor(limited, 'member')
  const guess = (at: number) => new Visitor().go(`${limited.origin}/idp/invitation/${'x'.repeat(41)}${at}`)
  const statuses = (await Promise.all(Array.from({ length: 40 }, (_, at) => guess(10 + at)))).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  await limited.stop()
  const again = await duringTest(startAccounts({ RATE_LIMIT: '1200' }))
  const valid = await linkFor(again, 'member')
  expect(new URL(valid).pathname).not.toBe(new URL(link).pathname)
  // A success does not count as a try, however often.
  const looks = await Promise.all(Array.from({ length: 15 }, () => new Visitor().go(valid)))
  const more = await Promise.all(Array.from({ length: 15 }, () => new Visitor().go(valid)))
  expect([...looks, ...more].map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
})

test('a passkey that somebody has already uses no invitation up', async () => {
  const server = await duringTest(startAccounts())
  const other = await joined(server, 'anna')
  const link = await linkFor(server, 'member')
  const { body } = await other.post(`${link}/options`, {})
  const made = other.authenticator.make(body, { origin: server.origin }, other.authenticator.keys[0])
  expect(await other.post(link, made)).toEqual({
    status: 409,
    body: { message: 'This passkey is known already. Log in with it, or make one on another device.' },
  })
  expect(await other.name(), 'who was logged in').toBe('Anna Ek')
  const phone = new Phone(server.origin)
  expect((await phone.make(link)).status).toBe(200)
  expect(await phone.name()).toBe('member')
})

test('who is removed while they make their passkey learns that there is no such invitation', async () => {
  const server = await duringTest(startAccounts())
  const link = await linkFor(server, 'bo')
  const phone = new Phone(server.origin)
  const { body } = await phone.post(`${link}/options`, {})
  const made = phone.authenticator.make(body, { origin: server.origin })
  await server.database.transaction((queries) => queries.execute("delete from member where user_name = 'bo'"))
  expect(await phone.post(link, made)).toMatchObject({ status: 404 })
})

test('used at the very moment its member is removed lets them in first, or refuses them, and leaves nothing', async () => {
  const server = await duringTest(startAccounts())
  const { database, origin } = server
  const change = (changes: Partial<MemberChanges>) =>
    database.transaction(async (queries) => {
      await changeMembers(queries, { added: [], changed: [], removed: [], ...changes })
      await database.announce(queries, 'session', '')
    })
  const answers: Reply[] = []
  for (let round = 0; round < 10; round += 1) {
    const userName = `guest${round}`
    const fields = { userName, displayName: `Guest ${round}`, email: null, subject: null, teamId: null, roles: [] }
    await change({ added: [fields] })
    const found = await database.transaction(listMembers)
    const id = Number(found.find((each) => each.userName === userName)?.id)
    const link = await linkFor(server, userName)
    const phone = new Phone(origin)
    const { body } = await phone.post(`${link}/options`, {})
    const made = phone.authenticator.make(body, { origin })
    const remove = async () => {
      for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate)
      await change({ removed: [id] })
    }
    const [answer] = await Promise.all([phone.post(link, made), remove()])
    answers.push(answer)
    await expect.poll(() => phone.name()).toBeNull()
  }
  // Before, between the passkey and the login, or after.
  const outcomes = answers.map(({ status, body }) => [status, body.message])
  const allowed = [
    [200, undefined],
    [400, 'The login could not be completed. Nothing was changed.'],
    [404, expect.stringContaining('There is no such invitation')],
  ]
  for (const outcome of outcomes) expect(allowed).toContainEqual(outcome)
  const left = sql`select 1 from passkey where member_id not in (select id from member)`
  expect((await database.transaction((queries) => queries.execute(left))).rows).toEqual([])
}, 120_000)

// Only there do two transactions run at once.
test.runIf(process.env.TEST_DATABASE_URL)(
  'who logs in again while they are removed is refused in a sentence',
  async () => {
    const server = await startAccounts({ LOG_LEVEL: 'info' })
    const { database } = server
    const phone = await joined(server, 'bo')
    const waiting = (expected: number) => {
      // Of this database alone: other tests share the cluster.
      const waited = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return expect.poll(async () => (await rows(waited, database)).length).toBe(expected)
    }
    const [bo] = await rows(sql`select id from member where user_name = 'bo'`, database)
    const removed = [Number(bo?.id)]
    const released = deferred()
    // Holds the removal up between the logins that it ends and the passkeys that go with their member.
    const holding = database.transaction(async (queries) => {
      await queries.execute(sql`lock table audit_record in share mode`)
      await released.promise
    })
    const held = sql`select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and relation = 'audit_record'::regclass and mode = 'ShareLock'`
    await expect.poll(async () => (await rows(held, database)).length).toBe(1)
    const removal = database.transaction((queries) => changeMembers(queries, { added: [], changed: [], removed }))
    await waiting(1)
    const login = phone.logIn('/api/v1/user')
    await waiting(2)
    released.resolve()
    const outcomes = await Promise.allSettled([holding, removal, login])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    const tried = server.lines.filter(({ method, route }) => method === 'POST' && route === '/idp/login/:uid')
    // Neither has waited for the other, which would have ended one of them after a second.
    expect(tried.map(({ status }) => status)).toEqual([400])
    expect(await rows(sql`select 1 from session where user_name = 'bo'`, database)).toEqual([])
    await server.stop()
  },
)

test('guessing links runs into a limit, which the log tells', async () => {
  const limited = await duringTest(startAccounts({ LOG_LEVEL: 'info', RATE_LIMIT: '1200' }))
  const link = await linkFor(limited, 'member')
  const guess = (at: number) => new Visitor().go(`${limited.origin}/idp/invitation/${'x'.repeat(42)}${at % 10}`)
  const statuses: number[] = []
  for (let at = 0; at < 22; at += 1) statuses.push((await guess(at)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429, 429])
  const { status, headers } = await new Visitor().go(link)
  expect([status, Number(headers['retry-after'])]).toEqual([429, expect.closeTo(30, -1)])
  const events = eventsSince(limited, 0)
  expect(events.filter(({ reason }) => reason === 'unknown')).toHaveLength(20)
  expect(events.at(-1)).toEqual({ event: 'invitation_refused', reason: 'limited' })
  expect(JSON.stringify(limited.lines)).not.toContain(link.split('/').at(-1))
})
