import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { OfficeMember } from '#contract/office'
import { demoServer, MORNING, refusedWith } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'

const now = MORNING

const server = duringTests(() => demoServer({ clock: () => now }))

type Body = Record<string, unknown>

const list = async (): Promise<OfficeMember[]> => (await server.ask('admin', '/office/members')).body.members
const named = async (userName: string): Promise<OfficeMember> => {
  const found = (await list()).find((member) => member.userName === userName)
  if (!found) throw new Error(`There is no ${userName}.`)
  return found
}
const add = (body: Body, by = 'admin') =>
  server.ask(by, '/office/members', { method: 'POST', body: { displayName: '', roles: [], ...body } })
const change = ({ id, version }: OfficeMember, body: Body, by = 'admin') =>
  server.ask(by, `/office/members/${id}`, { method: 'PATCH', body: { version, ...body } })
const remove = ({ id, userName, version }: OfficeMember, by = 'admin') =>
  server.ask(by, `/office/members/${id}?${new URLSearchParams({ userName, version })}`, { method: 'DELETE' })
const admins = async () =>
  (await server.rows(sql`select user_name as name from member where 'admin' = any (roles)`)).map(({ name }) =>
    String(name),
  )
const lastAdmin = async () => (await admins())[0] ?? ''

describe('the list', () => {
  test('says of each who they are, how they log in and where they are logged in', async () => {
    const { body } = await server.ask('admin', '/office/members')
    expect({ loginBy: body.loginBy, unconfirmed: body.unconfirmed, names: body.members.length }).toEqual({
      loginBy: 'trial',
      unconfirmed: [],
      names: 13,
    })
    const [me] = body.members.filter(({ isMe }: OfficeMember) => isMe)
    expect(me).toMatchObject({ userName: 'admin', roles: ['admin'], passkeys: 0, seenAt: now.toISOString() })
    expect(me.logins).toEqual([{ device: null, since: now.toISOString(), seenAt: now.toISOString(), isThis: true }])
    expect(await named('newcomer')).toMatchObject({ teamId: null, teamShortName: null, logins: [] })
  })
})

describe('a member', () => {
  test('is added with a team that no one has, in tidy words', async () => {
    const { body: teams } = await server.ask('admin', '/office/teams')
    const taken = teams.teams[0].id
    expect(refusedWith(await add({ userName: 'vera', teamId: taken }))).toBe(
      '409 TEAM_HAS_MEMBER: This team has a member already. Hand it over instead.',
    )
    expect(refusedWith(await add({ userName: 'vera', teamId: 999 }))).toBe('404 TEAM_NOT_FOUND: There is no such team.')
    const { status } = await add({
      userName: ' vera ',
      displayName: 'Véra K.',
      email: 'Vera@Example.org',
      roles: ['premium', 'admin', 'admin'].slice(0, 2),
    })
    expect(status).toBe(200)
    expect(await named('vera')).toMatchObject({
      displayName: 'Véra K.',
      email: 'Vera@Example.org',
      subject: null,
      roles: ['admin', 'premium'],
    })
  })

  test.each<[Body, string]>([
    [{ userName: 'a\u202eb' }, '400 MEMBER_NAME_INVALID: A name has 1 to 200 characters that can be shown.'],
    [{ userName: 'VERA' }, '400 USER_NAME_TAKEN: Another member already has this user name.'],
    [{ userName: 'x', displayName: 'véra k.' }, '400 MEMBER_NAME_TAKEN: Another member already has this name.'],
    [{ userName: 'x', email: 'vera' }, "400 EMAIL_INVALID: This isn't an e-mail address."],
    [{ userName: 'x', email: 'vera@example.ORG' }, '400 EMAIL_TAKEN: Another member already has this e-mail address.'],
  ])('%o is refused: %s', async (body, refusal) => {
    expect(refusedWith(await add(body))).toBe(refusal)
  })

  test('is renamed, and every process knows them by the new name at once', async () => {
    expect((await change(await named('member'), { displayName: 'Mem Ber' })).status).toBe(200)
    await expect.poll(async () => (await server.ask('member', '/user')).body.name).toBe('Mem Ber')
  })

  test('gets and loses a role at once', async () => {
    expect((await server.ask('newcomer', '/office/members')).status).toBe(403)
    await change(await named('newcomer'), { roles: ['admin'] })
    // On a server with PostgreSQL the announcement takes its way.
    await expect.poll(async () => (await server.ask('newcomer', '/user')).body.roles).toEqual(['admin'])
    expect((await server.ask('newcomer', '/user')).body.features).toContain('office')
    expect((await server.ask('newcomer', '/office/members')).status).toBe(200)
    await change(await named('newcomer'), { roles: [] })
    await expect.poll(async () => (await server.ask('newcomer', '/office/members')).status).toBe(403)
    expect((await server.ask('newcomer', '/user')).body.features).not.toContain('office')
  })

  test('that is gone is found no more', async () => {
    expect(refusedWith(await change({ ...(await named('member')), id: 999 }, { displayName: 'x' }))).toBe(
      '404 MEMBER_NOT_FOUND: There is no such member. Another admin may have removed them.',
    )
  })
})

describe('two admins at once', () => {
  test('the second has the same result, or is told that it is another', async () => {
    const before = await named('premium')
    const [one, other] = await Promise.all([
      change(before, { displayName: 'Prem' }),
      change(before, { displayName: 'Prem' }, 'vera'),
    ])
    expect([one?.status, other?.status]).toEqual([200, 200])
    expect(refusedWith(await change(before, { displayName: 'Ium' }, 'vera'))).toBe(
      '409 CHANGED_MEANWHILE: Someone else changed this in the meantime. Look at it again.',
    )
    expect((await named('premium')).displayName).toBe('Prem')
  })

  test('who remove each other leave one', async () => {
    await change(await named('vera'), { displayName: 'Vera' })
    const [vera, admin] = [await named('vera'), await named('admin')]
    await change(await named('newcomer'), { roles: [] })
    const answers = await Promise.all([remove(vera, 'admin'), remove(admin, 'vera')])
    const codes = answers.map(({ status, body }) => body.code ?? status).sort()
    // The second one is no longer an admin, or was already let in and would leave the league without one.
    expect([
      [200, 'LAST_ADMIN'],
      [200, 'UNAUTHENTICATED'],
    ]).toContainEqual(codes)
    expect(await admins()).toHaveLength(1)
  })
})

describe('the last admin', () => {
  const refusal = '409 LAST_ADMIN: The league needs an admin. Make another member one first.'

  test('can neither be demoted nor removed, by themself or another', async () => {
    const name = await lastAdmin()
    const { body } = await server.ask(name, '/office/members')
    const me = body.members.find(({ isMe }: OfficeMember) => isMe)
    expect(refusedWith(await change(me, { roles: [] }, name))).toBe(refusal)
    expect(refusedWith(await remove(me, name))).toBe(refusal)
    // A member with the role from the provider may try it, too.
    expect((await server.ask(name, '/office/members')).status).toBe(200)
  })
})

describe('a member who is removed', () => {
  test('is out at once, with all logins, and what they did keeps their name', async () => {
    const admin = await lastAdmin()
    const by = (path: string, request = {}) => server.ask(admin, path, request)
    const members: OfficeMember[] = (await by('/office/members')).body.members
    const member = members.find(({ userName }) => userName === 'member')
    if (!member) throw new Error('There is no member.')
    const tag = await server.ask('member', `/stats/teams/${member.teamId}`, {
      method: 'PATCH',
      body: { name: 'Gone Fishing', shortName: 'GONE' },
    })
    expect(tag.status).toBe(200)
    const cookie = await server.cookie('member')
    expect((await server.ask('member', '/user')).status).toBe(200)
    expect((await remove({ ...member, version: 'old' }, admin)).status).toBe(409)
    expect((await remove(member, admin)).status).toBe(200)
    await expect.poll(async () => (await server.ask(null, '/user', { headers: { cookie } })).status).toBe(401)
    const [record] = await server.rows(
      sql`select name, member_id, subject from audit_record where call = 'stats.patchTeam' order by id desc limit 1`,
    )
    expect(record).toEqual({ name: 'Mem Ber', member_id: null, subject: 'member' })
    const { body } = await by('/office/teams')
    expect(body.teams.find(({ id }: { id: number }) => id === member.teamId)).toMatchObject({
      name: 'Gone Fishing',
      owners: [],
    })
  })
})

test('where members log in otherwise no one is invited', async () => {
  const admin = await lastAdmin()
  const { body } = await server.ask(admin, '/office/members')
  const answer = await server.ask(admin, `/office/members/${body.members[0].id}/invitation`, {
    method: 'POST',
    body: { lost: false },
  })
  expect(refusedWith(answer)).toBe(
    '409 NO_INVITATIONS: Members of this league do not log in with passkeys, so there is nothing to invite them to.',
  )
})

test('ending the logins of a member logs them out, and of oneself everywhere else', async () => {
  const admin = await lastAdmin()
  const ends = async (userName: string) => {
    const { body } = await server.ask(admin, '/office/members')
    const { id } = body.members.find((member: OfficeMember) => member.userName === userName)
    return server.ask(admin, `/office/members/${id}/logins`, { method: 'DELETE' })
  }
  expect((await server.ask('newcomer', '/user')).status).toBe(200)
  expect((await ends('newcomer')).status).toBe(200)
  await expect.poll(async () => (await server.ask('newcomer', '/user')).status).toBe(401)
  const { body } = await ends(admin)
  expect(body.members.find(({ isMe }: OfficeMember) => isMe).logins).toHaveLength(1)
  expect((await server.ask(admin, '/user')).status).toBe(200)
})
