import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ShoppingCart } from '#contract/trading'
import { outboxOf } from '#web/data/outbox'
import { startSession } from '#web/data/session'
import { setCurrentOwner } from '#web/offline/owner'
import { openOutboxStore } from '#web/outbox/outbox-store'
import { type CartChange, newRow } from '#web/outbox/row'
import { entryOf } from '../support/cart-server.ts'
import { json, member, renderApp } from './render-app.tsx'

const OWNER = '2/member'
const TEAM = 2
const CART = `/trading/teams/${TEAM}/shopping-cart`

const { tradeAction, ...seen } = entryOf(8)
const purchase: CartChange = { kind: 'add', player: seen, action: tradeAction, wasOut: true }

const overStore = async <T,>(work: (store: ReturnType<typeof openOutboxStore>) => Promise<T>): Promise<T> => {
  const store = openOutboxStore()
  try {
    return await work(store)
  } finally {
    store.close()
  }
}
const waiting = () => overStore((store) => store.list(OWNER))

let goneTo: string[]

/** The app of a member with a change that waits, and their user menu open. */
const wantsToLeave = async (answers: Parameters<typeof renderApp>[1]) => {
  const app = await renderApp('/', { user: member, ...answers })
  startSession({
    client: app.client,
    askServer: async () => 'alive',
    goTo: (address) => goneTo.push(address),
    dropChanges: (owner) => outboxOf(app.client).clear(owner),
  })
  await app.press('member')
  await app.user.click(screen.getByRole('link', { name: 'Logout' }))
  return app
}

const emptyCart: ShoppingCart = { cartEntries: [], tradeBalance: 0, status: 'CART_EMPTY' }

beforeEach(async () => {
  goneTo = []
  setCurrentOwner(OWNER)
  await overStore(async (store) => {
    await store.clear(OWNER)
    await store.add(newRow({ owner: OWNER, teamId: TEAM }, purchase, 'key', Date.now()))
  })
})
afterEach(() => overStore((store) => store.clear(OWNER)))

describe('a logout with cart changes that wait', () => {
  test('asks first; staying keeps them', async () => {
    const app = await wantsToLeave({})
    await screen.findByRole('alertdialog', { name: 'Log out' })
    expect(screen.getByText('1 cart change has not been sent yet. Send now, or discard?')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(goneTo).toEqual([])
    expect(await waiting()).toHaveLength(1)
  })

  test('discarded, nothing is left on the device', async () => {
    const app = await wantsToLeave({})
    await app.press('Discard and log out')
    await waitFor(() => expect(goneTo).toEqual(['/auth/logout']))
    expect(await waiting()).toEqual([])
    expect(app.server.changes).toEqual([])
  })

  test('sent now, the server has them before the session ends', async () => {
    const app = await wantsToLeave({
      answers: { [`POST ${CART}/players/8?action=buy`]: emptyCart, [CART]: emptyCart },
    })
    await app.press('Send now')
    await waitFor(() => expect(goneTo).toEqual(['/auth/logout']))
    expect(app.server.changes).toEqual([`POST ${CART}/players/8?action=buy`])
    expect(await waiting()).toEqual([])
  })

  const refusal = () => json(409, { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' })
  test.each([
    ['cannot be sent', 'unreachable', /^1 cart change could not be sent\./, 'queued'],
    ['the server refuses', refusal, '1 cart change could not be carried out. See the shopping cart.', 'refused'],
  ] as const)('that %s is named, and the member stays', async (_, answer, sentence, state) => {
    const app = await wantsToLeave({
      answers: { [`POST ${CART}/players/8?action=buy`]: answer, [CART]: emptyCart },
    })
    await app.press('Send now')
    await screen.findByText(sentence)
    expect(goneTo).toEqual([])
    expect(await waiting()).toMatchObject([{ state }])
  })
})

test('without any, there is no question', async () => {
  await overStore((store) => store.clear(OWNER))
  await wantsToLeave({})
  await waitFor(() => expect(goneTo).toEqual(['/auth/logout']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
