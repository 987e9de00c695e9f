import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { walk } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'
import { overflowOf } from '../support/screens.ts'
import { cartOfServer, traderOf, waitingChanges } from '../support/waiting-changes.ts'

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

walk('a cart changed without a connection survives a restart and is sent once when it is back', async ({ open }) => {
  const device = await open({ hasTouch: true })
  await logIn(device.page, 'emmerich', '/skaters')
  const trader = await traderOf(device.page)
  const [first, second] = trader.players
  if (!first || !second) throw new Error('A demo league has free agents.')
  await installed(device.page)
  const buy = async (page: Page, name: string) => {
    await page.getByRole('searchbox').fill(name)
    await button(page, `Buy ${name}`).tap()
  }
  await buy(device.page, first.name)
  await device.page.getByText('Player added in the Shopping Cart.').waitFor()
  await button(device.page, `In cart ${first.name}`).waitFor()
  // It is over when the cart with it has come, which may be after what the button says.
  await expect.poll(() => waitingChanges(device.page)).toEqual([])
  const sent: string[] = []
  device.context.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/shopping-cart')) sent.push(request.method())
  })

  // One more comes in, one goes out.
  device.expectProblems(NETWORK_LOST)
  await device.context.setOffline(true)
  await buy(device.page, second.name)
  await device.page.getByText(/We'll send it when you're back online/).waitFor()
  await device.page.getByRole('link', { name: 'Go to the Shopping Cart' }).tap()
  await rowOf(device.page, 'Players to Buy', second.name).getByText('Queued').waitFor()
  await button(device.page, `Remove ${first.name}`).tap()
  await device.page.getByText(`Remove ${first.name}: queued`).waitFor()
  expect(await button(device.page, 'Execute Trade').isDisabled()).toBe(true)
  await device.page.getByText("You're offline. Trades need a connection.").waitFor()
  expect(await overflowOf(device.page)).toBeLessThanOrEqual(0)

  const page = await device.relaunch('/shopping-cart')
  await rowOf(page, 'Players to Buy', second.name).getByText('Queued').waitFor()
  expect((await waitingChanges(page)).map(({ state }) => state)).toEqual(['queued', 'queued'])
  expect(sent).toEqual([])

  await device.context.setOffline(false)
  await expect.poll(() => waitingChanges(page)).toEqual([])
  expect(await cartOfServer(page, trader)).toEqual([second.playerId])
  expect(sent.toSorted()).toEqual(['DELETE', 'POST'])
  await expect.poll(() => button(page, 'Empty Cart').isEnabled()).toBe(true)
  await button(page, 'Empty Cart').tap()
  await page.getByText('Cart emptied successfully').waitFor()
  expect(await cartOfServer(page, trader)).toEqual([])
})
