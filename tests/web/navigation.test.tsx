import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { User } from '#contract/user'
import { isDraftTime } from '#web/features/shell/navigation'
import { watchInstall } from '#web/offline/install'
import { texts } from '../support/screen-table.ts'
import { ago, dayOf } from './mid-season.ts'
import { admin, member, newcomer, premium, renderApp, teams } from './render-app.tsx'

const listing: User = { ...member, features: ['draft-room'] }
const listingNewcomer: User = { ...newcomer, features: ['draft-room'] }

/** By a server that follows games. */
const watching: User = { ...member, features: ['tonight'] }

const bar = () => within(screen.getByRole('navigation', { name: 'Main' }))
/** Looks for the bar each time: that of a user who is not known yet is another one. */
const inBar = (role: 'button' | 'link', name: string) => waitFor(() => bar().getByRole(role, { name }))
const labels = (links: HTMLElement[]) => texts(links)

/** Opens a menu, and answers with how to read its links. */
async function menuOf(app: Awaited<ReturnType<typeof renderApp>>, name: string) {
  const button = await inBar('button', name)
  await app.user.click(button)
  const item = button.closest('li')
  if (!item) throw new Error(`${name} is not in a list`)
  return () => within(item).queryAllByRole('link')
}

/** By a server that has an office. */
const chair: User = { ...admin, features: ['office'] }

/** By a server that sends notifications. */
const notified: User = { ...newcomer, features: ['push'] }

/** By a server that keeps the seasons that are over. */
const remembering: User = { ...member, features: ['history'] }

const everyone = ['Hockey Pool', 'Standings', 'Skaters', 'Goalies']

describe('the bar', () => {
  test.each([
    ['a member with a team', member, [...everyone, 'My Team']],
    ['a newcomer', newcomer, everyone],
    [
      'a member where games are followed',
      watching,
      ['Hockey Pool', 'Standings', 'Tonight', 'Skaters', 'Goalies', 'My Team'],
    ],
  ])('%s sees their links', async (_, user, expected) => {
    await renderApp('/', { user })
    // On the page: the bar of a user who is not known yet is another one.
    await screen.findByRole('button', { name: user.name })
    expect(labels(bar().getAllByRole('link'))).toEqual(expected)
  })

  test.each([
    [member, 'Preseason', ['Keepers Selection', 'Live Draft', 'Draft Picks']],
    [listing, 'Preseason', ['Keepers Selection', 'Live Draft', 'My Pick List', 'Draft Picks']],
    [listingNewcomer, 'Preseason', ['Keepers Selection', 'Live Draft', 'Draft Picks']],
    [member, 'Management', ['Roster Changes', 'Trades', 'Shopping Cart']],
    [newcomer, 'Management', ['Roster Changes', 'Trades']],
    [member, 'Extras', ['NHL Standings', 'Hockey Pool Rules']],
    [premium, 'Extras', ['NHL Standings', 'Hockey Pool Rules', 'Players Preview']],
    [remembering, 'Extras', ['NHL Standings', 'Hockey Pool Rules', 'History']],
    [admin, 'Admin', ['Draft Admin']],
    [chair, 'Admin', ['Draft Admin', 'League Office']],
    [member, 'All Teams', ['Northern Lights', 'Blue Line Bandits', 'Crease Crashers']],
    [member, 'member', ['Team Settings', 'Change Password', 'Logout']],
    [newcomer, 'newcomer', ['Change Password', 'Logout']],
    [notified, 'newcomer', ['Notifications', 'Change Password', 'Logout']],
  ] as const)('%o finds under %s what is theirs', async (user, menu, expected) => {
    const app = await renderApp('/', { user: { ...user, roles: [...user.roles] } })
    const links = await menuOf(app, menu)
    await waitFor(() => expect(labels(links())).toEqual(expected))
  })

  test('only admins have the Admin menu; All Teams says so while the teams are on their way', async () => {
    const app = await renderApp('/rules', { user: premium, teams: 'silent' })
    const links = await menuOf(app, 'All Teams')
    expect(await bar().findByText('Loading...')).toBeTruthy()
    expect(bar().queryByText('No teams')).toBeNull()
    expect(links()).toEqual([])
    expect(bar().queryByRole('button', { name: 'Admin' })).toBeNull()
  })

  test('a visitor sees the brand, and a Login that comes back to where they were', async () => {
    await renderApp('/standings?standings_sort=cash', { user: null })
    const login = await inBar('link', 'Login')
    expect(login.getAttribute('href')).toBe('/auth/login?return=%2Fstandings%3Fstandings_sort%3Dcash')
    expect(labels(bar().getAllByRole('link'))).toEqual(['Hockey Pool', 'Login'])
    expect(bar().queryAllByRole('button')).toEqual([])
  })

  test('Change Password opens the account page in a new tab', async () => {
    const app = await renderApp('/')
    await menuOf(app, 'member')
    const link = bar().getByRole('link', { name: 'Change Password' })
    expect(link.getAttribute('href')).toBe('/auth/account')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  test('one menu is open at a time; Escape closes it and returns the focus', async () => {
    const app = await renderApp('/')
    const extras = await inBar('button', 'Extras')
    await app.user.click(extras)
    const trades = bar().getByRole('button', { name: 'Management' })
    await app.user.click(trades)
    expect(extras.getAttribute('aria-expanded')).toBe('false')
    expect(trades.getAttribute('aria-expanded')).toBe('true')
    await app.user.tab()
    expect(document.activeElement).toBe(bar().getByRole('link', { name: 'Roster Changes' }))
    await app.user.keyboard('{Escape}')
    expect(trades.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(trades)
  })

  test.each([
    ['a press outside', '/', () => screen.getByRole('main')],
    ['a choice', '/', () => bar().getByRole('link', { name: 'Hockey Pool Rules' })],
    ['the page that is open', '/nhl-standings', () => bar().getByRole('link', { name: 'NHL Standings' })],
  ])('%s closes the menu', async (_, path, target) => {
    const app = await renderApp(path)
    const extras = await inBar('button', 'Extras')
    await app.user.click(extras)
    expect(extras.getAttribute('aria-expanded')).toBe('true')
    await app.user.click(target())
    expect(extras.getAttribute('aria-expanded')).toBe('false')
  })

  test('the user menu offers the installation while the browser does', async () => {
    const app = await renderApp('/')
    watchInstall()
    await menuOf(app, 'member')
    expect(bar().queryByRole('button', { name: 'Install app' })).toBeNull()
    let asked = 0
    const offer = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => {
        asked += 1
      },
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    act(() => void window.dispatchEvent(offer))
    await app.user.click(bar().getByRole('button', { name: 'Install app' }))
    expect(asked).toBe(1)
    await waitFor(() => expect(bar().queryByRole('button', { name: 'Install app' })).toBeNull())
  })
})

test.each([
  ['an iPhone in the browser', false, true],
  ['an iPhone with the app on its home screen', true, false],
])('the user menu of %s', async (_, standalone, hasSteps) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)')
  Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true })
  onTestFinished(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(navigator, 'standalone')
  })
  const app = await renderApp('/')
  watchInstall()
  await menuOf(app, 'member')
  expect(bar().queryAllByText('To install the app, tap Share, then Add to Home Screen.')).toHaveLength(hasSteps ? 1 : 0)
})

describe('the tabs of a phone', () => {
  const tabs = () => within(screen.getByRole('navigation', { name: 'Shortcuts' }))
  const places = () =>
    tabs()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
  const dates = (seasonIn: number, tradingIn: number) => ({
    rosterHoldStartDate: dayOf(ago(-seasonIn)),
    tradingStartTime: ago(-tradingIn),
  })
  const pick = (pickStatus: string) => ({ pickStatus })

  test.each([
    [member, 'Standings /standings | My Team /teams/2 | Players /skaters | Cart /shopping-cart'],
    [watching, 'Standings /standings | My Team /teams/2 | Players /skaters | Tonight /tonight'],
    [
      { ...newcomer, features: ['tonight'] },
      'Standings /standings | Players /skaters | Trades /trades | Tonight /tonight',
    ],
    [newcomer, 'Standings /standings | Players /skaters | Trades /trades | NHL /nhl-standings'],
  ])('%o has their places under the thumb', async (user, expected) => {
    await renderApp('/rules', { user })
    await screen.findByRole('navigation', { name: 'Shortcuts' })
    expect(
      places()
        .map((place) => place.join(' '))
        .join(' | '),
    ).toBe(expected)
  })

  test('a visitor has none', async () => {
    await renderApp('/', { user: null })
    await inBar('link', 'Login')
    expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull()
  })

  test.each([
    ['/skaters', 'Players', 'page'],
    ['/goalies', 'Players', 'true'],
    ['/teams/2', 'My Team', 'page'],
    ['/teams/3', 'My Team', null],
    // The first visit: what the league's dates are is not known yet.
    ['/draft', 'Draft', 'page'],
  ])('at %s %s is marked: %s', async (path, name, current) => {
    await renderApp(path)
    await screen.findByRole('navigation', { name: 'Shortcuts' })
    expect(tabs().getByRole('link', { name }).getAttribute('aria-current')).toBe(current)
  })

  test("in the draft's time there are no games", async () => {
    const settings = dates(10, 50)
    await renderApp('/rules', { user: watching, answers: { '/league-admin/settings': settings } })
    await waitFor(() => tabs().getByRole('link', { name: 'Draft' }))
    expect(places().map(([name]) => name)).toEqual(['Standings', 'My Team', 'Players', 'Draft'])
  })

  test.each([
    ['before the season begins', [], dates(10, 50), true],
    ['while picks are left', [pick('DONE'), pick('WAITING')], dates(-3, 39), true],
    ['when all are made', [pick('DONE')], dates(-3, 39), false],
    ['when trading is open, whatever was never picked', [pick('ACTIVE')], dates(-60, -18), false],
    ['where nothing is known', undefined, undefined, false],
  ])('the draft takes the place of the cart: %s', (_, picks, settings, expected) => {
    expect(isDraftTime(picks, settings)).toBe(expected)
  })

  test('More opens the menu, and leaves the focus on its button', async () => {
    const app = await renderApp('/')
    await screen.findByRole('navigation', { name: 'Shortcuts' })
    await app.user.click(tabs().getByRole('button', { name: 'More' }))
    const menu = bar().getByRole('button', { name: 'Menu' })
    expect(menu.getAttribute('aria-expanded')).toBe('true')
    expect(document.activeElement).toBe(menu)
  })
})

describe('a touched link', () => {
  test('of the bar fetches what its screen shows', async () => {
    const goalies = '/stats/players?type=goalie'
    const { server } = await renderApp('/', { answers: { [goalies]: [] } })
    fireEvent.touchStart(await inBar('link', 'Goalies'))
    await waitFor(() => expect(server.asked.filter((path) => path === goalies)).toHaveLength(1))
  })

  test('of a table fetches the team and its players, before it is followed', async () => {
    const app = await renderApp('/standings', {
      answers: { '/stats/teams/1': { ...teams[0] }, '/roster/teams/1/players?current=true': [] },
    })
    fireEvent.pointerDown(await screen.findByRole('link', { name: /Northern Lights/ }))
    const ofTeam = ['/roster/teams/1/players?current=true', '/stats/teams/1']
    await waitFor(() => expect(app.server.asked.filter((path) => ofTeam.includes(path)).toSorted()).toEqual(ofTeam))
    expect(app.router.state.location.pathname).toBe('/standings')
  })
})

test.each([
  ['/standings', 'Standings'],
  ['/skaters', 'Skaters'],
  ['/goalies', 'Goalies'],
  ['/keepers', 'Keepers Selection'],
  ['/draft', 'Live Draft'],
  ['/pick-list', 'My Pick List'],
  ['/draft-report', 'Draft Picks'],
  ['/draft-admin', 'Draft Administration'],
  ['/league', 'League Office'],
  ['/league/members', 'Members'],
  ['/league/teams', 'Teams'],
  ['/league/corrections', 'Corrections'],
  ['/league/statistics', 'Statistics'],
  ['/league/settings', 'Season Settings'],
  ['/league/message', 'Message'],
  ['/league/records', 'Records'],
  ['/league/backup', 'Backup'],
  ['/players-preview', 'Players Preview'],
  ['/nhl-standings', 'NHL Standings'],
  ['/rules', 'Hockey Pool Rules'],
  ['/roster-changes', 'Roster Changes'],
  ['/trades', 'Trades'],
  ['/shopping-cart', 'Shopping Cart'],
  ['/team-settings', 'Team Settings'],
  ['/history', 'History'],
  ['/history/20252026', 'Season 2025-2026'],
  ['/league/season', 'Next Season'],
  ['/tonight', 'Tonight'],
])('the window at %s is called %s', async (path, title) => {
  await renderApp(path, { user: { ...admin, roles: ['admin', 'premium'], features: ['tonight', 'history', 'office'] } })
  await screen.findByRole('heading', { level: 1 })
  expect(document.title).toBe(`${title} · Hockey Pool`)
})
