import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import { getUser } from '#contract/user'
import type { Database } from '#server/db/engine/database'
import { commandOn } from '../support/command-on.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { testDatabase } from '../support/test-database.ts'
import type { Issuer } from './auth-issuer.ts'
import { type LoginServer, startWithIssuer, userOf } from './auth-server.ts'
import { Visitor } from './auth-visitor.ts'

const OWN = { 'sec-fetch-site': 'same-origin' }
const ANNA = { sub: 'u1', name: 'Anna', email: 'anna@example.org', email_verified: true }
const BRUNO = { sub: '4711', name: 'Bruno' }
const STRANGER = { sub: 'u2', name: 'Mallory', email: 'mallory@example.org', email_verified: true }

/** A league of a file: anna, its admin, is known by an address and bruno by a subject. */
describe('a league of friends, with a provider that lets in anybody', () => {
  let issuer: Issuer
  let server: LoginServer
  let database: Database
  let settings: Record<string, string>
  let stop: () => Promise<void>
  beforeAll(async () => {
    database = await testDatabase()
    ;({ issuer, server, settings, stop } = await startWithIssuer({ env: { LOG_LEVEL: 'warn' }, database }))
    await does('init FILE --anyway', LEAGUE_TEXT)
  })
  afterAll(async () => {
    await stop()
    await database.close()
  })
  beforeEach(() => does('members FILE --remove', LEAGUE_TEXT))

  const does = (words: string, file: string) => commandOn(database, words, { file })
  const logIn = async (person: Issuer['person']) => {
    issuer.person = person
    const visitor = new Visitor()
    await visitor.go(`${server.origin}/auth/login`)
    return visitor
  }
  const ask = async (visitor: Visitor, path: string, method: Call['method'] = 'GET') => {
    const { status, text } = await visitor.go(`${server.origin}${path}`, { method, headers: OWN })
    return { status, body: text ? JSON.parse(text) : null }
  }
  const outsiderOf = async (person: Issuer['person']) => {
    const { body } = await ask(await logIn(person), getUser.path)
    return body.outsider
  }

  test.each([
    ['whose address is not listed', STRANGER, 'mallory@example.org', 'not-listed'],
    ['whose address is not verified', { ...ANNA, email_verified: false }, 'anna@example.org', 'address-not-verified'],
    [
      'of whose address the provider does not say whether it is verified',
      { sub: 'u3', name: 'Anna', email: 'anna@example.org' },
      'anna@example.org',
      'address-not-confirmed',
    ],
    ['without an address', { sub: 'u4', name: 'Anna', preferred_username: 'anna' }, 'anna', 'no-address'],
    ['without any name', { sub: 'u5' }, 'Member', 'no-address'],
  ])('somebody %s learns under which account they came, why it matches no member, and whom to ask', async (...row) => {
    const [, person, account, reason] = row
    expect(await outsiderOf(person)).toEqual({ account, reason, ask: ['Anna'] })
  })

  test('the log says once, and the list of members each time, whose addresses lack email_verified', async () => {
    const chris = { sub: 'u6', name: 'Chris', email: 'chris@example.org' }
    for (const _ of [1, 2]) await logIn(chris)
    expect(server.lines.filter(({ msg }) => String(msg).includes('email_verified'))).toHaveLength(1)
    const now = () => new Date()
    const said = await commandOn(database, 'members', { env: settings, now })
    expect(said).toContain('  chris@example.org, subject u6')
    expect(said.at(-1)).toMatch(/^Have it send email_verified/)
    const listed = `${LEAGUE_TEXT}  - { user: chris, subject: u6 }\n`
    expect(await commandOn(database, 'members FILE', { file: listed, env: settings, now })).not.toContain(
      '  chris@example.org, subject u6',
    )
    expect((await ask(await logIn(chris), getUser.path)).body.name).toBe('chris')
  })

  test("a member's address with another account is reported as such", async () => {
    const file = LEAGUE_TEXT.replace('anna@example.org', 'anna@example.org, subject: subject-of-anna')
    await does('members FILE --remove', file)
    expect(await outsiderOf(ANNA)).toMatchObject({ reason: 'address-of-another-account' })
  })

  test('an address is taken as verified when the provider says so in a text', async () => {
    const { body } = await ask(await logIn({ ...ANNA, email_verified: 'true' }), getUser.path)
    expect(body).toMatchObject({ name: 'Anna', teamId: 1, roles: ['admin'] })
    expect(body.outsider).toBeUndefined()
  })

  test('an outsider gets 403 on every call but the one that says so, and may log out', async () => {
    const visitor = await logIn(STRANGER)
    const answers = await Promise.all(
      calls.map(async ({ name, call }) => {
        const path = call.path.replaceAll(/\{\w+\}/g, '1')
        const { status, body } = await ask(visitor, path, call.method)
        return [name, status, body?.code]
      }),
    )
    expect(answers.length).toBeGreaterThan(40)
    expect(answers).toEqual(
      calls.map(({ name }) => (name === 'getUser' ? [name, 200, undefined] : [name, 403, 'NOT_A_MEMBER'])),
    )
    expect((await ask(visitor, '/ws/draft/info')).status).toBe(403)
    await visitor.go(`${server.origin}/auth/logout`, { headers: OWN, until: () => true })
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })

  test("the provider's admin is none here without being a member", async () => {
    const realm_access = { roles: ['admin', 'premium'] }
    expect((await ask(await logIn({ ...STRANGER, realm_access }), getUser.path)).body.roles).toEqual(['premium'])
    expect((await ask(await logIn({ ...BRUNO, realm_access }), getUser.path)).body.roles).toEqual(['admin', 'premium'])
  })

  test('a league that has guests lets them read, and change nothing', async () => {
    await does('season FILE', `guests: read\n${LEAGUE_TEXT}`)
    const guest = await logIn({ ...STRANGER, realm_access: { roles: ['admin'] } })
    expect((await ask(guest, getUser.path)).body).toMatchObject({ name: 'Mallory', roles: [] })
    expect((await ask(guest, '/api/v1/stats/teams')).status).toBe(200)
    expect((await ask(guest, '/ws/draft/info')).status).toBe(200)
    expect((await ask(guest, '/api/v1/draft/generate-boxes', 'PATCH')).status).toBe(403)
    await does('season FILE', LEAGUE_TEXT)
    // As soon as the server has heard of it, which on PostgreSQL is a moment later.
    await expect.poll(async () => (await ask(guest, '/api/v1/stats/teams')).body.code).toBe('NOT_A_MEMBER')
  })

  test('who is removed is logged out everywhere at once, and waits on no channel', async () => {
    const [phone, laptop, anna] = [await logIn(BRUNO), await logIn(BRUNO), await logIn(ANNA)]
    const poll = () => phone.go(`${server.origin}/ws/draft/000/bruno1/xhr`, { method: 'POST', headers: OWN })
    expect((await poll()).text).toBe('o\n')
    const waiting = poll()
    const file = LEAGUE_TEXT.replace(/^ *- \{ user: bruno.*\n/m, '')
    await does('members FILE --remove', file)
    // Closed, or come after the removal; either way long before the heartbeat.
    expect((await waiting).text).toMatch(/^c\[|UNAUTHENTICATED/)
    for (const device of [phone, laptop]) {
      await expect.poll(async () => (await userOf(device, server.origin)).status).toBe(401)
    }
    expect((await userOf(anna, server.origin)).status, 'no one else').toBe(200)
    expect(await outsiderOf(BRUNO), 'and comes back as an outsider').toMatchObject({ reason: 'no-address' })
  })
})
