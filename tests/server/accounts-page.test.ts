import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endAccount } from '#server/login/store/accounts'
import { commandOn } from '../support/command-on.ts'
import { addLeague, season2425 } from '../support/empty-league.ts'
import { joined, linkFor, Phone, startAccounts } from './accounts-phone.ts'
import type { LoginServer } from './auth-server.ts'
import { Visitor } from './auth-visitor.ts'

let server: LoginServer
let phone: Phone
beforeEach(async () => {
  server = await startAccounts()
  await addLeague(server.database, season2425)
  phone = await joined(server, 'member')
})
afterEach(() => server.stop())

const calls = async () => (await server.rows(sql`select call from audit_record order by id`)).map(({ call }) => call)
const page = (visitor = phone.visitor) => visitor.go(`${server.origin}/idp/account`)
const submit = (path: string, form: Record<string, string>, visitor = phone.visitor) =>
  visitor.go(`${server.origin}/idp/account${path}`, { method: 'POST', form })
const passkeyIds = async () =>
  (await server.rows(sql`select id from passkey where member_id = 3 order by made_at, id`)).map(({ id }) => String(id))
/** Another device of the same member, with another passkey. */
const secondDevice = async () => {
  const other = new Phone(server.origin)
  await other.make(await linkFor(server, 'member'))
  return other
}

describe('the account page', () => {
  test('is where Change Password leads, and is for anyone who is logged in', async () => {
    const { url, text } = await phone.visitor.go(`${server.origin}/auth/account`)
    expect(url.pathname).toBe('/idp/account')
    expect(text).toMatch(
      /<strong>iPhone, Safari<\/strong> \(you are logged in with it here\)<br>Made <time [^>]+>[A-Z][a-z]{2}\.? \d+, \d{4}, \d\d:\d\d<\/time>, /,
    )
    expect(text).toContain('You are <strong>member</strong> in <strong>The Pool</strong>.')
    expect(text).toContain('Times are those of the league, America/Toronto.')
    expect(text).toContain('not used since')
    expect(text).toContain('<strong>iPhone, Safari</strong> (this one)')
    const stranger = await page(new Visitor())
    expect(stranger.text).toContain('Log in first to see your passkeys.')
    expect(stranger.text).not.toContain('iPhone')
  })

  test('adds a passkey, which is as good as the first', async () => {
    const tablet = new Phone(server.origin, phone.visitor.copy())
    expect(await tablet.make('/idp/account/passkeys')).toEqual({ status: 200, body: { goTo: '/idp/account' } })
    const fresh = new Phone(server.origin, new Visitor(), tablet.authenticator)
    await fresh.logIn()
    expect(await fresh.name()).toBe('member')
    expect((await page()).text).toMatch(/last used <time [^>]+>\w/)
    expect(await calls()).toEqual(['office.inviteMember', 'accounts.useInvitation', 'accounts.addPasskey'])
  })

  test('keeps twenty passkeys, also when thirty are made at once', async () => {
    const address = '/idp/account/passkeys'
    const challenges = await Promise.all(Array.from({ length: 30 }, () => phone.post(`${address}/options`, {})))
    const made = challenges.map(({ body }) => phone.authenticator.make(body, { origin: server.origin }))
    const answers = await Promise.all(made.map((each) => phone.post(address, each)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body).toEqual({ message: 'You have 20 passkeys. Remove one first.' })
    }
    expect(await passkeyIds()).toHaveLength(20)
    // Nor does an invitation lead beyond, which stays open for when there is room.
    const link = await linkFor(server, 'member')
    expect(await new Phone(server.origin).make(link)).toMatchObject({ status: 409 })
    await submit('/passkeys/remove', { id: (await passkeyIds())[1] ?? '', sure: 'yes' })
    expect(await new Phone(server.origin).make(link)).toMatchObject({ status: 200 })
    expect(await passkeyIds()).toHaveLength(20)
  })

  test('adds no passkey that somebody has already', async () => {
    const other = await joined(server, 'anna')
    const { body } = await other.post('/idp/account/passkeys/options', {})
    const made = other.authenticator.make(body, { origin: server.origin }, phone.authenticator.keys[0])
    expect(await other.post('/idp/account/passkeys', made)).toMatchObject({
      status: 409,
      body: { message: 'This passkey is known already. Log in with it, or make one on another device.' },
    })
  })

  test('changes nothing for a login that has ended, however short ago', async () => {
    const thief = new Phone(server.origin, phone.visitor.copy())
    expect((await page(thief.visitor)).text).toContain('You are <strong>member</strong>')
    const { body } = await thief.post('/idp/account/passkeys/options', {})
    const made = thief.authenticator.make(body, { origin: server.origin })
    // Not announced: this process still knows the login, as while its end waits for the transaction of another.
    await server.rows(sql`delete from session`)
    expect(await thief.post('/idp/account/passkeys', made)).toMatchObject({ status: 401 })
    const ids = await passkeyIds()
    expect(ids).toHaveLength(1)
    const removal = await submit('/passkeys/remove', { id: ids[0] ?? '', sure: 'last' }, thief.visitor)
    expect([removal.status, removal.text]).toEqual([401, expect.stringContaining('You are logged out')])
    expect((await submit('/passkeys/rename', { id: ids[0] ?? '', name: 'x' }, thief.visitor)).status).toBe(401)
    expect((await submit('/logins/end-all', {}, thief.visitor)).status).toBe(401)
    expect(await passkeyIds()).toEqual(ids)
  })

  test('is 401 for a member who has just been removed', async () => {
    const { body } = await phone.post('/idp/account/passkeys/options', {})
    const made = phone.authenticator.make(body, { origin: server.origin })
    await server.rows(sql`delete from member where user_name = 'member'`)
    expect(await phone.post('/idp/account/passkeys', made)).toMatchObject({ status: 401 })
    expect((await submit('/logins/end-all', {})).status).toBe(401)
  })

  test('tells a device which passkeys it has already', async () => {
    const { body } = await phone.post('/idp/account/passkeys/options', {})
    expect(body.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual(await passkeyIds())
    expect(body.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
  })

  test('makes no passkey for anyone who is not logged in, nor with the challenge of somebody else', async () => {
    const stranger = new Phone(server.origin)
    expect((await stranger.make('/idp/account/passkeys')).status).toBe(401)
    const anna = await joined(server, 'anna')
    const { body } = await anna.post('/idp/account/passkeys/options', {})
    const made = stranger.authenticator.make(body, { origin: server.origin })
    expect((await stranger.post('/idp/account/passkeys', made)).status).toBe(401)
    expect((await phone.post('/idp/account/passkeys', made)).status).toBe(400)
    expect(await passkeyIds()).toHaveLength(1)
  })

  test('makes no passkey for a login that an admin ends while it is being made', async () => {
    const { body: options } = await phone.post('/idp/account/passkeys/options', {})
    const made = phone.authenticator.make(options, { origin: server.origin })
    const { database } = server
    // Before its own change the server looks up the challenge.
    let isOver = false
    const { transaction } = database
    Object.assign(database, {
      transaction: async (work: Parameters<typeof transaction>[0]) => {
        const done = await transaction(work)
        if (!isOver) {
          isOver = true
          await transaction((queries) => endAccount(database, queries, 3, server.context.clock()))
        }
        return done
      },
    })
    const { status, body } = await phone.post('/idp/account/passkeys', made)
    Object.assign(database, { transaction })
    expect([isOver, status, body.code]).toEqual([true, 401, 'UNAUTHENTICATED'])
    expect(await passkeyIds()).toEqual([])
  })

  test('renames a passkey, and shows a name as it was written', async () => {
    const [id = ''] = await passkeyIds()
    expect((await submit('/passkeys/rename', { id, name: ' <b>Blue phone</b> ' })).url.pathname).toBe('/idp/account')
    expect((await page()).text).toContain('<strong>&lt;b&gt;Blue phone&lt;/b&gt;</strong>')
    await submit('/passkeys/rename', { id, name: '  ' })
    expect((await page()).text).toContain('Blue phone')
    expect((await calls()).at(-1)).toBe('accounts.renamePasskey')
  })

  test('cuts a name between characters, and refuses one that cannot be shown', async () => {
    const [id = ''] = await passkeyIds()
    const { status } = await submit('/passkeys/rename', { id, name: `${'x'.repeat(59)}👨‍👩‍👧‍👦 and more` })
    expect(status).toBe(200)
    expect((await page()).text).toContain(`<strong>${'x'.repeat(59)}👨‍👩‍👧‍👦</strong>`)
    for (const name of ['Blue\u202ephone', '\u3164', 'Blue\u200bphone', `x${'\u0301'.repeat(4)}`]) {
      const refused = await submit('/passkeys/rename', { id, name })
      expect(
        [refused.status, refused.text.includes('This text has a character that can&#39;t be shown')],
        name,
      ).toEqual([400, true])
    }
    expect((await page()).text).toContain('👨‍👩‍👧‍👦</strong>')
  })

  test('removes a passkey, which no longer lets anyone in', async () => {
    const other = await secondDevice()
    const [first = ''] = await passkeyIds()
    await submit('/passkeys/remove', { id: first, sure: 'yes' })
    expect(await passkeyIds()).toHaveLength(1)
    expect((await calls()).at(-1)).toBe('accounts.removePasskey')
    await expect(phone.logIn()).rejects.toThrow('This passkey has been removed.')
    await other.logIn()
    expect(await other.name()).toBe('member')
  })

  test('tells passkeys of one kind apart, and which one this login was made with', async () => {
    const other = await secondDevice()
    const names = async (visitor = phone.visitor) =>
      [
        ...(await page(visitor)).text.matchAll(
          /<strong>(iPhone[^<]+)<\/strong>( \(you are logged in with it here\))?<br>Made/g,
        ),
      ].map(([, name, here]) => [name, here !== undefined])
    expect(await names()).toEqual([
      ['iPhone, Safari', true],
      ['iPhone, Safari (2)', false],
    ])
    await other.logIn()
    expect(await names(other.visitor)).toEqual([
      ['iPhone, Safari', false],
      ['iPhone, Safari (2)', true],
    ])
  })

  test('asks before it removes a passkey, and ends what was logged in with it, elsewhere', async () => {
    const thief = new Phone(server.origin, new Visitor(), phone.authenticator)
    await thief.logIn()
    const other = await secondDevice()
    const [first = '', second = ''] = await passkeyIds()
    const asked = await submit('/passkeys/remove', { id: first }, other.visitor)
    expect(asked.text).toContain('<h1>Remove “iPhone, Safari”?</h1>')
    expect(asked.text).toContain(
      'You can no longer log in with it. Where it logged you in elsewhere you are logged out: iPhone, Safari; iPhone, Safari. You stay logged in here.',
    )
    expect(await passkeyIds()).toHaveLength(2)
    await submit('/passkeys/remove', { id: first, sure: 'yes' }, other.visitor)
    for (const each of [phone, thief]) await expect.poll(() => each.name()).toBeNull()
    expect(await other.name()).toBe('member')
    expect(await passkeyIds()).toEqual([second])
    expect((await server.rows(sql`select params from audit_record order by id`)).at(-1)?.params).toEqual({ logins: 2 })
    const named = sql`select call from audit_record where call like '%asskey' and params::text like '%iPhone%'`
    expect(await server.rows(named)).toEqual([])
  })

  test('removes a passkey of a login that is not known by it, and says what stays', async () => {
    await server.rows(sql`update session set passkey_id = null returning 1`)
    const other = await secondDevice()
    const [first = ''] = await passkeyIds()
    const { text } = await submit('/passkeys/remove', { id: first }, other.visitor)
    expect(text).toContain('Of older logins it is not known which passkey they were made with')
    await submit('/passkeys/remove', { id: first, sure: 'yes' }, other.visitor)
    expect(await phone.name()).toBe('member')
  })

  test('removes the last one after a warning only', async () => {
    const [id = ''] = await passkeyIds()
    const { status, text } = await submit('/passkeys/remove', { id })
    expect(status).toBe(200)
    expect(text).toContain('<h1>Remove your last passkey?</h1>')
    expect(await passkeyIds()).toEqual([id])
    // After a question about one of two there is another about the last.
    expect((await submit('/passkeys/remove', { id, sure: 'yes' })).text).toContain('Remove your last passkey?')
    await submit('/passkeys/remove', { id, sure: 'last' })
    expect(await passkeyIds()).toEqual([])
    expect((await page()).text).toContain('You have none.')
    expect(await phone.name()).toBe('member')
  })

  test('changes nothing of anybody else, and nothing for another site', async () => {
    const anna = await joined(server, 'anna')
    await secondDevice()
    const [id = ''] = await passkeyIds()
    await submit('/passkeys/remove', { id, sure: 'yes' }, anna.visitor)
    await submit('/passkeys/rename', { id, name: 'Mine' }, anna.visitor)
    const [login] = await server.rows(sql`select id_hash as hash from session where user_name = 'member' limit 1`)
    await submit('/logins/end', { login: String(login?.hash) }, anna.visitor)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const forged = { method: 'POST', form: { id, sure: 'yes' }, headers } as const
    expect((await phone.visitor.go(`${server.origin}/idp/account/passkeys/remove`, forged)).status).toBe(403)
    expect((await submit('/logins/end-all', {}, new Visitor())).status).toBe(401)
    expect(await passkeyIds()).toHaveLength(2)
    expect(await phone.name()).toBe('member')
    expect(await calls()).not.toContain('accounts.removePasskey')
  })

  test('ends one login, and then all of them', async () => {
    const others = [await secondDevice(), await secondDevice()]
    const ids = [...(await page()).text.matchAll(/name="login" value="([^"]+)"/g)].map(([, id = '']) => id)
    expect(ids).toHaveLength(2)
    await submit('/logins/end', { login: ids[0] ?? '' })
    await expect
      .poll(async () => (await Promise.all(others.map((other) => other.name()))).sort())
      .toEqual(['member', null])
    expect(await phone.name()).toBe('member')
    expect((await submit('/logins/end-all', {})).trail.at(-1)).toBe(`${server.origin}/`)
    for (const each of [phone, ...others]) await expect.poll(() => each.name()).toBeNull()
    expect((await calls()).slice(-2)).toEqual(['accounts.endLogin', 'accounts.endAllLogins'])
    await phone.logIn()
    expect(await phone.name()).toBe('member')
  })
})

describe('the commands', () => {
  const command = (job: Parameters<typeof commandOn>[1], LOGIN = 'accounts') => {
    const env = { LOGIN, PUBLIC_URL: server.origin }
    return commandOn(server.database, job, { now: server.context.clock().toISOString(), env })
  }

  test('list logins by device, and end those of one member', async () => {
    const anna = await joined(server, 'anna')
    expect(await command('sessions')).toEqual([
      expect.stringMatching(/^anna: iPhone, Safari, since \d{4}-\d\d-\d\d, \d\d:\d\d, last seen /),
      expect.stringMatching(/^member: iPhone, Safari, since /),
      'Times are those of the league, America/Toronto.',
    ])
    expect((await command('sessions --end anna --dry-run')).at(-1)).toMatch(/^Dry run/)
    expect(await anna.name()).toBe('Anna Ek')
    expect((await command('sessions --end anna')).at(-1)).toBe('Ended 1 of them.')
    expect(await command('sessions --end anna')).toEqual(['anna is logged in nowhere.'])
    await expect.poll(() => anna.name()).toBeNull()
    expect(await phone.name()).toBe('member')
  })

  test('invite a member whom there is, where members have passkeys', async () => {
    await expect(command('invite nobody')).rejects.toThrow('no member "nobody"')
    const trial = command('invite anna', 'trial')
    await expect(trial).rejects.toThrow('do not log in with passkeys')
    const before = await server.rows(sql`select token_hash from invitation`)
    expect((await command('invite anna --dry-run')).at(-1)).toMatch(/^Dry run/)
    expect(await server.rows(sql`select token_hash from invitation`)).toEqual(before)
  })

  test('give a member who lost the phone a new start', async () => {
    const said = await command('invite member --lost')
    expect(said[0]).toBe('member is logged out everywhere: 1 passkey and 1 login ended.')
    await expect.poll(() => phone.name()).toBeNull()
    await expect(phone.logIn()).rejects.toThrow('This passkey has been removed.')
    const next = new Phone(server.origin)
    expect((await next.make(said.find((line) => line.includes('/idp/invitation/'))?.trim() ?? '')).status).toBe(200)
    expect(await next.name()).toBe('member')
  })
})
