import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import type { CartEntry, ShoppingCart, TradeAction } from '#contract/trading'
import type { User } from '#contract/user'
import { outboxOf } from '#web/data/outbox'
import { deferred } from '../support/deferred.ts'
import { bodyRows, headTexts, rowTexts, tableNamed, texts } from '../support/screen-table.ts'
import { midSeason } from './mid-season.ts'
import { allArrived, type FakeAnswer, goOffline, json, member, newcomer, renderApp } from './render-app.tsx'

const CART = '/trading/teams/2/shopping-cart'
const PLAYER = `${CART}/players`
const EXECUTE = 'POST /trading/teams/2/execute-trade'
const LONG_AGO = '2020-01-01T00:00:00.000Z'

const held = (id: number, position: string): RosterItem => ({
  player: { id, name: `Player ${id}`, position },
  rosterEntry: { boughtAt: LONG_AGO, sold: false, scratched: false, sellPrice: 10 },
})
const roster = [held(101, 'G'), ...[103, 104, 105, 106, 107].map((id) => held(id, 'LD')), held(108, 'C')]

const entryOf = (playerId: number, tradeAction: TradeAction, price: number): CartEntry => ({
  playerId,
  name: `Player ${playerId}`,
  position: 'C',
  nhlTeam: 'TOR',
  points: 41,
  price,
  tradeAction,
})
const sale = entryOf(108, 'SELL', 38)
const purchase = entryOf(8, 'BUY', 48.02)
const free: Player = { id: 8, name: 'Player 8', position: 'C', nhlTeam: 'TOR', points: 41, buyPrice: 48.02, team: null }

/** The league's side of the cart, with what becomes of the next execution. */
const league = (entries: readonly CartEntry[], status?: string) => {
  const state = {
    entries,
    status,
    cash: 20,
    /** `lost`: executed, and no answer comes; `not arrived`: neither. */
    next: 'done' as 'done' | 'lost' | 'not arrived' | Response,
    /** Stops an execution half-way. */
    wait: Promise.resolve(),
  }
  const balance = () =>
    state.entries.reduce((sum, { price, tradeAction }) => sum + (price ?? 0) * (tradeAction === 'SELL' ? 1 : -1), 20)
  const cart = (): ShoppingCart => ({
    cartEntries: [...state.entries],
    tradeBalance: Math.round(balance() * 100) / 100,
    status: state.status ?? (state.entries.length === 0 ? 'CART_EMPTY' : 'CART_OK'),
  })
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const reached = (answer: () => unknown) => () => json(200, answer())
  const remove = (id: number) =>
    reached(() => {
      state.entries = state.entries.filter(({ playerId }) => playerId !== id)
      return cart()
    })
  const execute = () => {
    state.entries = []
  }
  const answers: Record<string, FakeAnswer> = {
    [CART]: reached(cart),
    [`DELETE ${PLAYER}/8`]: remove(8),
    [`DELETE ${PLAYER}/108`]: remove(108),
    [`DELETE ${CART}`]: reached(() => {
      state.entries = []
      return cart()
    }),
    [`POST ${PLAYER}/8?action=buy`]: reached(() => {
      state.entries = [...state.entries, purchase]
      return cart()
    }),
    [EXECUTE]: async () => {
      await state.wait
      if (state.next instanceof Response) return state.next
      if (state.next !== 'not arrived') execute()
      return state.next === 'done' ? json(200, cart()) : lost()
    },
    '/trading/trades': reached(() => []),
    '/roster/teams/2/players?current=true': reached(() => roster),
    '/roster/teams/2/players?current=false': reached(() => []),
    '/league-admin/settings': reached(() => midSeason()),
    '/stats/players?type=skater': reached(() => [
      free,
      { ...free, id: 9, name: 'Taken', team: { id: 1, shortName: 'NOR' } },
    ]),
    '/stats/players/8': reached(() => ({ ...free, team: { id: 1, shortName: 'NOR' } })),
  }
  return Object.assign(state, { answers })
}

type League = ReturnType<typeof league>
let app: Awaited<ReturnType<typeof renderApp>>

const open = async (
  of: League,
  changed: Record<string, FakeAnswer> = {},
  path = '/shopping-cart',
  user: User = member,
) => {
  app = await renderApp(path, { user, answers: { ...of.answers, ...changed } })
  return app
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const press = async (name: string) => app.user.click(await button(name))
const isOff = async (name: string) => {
  const { disabled, ariaDisabled } = await button(name)
  return disabled || ariaDisabled === 'true'
}
const said = async () => (await screen.findByRole('alert')).textContent
const enabled = (name: string) => waitFor(async () => expect(await isOff(name)).toBe(false))
const dialog = () => screen.findByRole('alertdialog')

/** Presses Execute Trade and says yes. */
const executeNow = async () => {
  await enabled('Execute Trade')
  await press('Execute Trade')
  await app.user.click(within(await dialog()).getByRole('button', { name: 'Execute Trade' }))
}

describe('the shopping cart', () => {
  test('has a table to sell and a table to buy, the balance and the status; takes one out, and all', async () => {
    await open(league([sale, purchase]))
    await screen.findByRole('table', { name: 'Players to Sell' })
    expect(headTexts(tableNamed('Players to Sell')).join(' | ')).toBe(
      'Name | Position | NHL Team | Points | Price | Remove',
    )
    const [row] = bodyRows(tableNamed('Players to Buy'))
    expect(row && rowTexts(row)).toEqual(['Player 8', 'C', 'TOR', '41', '48.02', 'Remove'])
    expect(screen.getByRole('link', { name: 'Player 8' }).getAttribute('href')).toBe('/players/8')
    expect(screen.getByText('9.98').className).toBe('gain')
    expect(screen.getByText('CART_OK').className).toContain('success')
    expect(screen.getByText('The trade can be executed.')).toBeTruthy()
    expect(await isOff('Empty Cart')).toBe(false)
    await enabled('Execute Trade')
    await press('Remove Player 8')
    expect(await screen.findByText('Player removed from cart')).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Players to Buy' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Players to Buy' }))
    expect(await screen.findByText('58.00')).toBeTruthy()
    await enabled('Empty Cart')
    await press('Empty Cart')
    expect(await screen.findByText('Cart emptied successfully')).toBeTruthy()
    expect(await screen.findByText('CART_EMPTY')).toBeTruthy()
    // It is off now, and still has the focus; another press empties nothing.
    expect(document.activeElement).toBe(await button('Empty Cart'))
    await press('Empty Cart')
    await act(() => outboxOf(app.client).flush())
    expect(app.server.changes).toEqual([`DELETE ${PLAYER}/8`, `DELETE ${CART}`])
  })

  test('is empty, and says where players come from', async () => {
    await open(league([]))
    expect(await screen.findByText(/^The shopping cart is empty/)).toBeTruthy()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Skaters' }).getAttribute('href')).toBe('/skaters')
    expect(main.getByRole('link', { name: 'Goalies' }).getAttribute('href')).toBe('/goalies')
    expect([await isOff('Empty Cart'), await isOff('Execute Trade')]).toEqual([true, true])
    expect(screen.getByText('CART_EMPTY').className).toContain('warning')
  })

  test('is for members with a team', async () => {
    app = await renderApp('/shopping-cart', { user: newcomer, answers: league([]).answers })
    expect(await said()).toBe('User team not found')
  })

  test('says in red what is missing in cash', async () => {
    await open(league([entryOf(8, 'BUY', 23.2)], 'INSUFFICIENT_CASH'))
    expect((await screen.findByText('-3.20')).className).toBe('loss')
    expect(screen.getByText('INSUFFICIENT_CASH').className).toContain('warning')
    expect(screen.getByText('The team would have -3.20 in cash: sell a player, or remove a purchase.')).toBeTruthy()
    expect([await isOff('Empty Cart'), await isOff('Execute Trade')]).toEqual([false, true])
  })

  test('names the three cheapest sales that make it possible, each one tap away', async () => {
    const paid = league([entryOf(8, 'BUY', 23.2)], 'INSUFFICIENT_CASH')
    // The fifth defender may go, the only goalie not, and of 106 there is no projection.
    const paces: Record<number, number> = { 101: 0, 103: 42.4, 104: 30, 105: 41.2, 107: 90, 108: 41.6 }
    const paced = roster.map(({ player, rosterEntry }) => ({
      player: { ...player, points: 40, projectedPoints: paces[player.id] },
      rosterEntry: { ...rosterEntry, sellPrice: player.id === 104 ? 3.1 : 10 },
    }))
    await open(paid, {
      '/roster/teams/2/players?current=true': paced,
      [`POST ${PLAYER}/105?action=sell`]: () => {
        paid.entries = [...paid.entries, entryOf(105, 'SELL', 10)]
        paid.status = 'CART_OK'
        return json(200, { cartEntries: paid.entries, tradeBalance: 6.8, status: 'CART_OK' })
      },
    })
    const ways = await screen.findByRole('region', { name: 'Whom to Sell' })
    expect(texts(within(ways).getAllByRole('listitem'))).toEqual([
      'Player 105 LD · 10.00 · about 1 point lostSell',
      'Player 108 C · 10.00 · about 2 points lostSell',
      'Player 103 LD · 10.00 · about 2 points lostSell',
    ])
    await press('Sell Player 105')
    expect(await screen.findByRole('button', { name: 'Remove Player 105' })).toBeTruthy()
    await enabled('Execute Trade')
    expect(screen.queryByRole('region', { name: 'Whom to Sell' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Shopping Cart')
  })

  test('says so when no single sale is enough', async () => {
    await open(league([entryOf(8, 'BUY', 900)], 'INSUFFICIENT_CASH'))
    const ways = await screen.findByRole('region', { name: 'Whom to Sell' })
    expect(ways.textContent).toContain('No single sale is enough: sell several players, or remove purchases.')
    expect(within(ways).queryByRole('button')).toBeNull()
  })

  test('finds out and says by name who is no longer free', async () => {
    await open(league([purchase], 'PLAYER_NOT_AVAILABLE'))
    expect(await screen.findByText('Player 8 is no longer free: take them out of the cart.')).toBeTruthy()
  })

  test('a removal that is refused stays on its row, to be tried again or dropped', async () => {
    const answers = { [`DELETE ${PLAYER}/8`]: () => json(403, { code: 'FORBIDDEN' }) }
    await open(league([purchase]), answers)
    await press('Remove Player 8')
    expect(await screen.findByText('Refused: You do not have permission to modify this team.')).toBeTruthy()
    expect(screen.queryByText('Player removed from cart')).toBeNull()
    const heading = screen.getByRole('heading', { name: 'Players to Buy' })
    await press('Retry Player 8')
    expect(document.activeElement).toBe(heading)
    await waitFor(() => expect(app.server.changes).toHaveLength(2))
    await press('Discard Player 8')
    expect(document.activeElement).toBe(heading)
    expect(await button('Remove Player 8')).toBeTruthy()
    expect(screen.queryByText(/^Refused/)).toBeNull()
  })

  test('without a connection: rows wait in words, the figures are predicted, and nothing can be executed', async () => {
    const of = league([sale, purchase])
    await open(of)
    await enabled('Execute Trade')
    await goOffline(app)
    expect(await isOff('Execute Trade')).toBe(true)
    expect(screen.getByText("You're offline. Trades need a connection.")).toBeTruthy()
    await press('Remove Player 108')
    expect(await screen.findByText('Remove Player 108: queued')).toBeTruthy()
    expect((await screen.findByText('-28.02')).className).toBe('loss')
    expect(screen.getAllByText('not confirmed')).toHaveLength(2)
    expect(await screen.findByText('INSUFFICIENT_CASH')).toBeTruthy()
    expect(screen.queryByText('Player removed from cart')).toBeNull()
    // The connection is back, and says so by an answer.
    app.server.isDown = false
    await act(() => outboxOf(app.client).flush())
    expect(await screen.findByText('Player removed from cart')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('not confirmed')).toBeNull())
  })

  test('a purchase that waited for the connection ends on its row as confirmed', async () => {
    await open(league([sale]))
    await goOffline(app)
    const player = { playerId: 8, name: 'Player 8', price: 48.02 }
    await act(() => outboxOf(app.client).enqueue(2, { kind: 'add', action: 'BUY', wasOut: true, player }))
    expect(await screen.findByText('Queued')).toBeTruthy()
    app.server.isDown = false
    await act(() => outboxOf(app.client).flush())
    const [row] = bodyRows(tableNamed('Players to Buy'))
    await waitFor(() => expect(row?.textContent).toContain('Player 8Confirmed'))
    expect(screen.queryByText('Queued')).toBeNull()
    expect(bodyRows(tableNamed('Players to Sell'))[0]?.textContent).not.toContain('Confirmed')
  })
})

describe('a trade', () => {
  test('is confirmed by name and price, is executed once, and leaves an empty cart', async () => {
    const of = league([sale, purchase])
    await open(of)
    const answered = deferred()
    of.wait = answered.promise
    await enabled('Execute Trade')
    await press('Execute Trade')
    const question = await dialog()
    expect(texts(within(question).getAllByRole('listitem'))).toEqual(['Player 108 for 38.00', 'Player 8 for 48.02'])
    expect(within(question).getByText('Cash now 20.00, afterwards 9.98.')).toBeTruthy()
    expect(app.server.changes).toEqual([])
    await app.user.dblClick(within(question).getByRole('button', { name: 'Execute Trade' }))
    expect(await isOff('Sending…')).toBe(true)
    await act(async () => answered.resolve())
    expect(await screen.findByText('Trade executed successfully')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('CART_EMPTY')).toBeTruthy()
    expect(app.server.changes).toEqual([EXECUTE])
    expect(app.server.keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  test('renews what it has changed', async () => {
    const of = league([sale])
    await open(of)
    const names = [
      ['team-players', 2, true],
      ['teams'],
      ['trades'],
      ['players', 'skater'],
      ['team', 2],
      ['player', 108],
    ]
    for (const name of names) app.client.setQueryData(name, [])
    await executeNow()
    await screen.findByText('Trade executed successfully')
    for (const name of names) {
      const state = app.client.getQueryState(name)
      expect(state?.isInvalidated || (state?.dataUpdateCount ?? 0) > 1, `${name}`).toBe(true)
    }
  })

  test('that is refused says why, and shows the cart as it is now', async () => {
    const of = league([purchase])
    of.next = json(409, { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' })
    await open(of)
    await enabled('Execute Trade')
    await press('Execute Trade')
    const question = await dialog()
    of.status = undefined
    await app.user.click(within(question).getByRole('button', { name: 'Execute Trade' }))
    expect(await said()).toContain('This player is not a free agent.')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    // Asked again it is another intent.
    of.next = 'done'
    await executeNow()
    await screen.findByText('Trade executed successfully')
    expect(new Set(app.server.keys).size).toBe(2)
  })

  test('whose answer is lost is sent again with its key', async () => {
    const of = league([sale, purchase])
    const answer = () => (app.server.keys.length > 1 ? json(200, {}) : Promise.reject(new TypeError('Failed to fetch')))
    await open(of, { [EXECUTE]: answer }, '/shopping-cart', { ...member, features: ['idempotency'] })
    await executeNow()
    expect(await within(await dialog()).findByRole('button', { name: 'Sending…' })).toBeTruthy()
    expect(await screen.findByText('Trade executed successfully', {}, { timeout: 3_000 })).toBeTruthy()
    expect(app.server.keys).toHaveLength(2)
    expect(new Set(app.server.keys).size).toBe(1)
  })

  test.each([
    ['lost', 'CART_EMPTY'],
    ['not arrived', 'CART_OK'],
  ] as const)('whose answer is %s is not sent again to a server without keys', async (next, status) => {
    const of = league([sale])
    of.next = next
    await open(of)
    await executeNow()
    expect(await said()).toContain('No answer came. Check Trades.')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await screen.findByText(status)).toBeTruthy()
    expect(app.server.keys).toHaveLength(1)
  })

  test.each([
    ['with words', () => json(503, { message: 'Back at noon.' }), 'Back at noon.'],
    ['that is the gateway’s alone', () => new Response('', { status: 502 }), 'and nothing was executed.'],
  ])('is not sent when the look at the cart before it meets a fault %s', async (_, fault, sentence) => {
    const of = league([sale])
    await open(of)
    await enabled('Execute Trade')
    await allArrived(app)
    const { answers } = app.server
    const answer = answers[CART] ?? 'unreachable'
    answers[CART] = fault
    await executeNow()
    expect(await said()).toContain(sentence)
    // It stays when the next answer comes, a moment later.
    answers[CART] = answer
    await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
    await allArrived(app)
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(sentence)
    expect(app.server.keys).toEqual([])
  })

  test('is not made of a cart that another device has changed meanwhile', async () => {
    const of = league([sale])
    await open(of)
    await enabled('Execute Trade')
    await press('Execute Trade')
    const question = await dialog()
    await allArrived(app)
    of.entries = [sale, purchase]
    await app.user.click(within(question).getByRole('button', { name: 'Execute Trade' }))
    expect(await said()).toContain('The cart has changed since you looked at it, and nothing was executed.')
    expect(app.server.changes).toEqual([])
    expect(await screen.findByRole('table', { name: 'Players to Buy' })).toBeTruthy()
  })
})
