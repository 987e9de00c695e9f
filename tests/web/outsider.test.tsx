import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Outsider, User } from '#contract/user'
import { allArrived, json, member, renderApp } from './render-app.tsx'

const account = (outsider: Partial<Outsider> = {}): User => ({
  name: 'Mallory',
  roles: ['premium'],
  outsider: { account: 'mallory@example.org', reason: 'not-listed', ask: ['Anna', 'Bo'], ...outsider },
})
const title = () => screen.findByRole('heading', { level: 1, name: 'Members only' })
const bar = () => within(screen.getByRole('navigation', { name: 'Main' }))

test.each(['/', '/standings', '/draft', '/no/such/page'])(
  'an outsider finds one page at %s, and no way in',
  async (path) => {
    await renderApp(path, { user: account() })
    await title()
    const main = screen.getByRole('main')
    expect(main.textContent).toContain("You are logged in as mallory@example.org, which isn't a member of this league.")
    expect(main.textContent).toContain('Ask Anna or Bo to add you.')
    expect(bar().queryAllByRole('link', { name: /Login|Standings/ })).toEqual([])
    expect(within(main).getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/auth/logout')
  },
)

test.each([
  ['not-listed', 'Neither this account nor its address is on the list of members.'],
  [
    'address-not-verified',
    'The login service has not verified your e-mail address yet. Verify it there, then log in again.',
  ],
  ['no-address', 'The login service gives no e-mail address for this account'],
  ['address-not-confirmed', 'does not say whether your e-mail address has been verified'],
  ['address-of-another-account', 'A member has this e-mail address, but another account.'],
  ['a reason of a later server', 'Neither this account nor its address is on the list of members.'],
])('why: %s', async (reason, sentence) => {
  await renderApp('/standings', { user: account({ reason, ask: [] }) })
  await title()
  expect(screen.getByRole('main').textContent).toContain(sentence)
  expect(screen.getByRole('main').textContent).toContain("Ask the league's admin to add you.")
})

test('an outsider who has been added is in with Try again', async () => {
  const app = await renderApp('/standings', { user: account() })
  await title()
  await allArrived(app)
  app.server.user = member
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table', { name: 'Standings' })
  expect(screen.queryByRole('heading', { name: 'Members only' })).toBeNull()
})

test('a member who was removed learns it with the next refusal', async () => {
  const app = await renderApp('/standings')
  await screen.findByRole('table', { name: 'Standings' })
  await allArrived(app)
  app.server.user = account()
  app.server.answers['/stats/players?type=skater'] = () => json(403, { code: 'NOT_A_MEMBER', message: 'No member.' })
  await app.router.navigate({ to: '/skaters' })
  await title()
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
})
