import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { errorSentences } from '#contract/errors'
import { mappedErrors } from '#contract/refusal-texts'
import type { RosterEntry } from '#contract/roster'
import type { Player, PreviousSeason, TimeSeriesPoint } from '#contract/stats'
import { outboxOf } from '#web/data/outbox'
import { deferred } from '../support/deferred.ts'
import { skipQuietPauses } from '../support/quiet-pauses.ts'
import { texts } from '../support/screen-table.ts'
import { ago, midSeason } from './mid-season.ts'
import { allArrived, type FakeAnswer, goOffline, goOnline, json, member, newcomer, renderApp } from './render-app.tsx'

const bandits = { id: 2, shortName: 'BLU' }
const skater: Player = {
  id: 7,
  name: 'Émile Côté',
  team: bandits,
  nhlTeam: 'MTL',
  position: 'LD',
  points: 41,
  pointsDiffPrevious: -2,
  pointsThisWeek: 5,
  pointsLastWeek: 0,
  projectedPoints: 140.4,
  gamesPlayed: 23,
  teamGamesPlayed: 24,
  toiPerGp: 1209.6,
  buyPrice: 48.02,
}
const freeAgent: Player = { ...skater, id: 8, name: 'Olle Berg', team: null }
const entry: RosterEntry = {
  teamPoints: 38,
  scratchPoints: 3,
  boughtAt: '2026-10-01T12:00:00.000Z',
  boughtPrice: 12.5,
  sellPrice: 38,
  sold: false,
  scratched: false,
}
const season: readonly TimeSeriesPoint[] = [
  { date: '2026-10-08', gamePoints: 4, projectedPoints: 328, played: 1 },
  { date: '2026-10-10', gamePoints: 0, projectedPoints: 164, played: 0 },
]
const before: readonly PreviousSeason[] = [
  {
    season: 20252026,
    nhlTeam: 'MTL',
    points: 60,
    projectedPoints: 62.4,
    gamesPlayed: 78,
    teamGamesPlayed: 82,
    team: { shortName: 'NOR' },
  },
  { season: '20242025', nhlTeam: 'BOS', points: 10, gamesPlayed: 20, teamGamesPlayed: 82 },
]
const ENTRY = '/roster/teams/2/roster-entries/7'
const PUT = `PUT ${ENTRY}?scratch-status=`
const CART = '/trading/teams/2/shopping-cart'

const answers: Record<string, FakeAnswer> = {
  '/stats/players/7': skater,
  '/stats/players/7/time-series': season,
  '/stats/players/7/previous-seasons': before,
  [ENTRY]: entry,
  '/stats/players/8': freeAgent,
  '/stats/players/8/time-series': [],
  '/stats/players/8/previous-seasons': [],
  [CART]: { cartEntries: [], tradeBalance: 20, status: 'CART_EMPTY' },
}
const open = (changed: Record<string, FakeAnswer> = {}, path = '/players/7', user = member) =>
  renderApp(path, { user, answers: { ...answers, ...changed } })

const table = (name: string) => screen.findByRole('table', { name })
const labels = (found: readonly HTMLElement[]) => found.map((cell) => cell.textContent?.replace(/[▲▼]/, ''))
const headings = async (name: string) => labels(within(await table(name)).getAllByRole('columnheader'))
const cells = async (name: string) => labels(within(await table(name)).getAllByRole('cell'))
const button = (name: string) => screen.findByRole('button', { name })
const alert = async () => (await screen.findByRole('alert')).textContent

beforeEach(() => {
  skipQuietPauses()
  return () => vi.restoreAllMocks()
})

describe('the player page', () => {
  test('names the player, shows his picture and his figures', async () => {
    const goalie = await open({ '/stats/players/7': { ...skater, position: 'G' } })
    await table('Statistics')
    expect(document.querySelector('.portrait img')?.getAttribute('src')).toBe('/art/goalie.svg')
    goalie.unmount()
    await open({ '/stats/players/7': { ...skater, profileImage: 'https://pics.example/7.png' } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Émile Côté' })).toBeTruthy()
    expect(document.title).toBe('Émile Côté · Hockey Pool')
    expect((await headings('Statistics')).join(' | ')).toBe(
      'Name | NHL Team | Position | Points | Last | This Week | Last Week | Proj Pts | GP | Team GP | TOI/GP',
    )
    expect((await cells('Statistics')).join(' | ')).toBe(
      'Émile Côté | MTL | LD | 41 | -2 | 5 | 0 | 140 | 23 | 24 | 20:10',
    )
    const picture = screen.getByRole('img', { name: 'Émile Côté' })
    fireEvent.error(picture)
    expect(picture.getAttribute('src')).toBe('/art/skater.svg')
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['76', '76'])
  })

  test('a free agent has a price and no roster, and without games and seasons sentences in their place', async () => {
    const app = await open({}, '/players/8')
    expect((await headings('Statistics')).at(-1)).toBe('Buy Price')
    expect((await cells('Statistics')).at(-1)).toBe('48.02')
    expect(screen.queryByRole('table', { name: 'Roster' })).toBeNull()
    expect(app.client.getQueryCache().findAll({ queryKey: ['roster-entry'] })[0]?.state.fetchStatus).toBe('idle')
    expect(screen.queryByRole('button', { name: /Scratch|Dress|Sell/ })).toBeNull()
    expect(await screen.findByText("The chart begins with the season's first game.")).toBeTruthy()
    expect(await screen.findByText('This season is listed here once it is over.')).toBeTruthy()
  })

  test('tells his time with the pool team, and below it his previous seasons, the latest first', async () => {
    await open()
    expect((await headings('Roster')).join(' | ')).toBe(
      'Team | Team Points | Scratch Points | Status | Scratched at | Bought at | Bought Price | Sell Price',
    )
    expect(await cells('Roster')).toEqual([
      'BLU',
      '38',
      '3',
      'Dressed',
      '-',
      expect.stringMatching(/^Oct/),
      '12.50',
      '38.00',
    ])
    expect(
      within(await table('Roster'))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/teams/2')
    await table('Previous seasons')
    const parts = texts(screen.getAllByRole('heading', { level: 2 }))
    expect(parts).toEqual(['Season', 'Statistics', 'Roster', 'Previous seasons'])
    expect((await headings('Previous seasons')).join(' | ')).toBe(
      'Season | NHL Team | Points | Projected | GP | Team GP | Team',
    )
    const rows = within(await table('Previous seasons')).getAllByRole('rowheader')
    expect(labels(rows)).toEqual(['2025-2026', '2024-2025'])
    expect((await cells('Previous seasons')).join(' | ')).toBe(
      'MTL | 60 | 62 | 78 | 82 | NOR | BOS | 10 | - | 20 | 82 | -',
    )
  })

  test('opens from the lists and the team page with what they hold, before his own answers have come', async () => {
    const app = await renderApp('/standings', {
      answers: { ...answers, '/stats/players/7': 'silent', [ENTRY]: 'silent' },
    })
    app.client.setQueryData(['players', 'skater'], [skater])
    app.client.setQueryData(['team-players', 2, true], [{ player: skater, rosterEntry: entry }])
    await act(() => app.router.navigate({ to: '/players/$playerId', params: { playerId: '7' } }))
    expect((await cells('Statistics'))[3]).toBe('41')
    expect((await cells('Roster'))[1]).toBe('38')
    expect(await button('Scratch')).toBeTruthy()
  })

  test('shows earlier seasons at their place, not before the time with the team is there or failed', async () => {
    const first = await open({ [ENTRY]: 'silent' })
    await table('Statistics')
    expect(screen.getByRole('heading', { name: 'Season' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Previous seasons' })).toBeNull()
    first.unmount()
    await open({ [ENTRY]: 'fails' })
    expect(await screen.findByRole('heading', { name: 'Previous seasons' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Roster' })).toBeTruthy()
  })

  test('says that there is no such player', async () => {
    await open({}, '/players/99')
    expect(await alert()).toBe('Error: Failed to fetch player info')
    expect(screen.getByText('There is no such player.')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Season' })).toBeNull()
  })

  test('shows his time with the team from the list of the team too where the server refuses it', async () => {
    const app = await renderApp('/standings', {
      answers: { ...answers, [ENTRY]: () => json(404, { code: 'ROSTER_ENTRY_NOT_FOUND', message: 'No.' }) },
    })
    app.client.setQueryData(['team-players', 2, true], [{ player: skater, rosterEntry: entry }])
    await act(() => app.router.navigate({ to: '/players/$playerId', params: { playerId: '7' } }))
    expect(await alert()).toContain(mappedErrors.ROSTER_ENTRY_NOT_FOUND)
    expect((await cells('Roster'))[1]).toBe('38')
  })

  const listed = {
    '/stats/players?type=skater': [skater],
    '/stats/players?type=goalie': [],
    '/roster/teams/2/players?current=true': [{ player: skater, rosterEntry: entry }],
  }
  const PORTAL = () => new Response('{"error":"Please accept the terms."}')

  test.each([
    ['no answer', 'unreachable'],
    ["a public network's login in place of the answer", PORTAL],
  ] as const)('by %s, the figures of the lists stand in, and nothing is told in red', async (_, answer) => {
    await open({ ...listed, '/stats/players/7': answer, [ENTRY]: answer })
    await waitFor(async () => expect((await cells('Statistics'))[3]).toBe('41'))
    await waitFor(async () => expect((await cells('Roster'))[1]).toBe('38'))
    expect(screen.getByRole('heading', { level: 1, name: 'Émile Côté' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says once that nothing of the page is on the device', async () => {
    await open({
      '/stats/players/7': 'unreachable',
      '/stats/players?type=skater': 'unreachable',
      '/stats/players?type=goalie': 'unreachable',
      '/stats/players/7/time-series': 'unreachable',
      '/stats/players/7/previous-seasons': 'unreachable',
    })
    await waitFor(() => expect(screen.getAllByText(/isn't saved on your phone/)).toHaveLength(1))
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('what alone is not on the device is missing quietly, each at its place', async () => {
    await open({ '/stats/players/7/time-series': 'unreachable', '/stats/players/7/previous-seasons': 'unreachable' })
    await waitFor(() => expect(screen.getAllByText(/isn't saved on your phone/)).toHaveLength(2))
    expect((await cells('Statistics'))[3]).toBe('41')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['400', () => json(400, { code: 'BAD_REQUEST', message: 'No.' })],
    ['403', () => json(403, { code: 'FORBIDDEN', message: 'No.' })],
    ['404', () => json(404, { code: 'PLAYER_NOT_FOUND', message: 'No.' })],
    ['500', 'fails'],
  ] as const)(
    'refused by a %s, a player of a list keeps his figures, with the sentence above them',
    async (_, answer) => {
      await open({ ...listed, '/stats/players/7': answer })
      await waitFor(async () => expect((await cells('Statistics'))[3]).toBe('41'))
      const sentence = screen.getByRole('alert')
      expect(sentence.textContent).toBe('Error: Failed to fetch player info')
      expect(sentence.className).toBe('notice error')
      expect(sentence.compareDocumentPosition(await table('Statistics'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      expect(screen.getByText(/^as of \d\d:\d\d$/)).toBeTruthy()
      expect(screen.queryByText('There is no such player.')).toBeNull()
    },
  )

  test('is as old as his figures: past seasons and whatever other screens have asked for do not count', async () => {
    const app = await renderApp('/standings', { answers })
    await allArrived(app)
    const hourOld = { updatedAt: Date.now() - 50 * 60_000 }
    app.client.setQueryData(['previous-seasons', 7], before, hourOld)
    app.client.setQueryData(['user'], member, hourOld)
    await act(() => app.router.navigate({ to: '/players/$playerId', params: { playerId: '7' } }))
    await table('Previous seasons')
    await allArrived(app)
    expect(screen.queryByText(/^as of/)).toBeNull()
    await goOffline(app)
    const line = await screen.findByText(/^Offline · figures as of/)
    const now = Date.now()
    const clocks = [now, now - 60_000].map((at) => new Date(at).toTimeString().slice(0, 5))
    expect(clocks).toContain(line.textContent?.slice(-5))
  })
})

describe('the season', () => {
  test('is a chart with a sentence, read day by day with the keys, and a table on demand', async () => {
    // What jsdom does not measure: the chart draws nothing without a width.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390)
    const app = await open()
    const sentence =
      '1 of 2 games played, 4 points in all. Best game: 4 points on Oct 8. Projected for the season: 164 points.'
    const chart = await screen.findByRole('img', { name: sentence })
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(chart.querySelectorAll('[data-testid^="bar.item"]')).toHaveLength(2)
    expect(labels([...chart.querySelectorAll<HTMLElement>('text')])).toEqual(
      expect.arrayContaining(['0', '20', '50', '250', 'Oct 8', 'Oct 10']),
    )
    expect(screen.getByText('Above the scale')).toBeTruthy()
    const days = screen.getByRole('slider', { name: 'Game day' })
    expect(days.getAttribute('aria-valuetext')).toBe('Oct 10: did not play, projected 164')
    fireEvent.change(days, { target: { value: '0' } })
    expect(days.getAttribute('aria-valuetext')).toBe('Oct 8: 4 points, projected 328')
    expect(screen.getByText('Oct 8: 4 points, projected 328')).toBeTruthy()

    await app.press('Show as table')
    expect(await headings('Season by game day')).toEqual(['Date', 'Game points', 'Projected points', 'Played'])
    expect(labels(within(await table('Season by game day')).getAllByRole('rowheader'))).toEqual(['Oct 10', 'Oct 8'])
    expect(await cells('Season by game day')).toEqual(['0', '164', 'No', '4', '328', 'Yes'])
    await app.press('Show as chart')
    expect(await screen.findByRole('img', { name: sentence })).toBeTruthy()
  })

  test.each([
    ['time-series', 'fails', 'Error loading time series data'],
    ['time-series', [], 'No time series data available for this player.'],
    ['previous-seasons', 'fails', 'Error loading previous seasons data'],
    ['previous-seasons', [], 'No previous seasons data available for this player.'],
  ] as const)('%s: %j says so', async (path, given, sentence) => {
    await open({ [`/stats/players/7/${path}`]: given })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(await table('Statistics')).toBeTruthy()
  })
})

describe('while it loads', () => {
  const SERIES = '/stats/players/7/time-series'
  const SEASONS = '/stats/players/7/previous-seasons'

  test.each([
    ['all of it', ['/stats/players/7']],
    ['what stands beside the player', [SERIES, ENTRY, SEASONS]],
    ['the roster and the seasons', [ENTRY, SEASONS]],
    ['the chart and the seasons', [SERIES, SEASONS]],
    ['the seasons', [SEASONS]],
  ])('the page says so once: %s', async (_, awaited) => {
    const isKnown = awaited[0] !== '/stats/players/7'
    await open(Object.fromEntries(awaited.map((path) => [path, 'silent' as const])))
    expect(await screen.findByRole('heading', { level: 1, name: isKnown ? 'Émile Côté' : 'Player' })).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('Loading...')).toHaveLength(1))
    if (isKnown) expect(await table('Statistics')).toBeTruthy()
  })
})

describe('the buttons', () => {
  test.each([
    [
      'of another team',
      {
        '/stats/players/7': { ...skater, team: { id: 1, shortName: 'NOR' } },
        '/roster/teams/1/roster-entries/7': entry,
      },
      member,
    ],
    ['that was sold', { [ENTRY]: { ...entry, sold: true } }, member],
    ['for a member without a team', {}, newcomer],
    ['who is free, for a member without a team', {}, newcomer, '/players/8'],
  ])('are none for a player %s', async (_, changed, user, path = '/players/7') => {
    await open(changed, path, user)
    await table('Statistics')
    await screen.findByRole('heading', { name: 'Previous seasons' })
    expect(screen.queryByRole('button', { name: /^(Scratch|Dress|Sell|Buy)$/ })).toBeNull()
  })

  const inQuestion = async (name: string) =>
    within(await screen.findByRole('alertdialog', { name: 'Scratch Émile Côté?' })).getByRole('button', { name })
  const scratch = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(await button('Scratch'))
    await user.click(await inQuestion('Scratch'))
  }

  test('scratch: the answer is what is shown, and the lists are asked again', async () => {
    const scratched = { ...entry, scratched: true, scratchedAt: '2026-11-21T20:00:00.000Z' }
    const app = await open({ [`${PUT}scratched`]: scratched })
    const asked = vi.spyOn(app.client, 'invalidateQueries')
    await scratch(app)
    expect(await button('Dress')).toBeTruthy()
    expect((await cells('Roster')).slice(3, 5)).toEqual(['Scratched', expect.stringMatching(/^Nov/)])
    expect(screen.getByText('Émile Côté is scratched.')).toBeTruthy()
    expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['team-players', 2], ['roster-changes']])
    expect(app.server.changes).toEqual([`${PUT}scratched`])
  })

  test('dress', async () => {
    const app = await open({ [ENTRY]: { ...entry, scratched: true }, [`${PUT}dressed`]: entry })
    await app.press('Dress')
    expect(await button('Scratch')).toBeTruthy()
    expect((await cells('Roster'))[3]).toBe('Dressed')
  })

  test('a refusal is told in the words of the catalogue, and can be dismissed', async () => {
    const app = await open({ [`${PUT}scratched`]: () => json(409, { code: 'MIN_GOALIES', message: 'Other words.' }) })
    await scratch(app)
    const notice = await screen.findByRole('alert')
    expect(notice.firstElementChild?.textContent).toBe('At least one goalie must be dressed.')
    await app.user.click(within(notice).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect((await cells('Roster'))[3]).toBe('Dressed')
  })

  test('a double tap sends once', async () => {
    const app = await open({ [`${PUT}scratched`]: 'silent' })
    await app.press('Scratch')
    const confirm = await inQuestion('Scratch')
    act(() => {
      confirm.click()
      confirm.click()
    })
    await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBe('true'))
    act(() => confirm.click())
    expect(app.server.changes).toEqual([`${PUT}scratched`])
  })

  const rules = midSeason()

  test('a question asked before the rules are known says what they say once they are', async () => {
    const known = deferred<Response>()
    const app = await open({
      '/league-admin/settings': () => known.promise,
      '/roster/teams/2/players?current=true': [{ player: skater, rosterEntry: entry }],
    })
    await app.press('Scratch')
    await screen.findByText('A scratched player may have to sit out for days.')
    act(() => known.resolve(json(200, rules)))
    expect(await screen.findByText(/^Émile Côté can't be dressed again until /)).toBeTruthy()
  })

  test('tell beforehand when a scratched player can be dressed', async () => {
    await open({ '/league-admin/settings': rules, [ENTRY]: { ...entry, scratched: true, scratchedAt: ago(0) } })
    expect(await screen.findByText(/^Can be dressed from /)).toBeTruthy()
    expect((await button('Dress')).getAttribute('aria-disabled')).toBe('true')
  })

  test.each([
    ['Buy', 8, 'Olle Berg', 'Buy Price 48.02'],
    ['Sell', 7, 'Émile Côté', 'Sell Price 38.00'],
  ])(
    '%s has its price beside it, and puts the player into the cart, with the way there',
    async (label, id, name, price) => {
      const call = `POST ${CART}/players/${id}?action=${label.toLowerCase()}`
      const entries = [{ playerId: id, name, tradeAction: label.toUpperCase() }]
      const app = await open(
        {
          [call]: () => {
            app.server.answers[CART] = { cartEntries: entries, tradeBalance: 58, status: 'CART_OK' }
            return json(200, {})
          },
        },
        `/players/${id}`,
      )
      expect((await button(label)).parentElement?.textContent).toContain(price)
      await app.press(label)
      expect(await screen.findByText('Player added in the Shopping Cart.')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Go to the Shopping Cart' }).getAttribute('href')).toBe('/shopping-cart')
      expect(app.server.changes).toEqual([call])
    },
  )

  test.each([
    ['the trade', '/players/8', { playerId: 8, name: 'Olle Berg', tradeAction: 'BUY' }, /^Buy$/],
    ['the sale', '/players/7', { playerId: 7, name: 'Émile Côté', tradeAction: 'SELL' }, /^Sell$/],
  ])('shows on the button of %s that the player is in the cart, as the lists do', async (_, path, inCart, plain) => {
    const cart = { cartEntries: [inCart], tradeBalance: 7, status: 'CART_OK' }
    const app = await open({ [CART]: cart }, path)
    const pressed = await button('In cart')
    expect(screen.queryByRole('button', { name: plain })).toBeNull()
    expect(screen.queryByText(/^In the Shopping Cart\./)).toBeNull()
    await app.user.click(pressed)
    expect(await screen.findByText(/^In the Shopping Cart\./)).toBeTruthy()
    await app.press('Close')
    expect(screen.queryByText(/^In the Shopping Cart\./)).toBeNull()
    expect(app.server.changes).toEqual([])
  })

  test('shows a purchase that waits for a connection, and one that was refused', async () => {
    const refusal = () => json(409, { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' })
    const app = await open({ [`POST ${CART}/players/8?action=buy`]: refusal }, '/players/8')
    const buy = await button('Buy')
    await goOffline(app)
    await app.user.click(buy)
    await waitFor(() => expect(buy.textContent).toBe('Queued'))
    goOnline(app)
    await act(() => outboxOf(app.client).flush())
    await waitFor(() => expect(buy.textContent).toBe('Refused'))
    await app.press('Close')
    await waitFor(() => expect(buy.textContent).toBe('Buy'))
  })

  const soldNow = [{ player: freeAgent, rosterEntry: { ...entry, sold: true } }]
  test.each<[string, Record<string, FakeAnswer>, string, boolean]>([
    [
      'the team has sold him',
      { '/roster/teams/2/players?current=false': soldNow },
      errorSentences.PLAYER_BUY_BACK,
      true,
    ],
    [
      'trading has not opened',
      { '/league-admin/settings': { ...rules, tradingStartTime: ago(-2) } },
      'Trading opens in 2 d.',
      true,
    ],
    ['he costs more than there is, and is on', {}, 'More than your cash (20.00).', false],
  ])('buy says that %s', async (_, changed, description, isOff) => {
    const app = await open({ '/league-admin/settings': rules, ...changed }, '/players/8')
    const buy = await screen.findByRole('button', { name: 'Buy', description })
    expect(buy.getAttribute('aria-disabled')).toBe(String(isOff))
    if (!isOff) return
    await app.user.click(buy)
    expect(document.activeElement).toBe(buy)
    expect(app.server.changes).toEqual([])
  })
})
