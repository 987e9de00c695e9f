import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'
import { cartOfServer, endLeases, putChanges, traderOf, waitingChanges } from '../support/waiting-changes.ts'

/** Every change that leaves this browser, by page or worker. */
const watchChanges = (context: BrowserContext): string[] => {
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/shopping-cart')) sent.push(request.url())
  })
  return sent
}

const nothingWaits = (page: Page) => expect.poll(async () => (await waitingChanges(page)).length).toBe(0)

/** From here on the server acts, and nobody hears of it. */
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
  openInstalled,
}) => {
  const device = await openInstalled()
  device.expectProblems(NETWORK_LOST)
  await logIn(device.page, 'member')
  await standingsTable(device.page).waitFor()
  await installed(device.page)
  const trader = await traderOf(device.page)
  const [, , , third, fourth, fifth, sixth, seventh, eighth] = trader.players.map(({ playerId }) => playerId)
  // The outbox is opened a moment after the launch.
  await expect
    .poll(async () => (await device.page.evaluate(() => indexedDB.databases())).map(({ name }) => name))
    .toContain('pool-outbox')
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
  expect((await waitingChanges(after)).map(({ state }) => state)).toEqual(['sending'])
  await endLeases(after)
  sent.length = 0
  await after.goto('/standings')
  await nothingWaits(after)
  expect(await cartOfServer(after, trader)).toEqual([third, fourth, fifth])
  expect(sent).toEqual([])

  // The server dies in the same moment.
  const { acted: actedToo } = await cutAnswers(after)
  await putChanges(after, trader, '+6')
  await Promise.all([actedToo, after.reload()])
  await league.kill()
  await after.unrouteAll({ behavior: 'ignoreErrors' })
  await expect.poll(async () => (await waitingChanges(after)).map(({ lost }) => lost)).toEqual([true])
  await league.start()
  sent.length = 0
  const back = await device.relaunch('/standings')
  await nothingWaits(back)
  expect(await cartOfServer(back, trader)).toEqual([third, fourth, fifth, sixth])
  expect(sent).toEqual([])

  // Two tabs at once.
  await putChanges(back, trader, '+7 +8 -3')
  const second = await device.context.newPage()
  await Promise.all([back.reload(), second.goto('/standings')])
  await nothingWaits(back)
  expect(await cartOfServer(back, trader)).toEqual([fourth, fifth, sixth, seventh, eighth])
  expect(sent).toHaveLength(3)
})
