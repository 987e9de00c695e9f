import type { BrowserContext, Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { addressOf } from '#contract/call'
import { getTeamPlayers } from '#contract/roster'
import { getCart } from '#contract/trading'
import { answerOf } from '../support/answer-of.ts'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { dealOf } from '../support/deal.ts'
import { installed, logIn } from '../support/member.ts'
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
  let tell = () => {}
  const acted = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route('**/shopping-cart/players/**', async (route) => {
    await route.fetch()
    tell()
  })
  return { acted }
}

test('cart changes made without a signal reach the server once, whatever happens on the way', async ({
  league,
  device,
}) => {
  device.expectProblems(NETWORK_LOST)
  // A server that is starting says so.
  device.expectProblems(/status of 503/)
  await logIn(device.page, 'odile')
  await standingsTable(device.page).waitFor()
  await installed(device.page)
  const trader = await traderOf(device.page)
  await emptyCart(device.page, trader)
  const [, , , third, fourth, fifth, sixth, seventh, eighth] = trader.players.map(({ playerId }) => playerId)
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
})

test('the worker sends what waits when the browser wakes it, with the app closed', async ({ openInstalled }) => {
  const { page, context, expectProblems } = await openInstalled()
  expectProblems(NETWORK_LOST)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await logIn(page, 'wilma')
  await installed(page)
  const registrationId = await registered
  const trader = await traderOf(page)
  await emptyCart(page, trader)
  const { origin } = new URL(page.url())
  await context.setOffline(true)
  await outboxOpened(page)
  await putChanges(page, trader, '+0 +1')
  await page.goto('about:blank')
  await context.setOffline(false)
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'pool-outbox',
    lastChance: false,
  })
  // Asked past the app, which is closed.
  const entries = async () => {
    const answer = await context.request.get(addressOf(getCart, { teamId: trader.teamId }))
    return Value.Parse(getCart.answer, await answer.json()).cartEntries.map(({ playerId }) => playerId)
  }
  await expect.poll(entries).toEqual(trader.players.slice(0, 2).map(({ playerId }) => playerId))
  await page.goto('/robots.txt')
  await nothingWaits(page)
})

test('a player bought by another team meanwhile is refused in words, and the rest goes on', async ({
  open,
  openTab,
}) => {
  const mine = await open()
  mine.expectProblems(NETWORK_LOST)
  // The refusal of the one who is gone.
  mine.expectProblems(/status of 409/)
  await logIn(mine.page, 'bertrand', '/shopping-cart')
  await installed(mine.page)
  const trader = await traderOf(mine.page)
  const other = await openTab()
  await logIn(other.page, 'tuula')
  const soldOnes = addressOf(getTeamPlayers, { teamId: trader.teamId }, { current: false })
  const sold = Value.Parse(getTeamPlayers.answer, await answerOf(mine.page, soldOnes))
  const { teamId, sale, first } = await dealOf(
    other.page,
    sold.map(({ player }) => player.id),
  )
  const { id: playerId, name, position = null, buyPrice = null } = first
  const wanted = trader.players.find((player) => player.playerId !== playerId)
  if (!wanted) throw new Error('A demo league has free agents.')
  await outboxOpened(mine.page)
  await mine.context.setOffline(true)
  await putChanges(mine.page, { ...trader, players: [{ playerId, name, position, price: buyPrice }, wanted] }, '+0 +1')

  for (const [method, path] of [
    ['DELETE', 'shopping-cart'],
    ['POST', `shopping-cart/players/${sale.id}?action=sell`],
    ['POST', `shopping-cart/players/${playerId}?action=buy`],
    ['POST', 'execute-trade'],
  ]) {
    const status = await other.page.evaluate(
      async ([how, where]) => {
        const headers = { 'x-requested-with': 'hockey-pool' }
        return (await fetch(where, { method: how, headers })).status
      },
      [method ?? '', `/api/v1/trading/teams/${teamId}/${path}`] as const,
    )
    expect(status, path).toBe(200)
  }

  await mine.context.setOffline(false)
  const { page } = mine
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText('Refused: Another team has bought this player meanwhile.').waitFor()
  await expect.poll(() => cartOfServer(page, trader)).toContain(wanted.playerId)
  expect(await cartOfServer(page, trader)).not.toContain(playerId)
  await row.getByRole('button', { name: /^Discard/ }).click()
  await nothingWaits(page)
})
