import type { BrowserContext, Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { addressOf } from '#contract/call'
import { getCart } from '#contract/trading'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST, SERVER_AWAY } from '../support/browser.ts'
import { deferred } from '../support/deferred.ts'
import { installed, logIn } from '../support/member.ts'
import { registrationIdOf } from '../support/page-watch.ts'
import { standingsTable } from '../support/standings.ts'
import { cartOfServer, putChanges, type Trader, traderOf, waitingChanges } from '../support/waiting-changes.ts'

/** The key of every change that leaves this browser, by page or worker. */
const watchChanges = (context: BrowserContext): string[] => {
  const sent: string[] = []
  context.on('request', (request) => {
    const { 'idempotency-key': key = 'none' } = request.headers()
    if (request.method() !== 'GET' && request.url().includes('/shopping-cart')) sent.push(key)
  })
  return sent
}

/** A moment after the launch. */
const outboxOpened = (page: Page) =>
  expect
    .poll(async () => (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name))
    .toContain('pool-outbox')

const nothingWaits = (page: Page) => expect.poll(async () => (await waitingChanges(page)).length).toBe(0)

/** On a retry the last attempt's cart is still there. */
const emptyCart = async (page: Page, { teamId }: Trader) => {
  const headers = { 'x-requested-with': 'hockey-pool' }
  const answer = await page.request.delete(addressOf(getCart, { teamId }), { headers })
  expect(answer.status()).toBe(200)
}

/** From here on the server acts, and its answers are lost. */
const cutAnswers = async (page: Page) => {
  const acted = deferred()
  await page.route('**/shopping-cart/players/**', async (route) => {
    await route.fetch()
    acted.resolve()
  })
  return { acted: acted.promise }
}

test('cart changes made without a signal reach the server once, whatever happens on the way', async ({
  league,
  openInstalled,
}) => {
  const device = await openInstalled()
  device.expectProblems(NETWORK_LOST)
  device.expectProblems(SERVER_AWAY)
  await logIn(device.page, 'odile')
  await standingsTable(device.page).waitFor()
  await installed(device.page)
  const trader = await traderOf(device.page)
  await emptyCart(device.page, trader)
  const [zeroth, first, , third, fourth, fifth, sixth, seventh, eighth] = trader.players.map(({ playerId }) => playerId)
  await outboxOpened(device.page)
  const sent = watchChanges(device.context)

  // Offline: add 3, remove 1, empty, add 2. The app is closed and started again: all still there.
  await device.context.setOffline(true)
  await putChanges(device.page, trader, '+0 +1 +2 -1 empty +3 +4')
  const started = await device.relaunch('/standings')
  await standingsTable(started).waitFor()
  // Those before the empty cancel out, at the latest when they are sent.
  await expect.poll(async () => (await waitingChanges(started)).length).toBe(3)
  expect(sent).toEqual([])
  const backAt = Date.now()
  await device.context.setOffline(false)
  await expect.poll(() => cartOfServer(started, trader)).toEqual([third, fourth])
  await nothingWaits(started)
  expect(Date.now() - backAt).toBeLessThan(10_000)
  expect(sent).toHaveLength(3)

  // The page is killed after the server has acted and before it could say so.
  const { acted } = await cutAnswers(started)
  await putChanges(started, trader, '+5')
  await Promise.all([acted, started.reload()])
  const after = await device.relaunch('/robots.txt')
  const [left] = await waitingChanges(after)
  expect(left?.state).toBe('sending')
  sent.length = 0
  await after.goto('/standings')
  await nothingWaits(after)
  expect(await cartOfServer(after, trader)).toEqual([third, fourth, fifth])
  // Its key gets the answer that was lost.
  expect(sent).toEqual([left?.id])

  // The server dies in the same moment.
  const { acted: actedToo } = await cutAnswers(after)
  await putChanges(after, trader, '+6')
  await Promise.all([actedToo, after.reload()])
  await league.kill()
  await after.unrouteAll({ behavior: 'ignoreErrors' })
  await expect.poll(async () => (await waitingChanges(after)).map(({ state }) => state)).toEqual(['queued'])
  const [again] = await waitingChanges(after)
  await league.start()
  sent.length = 0
  const back = await device.relaunch('/standings')
  await nothingWaits(back)
  expect(await cartOfServer(back, trader)).toEqual([third, fourth, fifth, sixth])
  expect(sent).toEqual([again?.id])

  // Two tabs at once.
  sent.length = 0
  await putChanges(back, trader, '+7 +8 -3')
  const second = await device.context.newPage()
  await Promise.all([back.reload(), second.goto('/standings')])
  await nothingWaits(back)
  expect(await cartOfServer(back, trader)).toEqual([fourth, fifth, sixth, seventh, eighth])
  expect(sent).toHaveLength(3)
  await second.close()

  // The app is closed, and the browser wakes the worker.
  const devtools = await device.context.newCDPSession(back)
  const registrationId = await registrationIdOf(devtools)
  await device.context.setOffline(true)
  await putChanges(back, trader, '+0 +1')
  await back.goto('about:blank')
  await device.context.setOffline(false)
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: league.origin,
    registrationId,
    tag: 'pool-outbox',
    lastChance: false,
  })
  // Asked past the app, which is closed.
  const entries = async () => {
    const answer = await device.context.request.get(addressOf(getCart, { teamId: trader.teamId }))
    return Value.Parse(getCart.answer, await answer.json()).cartEntries.map(({ playerId }) => playerId)
  }
  await expect.poll(entries).toEqual([fourth, fifth, sixth, seventh, eighth, zeroth, first])
  await back.goto('/robots.txt')
  await nothingWaits(back)
})
