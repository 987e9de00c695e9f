import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OfficeMember, OfficeMembers } from '#contract/office'
import type { User } from '#contract/user'
import { texts } from '../support/screen-table.ts'
import { admin, type FakeAnswer, json, member, renderApp } from './render-app.tsx'

const chair: User = { ...admin, features: ['office'] }
const LINK = 'https://pool.example/idp/invitation/abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

const person = (id: number, userName: string, given: Partial<OfficeMember> = {}): OfficeMember => ({
  id,
  userName,
  displayName: userName,
  roles: [],
  passkeys: 0,
  logins: [],
  isMe: false,
  version: `v${id}`,
  ...given,
})

const login = (device: string, isThis = false) => ({
  device,
  since: '2026-11-01T10:00:00Z',
  seenAt: '2026-11-20T10:00:00Z',
  isThis,
})

let answer: OfficeMembers
beforeEach(() => {
  answer = {
    loginBy: 'accounts',
    unconfirmed: [],
    members: [
      person(1, 'admin', { roles: ['admin'], isMe: true, passkeys: 1, logins: [login('Mac, Safari', true)] }),
      person(2, 'anna', { displayName: 'Anna Ek', teamId: 2, teamShortName: 'BLU' }),
      person(3, 'bo', { passkeys: 2, logins: [login('iPhone, Safari')], seenAt: '2026-11-20T10:00:00Z' }),
    ],
  }
})

const answers = (): Record<string, FakeAnswer> => ({
  '/office/members': () => json(200, answer),
  '/office/teams': {
    canAdd: true,
    teams: [
      {
        id: 2,
        name: 'Blue',
        shortName: 'BLU',
        startingCash: 0,
        owners: [{ id: 2, displayName: 'Anna Ek' }],
        isRetiring: false,
      },
      { id: 5, name: 'Free Team', shortName: 'FREE', startingCash: 0, owners: [], isRetiring: false },
    ],
  },
  ...Object.fromEntries(
    [
      'POST /office/members',
      'PATCH /office/members/2',
      'DELETE /office/members/3/logins',
      'DELETE /office/members/2?userName=anna&version=v2',
    ].map((path) => [path, () => json(200, answer)]),
  ),
  'POST /office/members/2/invitation': { link: LINK, expiresAt: '2026-12-05T10:00:00Z' },
})

const open = async (changed: Record<string, FakeAnswer> = {}) => {
  const app = await renderApp('/league/members', { user: chair, answers: { ...answers(), ...changed } })
  await screen.findByRole('list', { name: 'Members' })
  return app
}
const row = (name: RegExp) => screen.getByRole('button', { name })
const openAnna = async (changed: Record<string, FakeAnswer> = {}) => {
  const app = await open(changed)
  await app.user.click(row(/^Anna Ek/))
  return app
}

describe('the office', () => {
  test('leads to its places', async () => {
    const app = await renderApp('/league', { user: chair, answers: answers() })
    await app.user.click(await screen.findByRole('link', { name: /^Members/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Members' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'League Office' }).getAttribute('href')).toBe('/league')
  })

  test('is for admins, of a server that has one', async () => {
    await renderApp('/league/members', { user: { ...member, features: ['office'] } })
    expect(await screen.findByText('This page is for the admins of the league.')).toBeTruthy()
    expect(screen.queryByText(/Access denied/i)).toBeNull()
  })

  test('is not there where the server announces none', async () => {
    await renderApp('/league/members', { user: admin })
    expect(await screen.findByText('This league is not run from the app.')).toBeTruthy()
  })
})

describe('the members', () => {
  test('are listed with role, team and way in; an open row has logins that end after a question', async () => {
    const app = await open()
    const list = within(screen.getByRole('list', { name: 'Members' }))
    const words = texts(list.getAllByRole('button'))
    expect(words).toEqual([
      'adminyouadminnever seen · 1 login',
      'Anna EkBLUnot invited yet · never seen',
      expect.stringMatching(/^boseen .+ · 1 login$/),
    ])
    await app.user.click(row(/^bo/))
    expect(screen.getByText(/^iPhone, Safari, last seen /)).toBeTruthy()
    await app.press('End logins')
    await app.answer('End logins', 'End logins?')
    await waitFor(() => expect(app.server.sent).toEqual([['DELETE /office/members/3/logins', null]]))
  })

  test.each([
    [
      'trial',
      'This server is for trying out: everyone logs in with a button and no password, so no one needs an invitation.',
    ],
    [
      'external',
      'Members log in at an identity provider, which knows them by subject or address, so no one needs an invitation.',
    ],
  ] as const)('of a league with a login of the kind %s are not invited', async (loginBy, sentence) => {
    answer = { ...answer, loginBy, unconfirmed: [{ account: 'x@example.org', subject: '47' }] }
    const app = await open()
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.getByText('x@example.org, subject 47')).toBeTruthy()
    await app.user.click(row(/^Anna Ek/))
    expect(screen.queryByRole('button', { name: /invit/i })).toBeNull()
  })
})

describe('an invitation', () => {
  test('is shown once, as link and code, and is copied', async () => {
    const app = await open()
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    await app.user.click(row(/^Anna Ek/))
    await app.press('Invite')
    const card = within(await screen.findByRole('region', { name: 'Invitation of Anna Ek' }))
    expect(card.getByText(LINK)).toBeTruthy()
    expect(await card.findByRole('img', { name: 'The link as a QR code' })).toBeTruthy()
    expect(card.queryByRole('button', { name: 'Share' })).toBeNull()
    await app.user.click(card.getByRole('button', { name: 'Copy' }))
    expect(await card.findByText('Copied')).toBeTruthy()
    expect(written).toHaveBeenCalledWith(LINK)
    expect(app.server.sent).toEqual([['POST /office/members/2/invitation', { lost: false }]])
    // Closed and opened again it is gone.
    await app.user.click(row(/^Anna Ek/))
    await app.user.click(row(/^Anna Ek/))
    expect(screen.queryByText(LINK)).toBeNull()
  })

  test('is handed to the share sheet of a phone', async () => {
    const share = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    try {
      const app = await open()
      await app.user.click(row(/^Anna Ek/))
      await app.press('Invite')
      await app.press('Share')
      expect(share).toHaveBeenCalledWith({
        title: 'Hockey Pool',
        text: 'Anna Ek, this is your way into our hockey pool.',
        url: LINK,
      })
    } finally {
      Reflect.deleteProperty(navigator, 'share')
    }
  })
})

describe('a change', () => {
  test('of name and roles names what the admin has seen', async () => {
    const app = await openAnna()
    await app.press('Change')
    await app.write(/^Name/, 'Anna E.')
    await app.user.click(screen.getByRole('checkbox', { name: /^Premium/ }))
    await app.press('Save')
    await waitFor(() =>
      expect(app.server.sent).toEqual([
        ['PATCH /office/members/2', { version: 'v2', displayName: 'Anna E.', roles: ['premium'] }],
      ]),
    )
    expect(await screen.findByRole('button', { name: 'Change' })).toBeTruthy()
    expect(screen.getByText('Saved.')).toBeTruthy()
  })

  test('that another admin came before is told, and what they changed is not undone by saving again', async () => {
    const refused = () => {
      const isFirst = app.server.sent.length === 1
      const [first, anna, ...others] = answer.members
      if (isFirst && first && anna) {
        const changed = { ...anna, roles: ['admin'], email: 'anna@example.org', version: 'v2b' }
        answer = { ...answer, members: [first, changed, ...others] }
        return json(409, { code: 'CHANGED_MEANWHILE', message: 'Somebody else changed this.' })
      }
      return json(200, answer)
    }
    const app = await open({ 'PATCH /office/members/2': refused })
    await app.user.click(row(/^Anna Ek/))
    await app.press('Change')
    await app.write(/^Name/, 'Anna E.')
    await app.press('Save')
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed this.')
    const isAdmin = () => screen.getByRole('checkbox', { name: /^Admin/ })
    await waitFor(() => expect(isAdmin()).toHaveProperty('checked', true))
    expect(screen.getByLabelText(/^E-mail/)).toHaveProperty('value', 'anna@example.org')
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Anna E.')
    await app.user.click(screen.getByRole('checkbox', { name: /^Premium/ }))
    await app.press('Save')
    await waitFor(() =>
      expect(app.server.sent).toEqual([
        ['PATCH /office/members/2', { version: 'v2', displayName: 'Anna E.' }],
        ['PATCH /office/members/2', { version: 'v2b', displayName: 'Anna E.', roles: ['admin', 'premium'] }],
      ]),
    )
  })

  test.each([
    ['removed', () => json(200, answer)],
    [
      'removed by another admin meanwhile',
      () => json(404, { code: 'MEMBER_NOT_FOUND', message: 'There is no such member.' }),
    ],
  ])('says that a member is %s', async (_, removal) => {
    const app = await open({
      'DELETE /office/members/2?userName=anna&version=v2': () => {
        answer = { ...answer, members: answer.members.filter(({ id }) => id !== 2) }
        return removal()
      },
    })
    await app.user.click(row(/^Anna Ek/))
    await app.press('Remove')
    expect((await screen.findByRole('alertdialog', { name: 'Remove Anna Ek?' })).textContent).toContain(
      'Their logins and passkeys end at once. The team BLU stays, without a member, with its players and everything it did.',
    )
    await app.answer('Remove')
    expect(await screen.findByText('Anna Ek is no longer a member.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Anna Ek/ })).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('keeps a role that a provider writes in its own way', async () => {
    answer = {
      ...answer,
      members: answer.members.map((each) => (each.id === 2 ? { ...each, roles: ['ROLE_admin'] } : each)),
    }
    const app = await openAnna()
    await app.press('Change')
    expect(screen.getByRole('checkbox', { name: /^Admin/, checked: true })).toBeTruthy()
    await app.user.click(screen.getByRole('checkbox', { name: /^Premium/ }))
    await app.press('Save')
    await waitFor(() =>
      expect(app.server.sent).toEqual([['PATCH /office/members/2', { version: 'v2', roles: ['admin', 'premium'] }]]),
    )
  })

  test('adds a member to a team that no one has, and leads on to the invitation', async () => {
    const app = await open()
    await app.press('Add a member')
    await app.user.type(screen.getByLabelText(/^User name/), 'vera')
    await app.user.selectOptions(
      screen.getByLabelText('Team'),
      await screen.findByRole('option', { name: 'Free Team' }),
    )
    expect(texts(screen.getAllByRole('option'))).toEqual(['No team', 'Free Team'])
    answer = { ...answer, members: [...answer.members, person(4, 'vera')] }
    await app.press('Add')
    await waitFor(() => expect(row(/^vera/).getAttribute('aria-expanded')).toBe('true'))
    expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy()
    expect(screen.getByText('vera is a member now.')).toBeTruthy()
    expect(app.server.sent).toEqual([
      ['POST /office/members', { userName: 'vera', displayName: '', email: null, subject: null, roles: [], teamId: 5 }],
    ])
  })
})
