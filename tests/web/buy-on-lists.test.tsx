import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { errorSentences } from '#contract/errors'
import type { Player } from '#contract/stats'
import type { ShoppingCart } from '#contract/trading'
import { outboxOf } from '#web/data/outbox'
import { texts } from '../support/screen-table.ts'
import { feelTicks } from './feel-ticks.ts'
import { ago, midSeason } from './mid-season.ts'
import { type FakeAnswer, goOffline, goOnline, json, member, newcomer, premium, renderApp } from './render-app.tsx'

const CART = '/trading/teams/2/shopping-cart'
const ADD = `POST ${CART}/players/8?action=buy`

const player = (id: number, name: string, teamId?: number): Player => ({
  id,
  name,
  position: 'C',
  points: 50 - id,
  buyPrice: 12.5,
  team: teamId ? { id: teamId, shortName: 'T' } : null,
})
const skaters = [player(8, 'Olle Berg'), player(9, 'Ann Free'), player(11, 'Own One', 2), player(12, 'Taken Two', 1)]

let cart: ShoppingCart
const answers: Record<string, FakeAnswer> = {
  '/stats/players?type=skater': skaters,
  '/stats/players?type=goalie': [player(21, 'Free Goalie')],
  '/stats/players-preview': skaters,
  [CART]: () => json(200, cart),
  '/trading/teams/3/shopping-cart': { cartEntries: [], tradeBalance: 20, status: 'CART_EMPTY' },
  [ADD]: () => {
    const entry = { playerId: 8, name: 'Olle Berg', price: 12.5, tradeAction: 'BUY' as const }
    cart = { cartEntries: [...cart.cartEntries, entry], tradeBalance: 7.5, status: 'CART_OK' }
    return json(200, cart)
  },
}

let app: Awaited<ReturnType<typeof renderApp>>
const open = async (path: string, changed: Partial<Parameters<typeof renderApp>[1]> = {}) => {
  app = await renderApp(path, { ...changed, answers: { ...answers, ...changed?.answers } })
  await screen.findByRole('table')
}
const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }))
const buttons = () =>
  screen.queryAllByRole('cell').flatMap((cell) => {
    const label = within(cell).queryByRole('button')?.getAttribute('aria-label')
    return label?.startsWith('Buy ') ? [label] : []
  })

beforeEach(() => {
  cart = { cartEntries: [], tradeBalance: 20, status: 'CART_EMPTY' }
})

describe('Buy on the lists of players', () => {
  test.each([
    ['/skaters', undefined, ['Buy Olle Berg', 'Buy Ann Free']],
    ['/goalies', undefined, ['Buy Free Goalie']],
    ['/players-preview', premium, ['Buy Olle Berg', 'Buy Ann Free']],
    ['/skaters', newcomer, []],
  ])('%s: on free players alone, for who has a team', async (path, user, expected) => {
    await open(path, user ? { user } : {})
    await waitFor(() => expect(buttons()).toEqual(expected))
    expect(texts(screen.getAllByRole('columnheader')).includes('Buy')).toBe(expected.length > 0)
  })

  test('says on the row that he is in the cart, and leads to it', async () => {
    await open('/skaters')
    const pressed = await screen.findByRole('button', { name: 'Buy Olle Berg' })
    await press('Buy Olle Berg')
    const notice = await screen.findByText(/^Player added in the Shopping Cart\./)
    expect(within(notice).getByRole('link').getAttribute('href')).toBe('/shopping-cart')
    // The same button: the focus stays.
    expect(pressed.getAttribute('aria-label')).toBe('In cart Olle Berg')
    expect(document.activeElement).toBe(pressed)
    expect(app.server.changes).toEqual([ADD])
    await press('Close')
    await press('In cart Olle Berg')
    expect(await screen.findByText(/^In the Shopping Cart\./)).toBeTruthy()
    expect(app.server.changes).toEqual([ADD])
  })

  test.each([
    ['ticks in the hand as he is bought, and not when his state is looked up', false, [10]],
    ['does not move where nothing is to move', true, []],
  ])('%s', async (_, isReduced, expected) => {
    const felt = feelTicks()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: isReduced && query === '(prefers-reduced-motion: reduce)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    await open('/skaters')
    await press('Buy Olle Berg')
    await press('In cart Olle Berg')
    expect(felt).toEqual(expected)
  })

  test('is off for who was sold this season, and says why', async () => {
    const sold = [{ player: player(9, 'Ann Free'), rosterEntry: { sold: true } }]
    await open('/skaters', { answers: { '/roster/teams/2/players?current=false': sold } })
    const sentence = errorSentences.PLAYER_BUY_BACK
    const buy = await screen.findByRole('button', { name: 'Buy Ann Free', description: sentence })
    expect(buy.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(buy)
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(app.server.changes).toEqual([])
  })

  test('waits without a connection', async () => {
    await open('/skaters')
    await goOffline(app)
    await press('Buy Olle Berg')
    expect(await screen.findByRole('button', { name: 'Queued Olle Berg' })).toBeTruthy()
    expect(screen.getByText(/We'll send it when you're back online/)).toBeTruthy()
    goOnline(app)
    await act(() => outboxOf(app.client).flush())
    expect(await screen.findByText(/^Olle Berg is in the Shopping Cart: confirmed\./)).toBeTruthy()
  })

  test('says why he was refused, and lets him be tried again', async () => {
    const refusal = () => json(409, { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' })
    await open('/skaters', { answers: { [ADD]: refusal } })
    await press('Buy Olle Berg')
    const why = 'Olle Berg: Another team has bought this player meanwhile.'
    expect((await screen.findByRole('alert')).textContent).toContain(why)
    expect(await screen.findByRole('button', { name: 'Refused Olle Berg' })).toBeTruthy()
    await press('Close')
    expect(await screen.findByRole('button', { name: 'Buy Olle Berg' })).toBeTruthy()
  })
})

describe('what a member can pay', () => {
  const inCart = { playerId: 30, name: 'Dear One', price: 15.5, tradeAction: 'BUY' as const }
  const sold = { playerId: 31, name: 'Own Two', price: 3, tradeAction: 'SELL' as const }
  const priced = [
    { ...player(8, 'Olle Berg'), buyPrice: 7.5 },
    { ...player(9, 'Ann Free'), buyPrice: 7.51 },
    { ...player(10, 'Gift Giver'), buyPrice: 0 },
  ]
  const cashLine = () => screen.findByRole('link', { name: /^Cash/ })
  const described = () =>
    screen
      .queryAllByRole('button', { name: /^Buy (?!Price)/ })
      .map((each) => [
        each.textContent,
        document.getElementById(each.getAttribute('aria-describedby') ?? '')?.textContent ?? null,
      ])

  test('stands below the table with the cash, and leads to the cart', async () => {
    await open('/skaters')
    expect((await cashLine()).textContent).toContain('Cash 20.00 Cart')
    // 20 in cash, 15.50 spent, 3 taken in.
    cart = { cartEntries: [inCart, sold], tradeBalance: 7.5, status: 'CART_OK' }
    await act(() => app.client.invalidateQueries({ queryKey: ['cart', 2] }))
    await waitFor(async () =>
      expect((await cashLine()).textContent).toBe(
        'Cash 20.00 · after the cart 7.50 Red prices are above that. Cart (2)',
      ),
    )
    await app.user.click(await cashLine())
    expect(app.history.location.pathname).toBe('/shopping-cart')
  })

  test('is counted with the cart: to the hundredth, in figures and in words', async () => {
    cart = { cartEntries: [inCart, sold], tradeBalance: 7.5, status: 'CART_OK' }
    await open('/skaters', { answers: { '/stats/players?type=skater': priced } })
    await cashLine()
    await waitFor(() =>
      expect(described()).toEqual([
        ['Buy7.50', null],
        ['Buy7.51', 'More than your cash after the cart (7.50)'],
        ['Buy', null],
      ]),
    )
  })

  test('goes down with a tap at once, and is red below nothing; a player in the cart is not too expensive', async () => {
    cart = { cartEntries: [inCart], tradeBalance: 4.5, status: 'CART_OK' }
    await open('/skaters', { answers: { '/stats/players?type=skater': priced } })
    await cashLine()
    await goOffline(app)
    await press('Buy Olle Berg')
    expect((await screen.findByText('-3.00')).className).toBe('loss')
    expect((await cashLine()).textContent).toBe(
      'Cash 20.00 · after the cart -3.00 not confirmed Red prices are above that. Cart (2)',
    )
    expect(
      (await screen.findByRole('button', { name: 'Queued Olle Berg' })).getAttribute('aria-describedby'),
    ).toBeNull()
    const ann = screen.getByRole('button', {
      name: 'Buy Ann Free',
      description: 'Your cart is already 3.00 over',
    })
    expect(ann.getAttribute('aria-disabled')).toBe('false')
    // Who costs nothing costs no more than there is.
    expect(screen.getByRole('button', { name: 'Buy Gift Giver' }).getAttribute('aria-describedby')).toBeNull()
  })

  test('decides who can be afforded; who is in the cart stays', async () => {
    cart = { cartEntries: [inCart, sold], tradeBalance: 7.5, status: 'CART_OK' }
    const taken = { ...player(12, 'Taken Two', 1), buyPrice: 1 }
    const inCartNow = { ...player(inCart.playerId, inCart.name), buyPrice: 15.5 }
    await open('/skaters?skaters_team=affordable', {
      answers: { '/stats/players?type=skater': [...priced, taken, inCartNow] },
    })
    const listed = () => texts(screen.getAllByRole('rowheader'))
    // 7.50 and nothing, but not 7.51.
    await waitFor(() => expect(listed()).toEqual(['Olle Berg', 'Gift Giver', inCart.name]))
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Team' }).selectedOptions[0]?.text).toBe(
      'I can afford',
    )
  })

  test('is unknown without the cart: nothing is marked', async () => {
    await open('/skaters', { answers: { [CART]: 'silent' } })
    await waitFor(() => expect(described().map(([, title]) => title)).toEqual([null, null]))
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe(
      '/shopping-cart',
    )
  })
})

describe('while trading is closed', () => {
  const dates = (opens: number, closes: number) => ({
    '/league-admin/settings': midSeason({ tradingStartTime: ago(-opens), tradingEndTime: ago(-closes) }),
  })
  const buyOlle = () => screen.findByRole('button', { name: 'Buy Olle Berg' })

  test.each([
    ['before it opens', 3, 100, 'Trading opens in 3 d.'],
    ['when it is over', -100, -1, 'Trading is over for this season.'],
  ])('Buy is off %s, and says so', async (_, opens, closes, sentence) => {
    await open('/skaters', { answers: dates(opens, closes) })
    expect(await screen.findByText(sentence)).toBeTruthy()
    const buy = await screen.findByRole('button', { name: 'Buy Olle Berg', description: sentence })
    expect(buy.getAttribute('aria-disabled')).toBe('true')
    // It can be reached, and a reader hears why; a press buys nothing.
    await app.user.click(buy)
    expect(document.activeElement).toBe(buy)
    expect(screen.queryByText(/Player added|Adding to/)).toBeNull()
    expect(app.server.changes).toEqual([])
  })

  test('what is in the cart still says so', async () => {
    cart = { cartEntries: [{ playerId: 9, name: 'Ann Free', tradeAction: 'BUY' }], tradeBalance: 1, status: 'CART_OK' }
    await open('/skaters', { answers: dates(3, 100) })
    await screen.findByText('Trading opens in 3 d.')
    expect(buttons()).toEqual(['Buy Olle Berg'])
    await press('In cart Ann Free')
    expect(await screen.findByText(/^In the Shopping Cart\./)).toBeTruthy()
  })

  test.each([
    ['is open', dates(-1, 100)],
    ['has no dates', { '/league-admin/settings': {} }],
    ['does not tell', { '/league-admin/settings': 'fails' as const }],
  ])('Buy is on where the league %s', async (_, settings) => {
    await open('/skaters', { answers: settings })
    await waitFor(() => expect(app.client.getQueryState(['league-settings'])?.fetchStatus).toBe('idle'))
    expect((await buyOlle()).getAttribute('aria-disabled')).toBe('false')
    expect(screen.queryByText(/^Trading/)).toBeNull()
  })
})

describe("the cart's count in the bar", () => {
  test("stands at More where tonight's games have the cart's tab", async () => {
    cart = { cartEntries: [{ playerId: 9, name: 'Ann Free', tradeAction: 'BUY' }], tradeBalance: 1, status: 'CART_OK' }
    await open('/skaters', { user: { ...member, features: ['tonight'] } })
    expect(await screen.findByRole('button', { name: 'More, 1 in the cart' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Cart/ })).toBeNull()
  })

  test('is told where something is known: on the tab, the menu, its group and its entry', async () => {
    cart = { cartEntries: [{ playerId: 9, name: 'Ann Free', tradeAction: 'BUY' }], tradeBalance: 1, status: 'CART_OK' }
    await open('/skaters')
    expect(await screen.findByRole('button', { name: 'Menu, 1 in the cart' })).toBeTruthy()
    await press('Buy Olle Berg')
    expect(await screen.findByRole('button', { name: 'Menu, 2 in the cart' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Cart, 2 in the cart' }).getAttribute('href')).toBe('/shopping-cart')
    await app.user.click(screen.getByRole('button', { name: 'Management, 2 in the cart' }))
    expect(screen.getByRole('link', { name: 'Shopping Cart (2)' })).toBeTruthy()
  })

  test('is not asked for before the menu is used, and takes no room in an empty cart', async () => {
    await open('/standings')
    const state = () => app.client.getQueryState(['cart', 2])?.fetchStatus
    expect([state(), await screen.findByRole('button', { name: 'Menu' })]).toEqual(['idle', expect.anything()])
    await press('Menu')
    await waitFor(() => expect(app.client.getQueryData(['cart', 2])).toEqual(cart))
    await press('Management')
    expect(screen.getByRole('link', { name: 'Shopping Cart' })).toBeTruthy()
  })
})
