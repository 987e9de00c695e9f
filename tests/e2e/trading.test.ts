import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { addressOf } from '#contract/call-address'
import { getTeam } from '#contract/stats'
import { getCart } from '#contract/trading'
import { answerOf } from '../support/answer-of.ts'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { dealOf } from '../support/deal.ts'
import { installed, logIn } from '../support/member.ts'
import { overflowOf } from '../support/screens.ts'

const cartOf = async (page: Page, teamId: number) => {
  const { cartEntries, status } = Value.Parse(getCart.answer, await answerOf(page, addressOf(getCart, { teamId })))
  return [status, ...cartEntries.map(({ tradeAction, name }) => `${tradeAction} ${name}`)]
}

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** From the app's start to a trade that is made, with one player in and one out. */
const MOST_TAPS = 8

describe('trading on a phone', () => {
  test('buys one, sells one and executes with few taps', async ({ openTab }) => {
    const { page } = await openTab({ hasTouch: true, isMobile: true })
    await logIn(page, 'admin')
    const { teamId, sale, first } = await dealOf(page)
    await page.evaluate(() => {
      Object.assign(window, { taps: 0 })
      addEventListener('click', () => Object.assign(window, { taps: (window.taps ?? 0) + 1 }), { capture: true })
    })
    const tab = (name: string | RegExp) =>
      page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name, exact: true })

    await tab('Players').tap()
    await page.getByText(/\d+ of \d+ players/).waitFor()
    // By scrolling, which is no tap; of a long list only the rows in sight are there.
    const buy = button(page, `Buy ${first.name}`)
    await expect
      .poll(async () => {
        if ((await buy.count()) === 0) await page.mouse.wheel(0, 800)
        return buy.count()
      })
      .toBe(1)
    await buy.tap()
    await page.getByText('Player added in the Shopping Cart.').waitFor()
    await tab('My Team').tap()
    await page.getByRole('table', { name: 'Current Players' }).getByRole('link', { name: sale.name }).tap()
    await button(page, 'Sell').tap()
    await page.getByText('Player added in the Shopping Cart.').waitFor()
    await button(page, 'More, 2 in the cart').waitFor()
    await page.getByRole('link', { name: 'Go to the Shopping Cart' }).tap()
    await expect.poll(() => button(page, 'Execute Trade').isEnabled()).toBe(true)
    await button(page, 'Execute Trade').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Execute Trade' }).tap()
    await page.getByText('Trade executed successfully').waitFor()
    expect(await page.evaluate(() => window.taps)).toBeLessThanOrEqual(MOST_TAPS)
    expect(await cartOf(page, teamId)).toEqual(['CART_EMPTY'])
  })

  test('fills the cart from the list and the player page, with and without a signal, and executes it once', async ({
    openInstalled,
  }) => {
    const device = await openInstalled({ hasTouch: true })
    await logIn(device.page, 'member')
    const { page } = device
    await installed(page)
    const { teamId, sale, first, second, cash } = await dealOf(page)
    const executions: string[] = []
    page.on('request', (request) => request.url().endsWith('/execute-trade') && executions.push(request.url()))

    await page.goto('/skaters')
    await page.getByRole('searchbox').fill(first.name)
    await button(page, `Buy ${first.name}`).tap()
    await page.getByText('Player added in the Shopping Cart.').waitFor()
    await button(page, `In cart ${first.name}`).waitFor()
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)

    // Without a signal: one more comes in, one goes out.
    device.expectProblems(NETWORK_LOST)
    await device.context.setOffline(true)
    await page.getByRole('searchbox').fill(second.name)
    await button(page, `Buy ${second.name}`).tap()
    await page.getByText(/Not yet confirmed: it is sent when the connection is back/).waitFor()
    await page.getByRole('link', { name: 'Go to the Shopping Cart' }).tap()
    await rowOf(page, 'Players to Buy', second.name).getByText('Queued').waitFor()
    await button(page, `Remove ${first.name}`).tap()
    await page.getByText(`Remove ${first.name}: queued`).waitFor()
    expect(await button(page, 'Execute Trade').isDisabled()).toBe(true)
    await page.getByText('You are offline: a trade is executed only with a connection.').waitFor()
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await device.context.setOffline(false)
    await page.getByText('Player removed from cart').waitFor()
    await expect.poll(() => cartOf(page, teamId)).toContain(`BUY ${second.name}`)
    expect(await cartOf(page, teamId)).not.toContain(`BUY ${first.name}`)
    await expect.poll(() => button(page, 'Empty Cart').isEnabled()).toBe(true)
    await button(page, 'Empty Cart').tap()
    await page.getByText('Cart emptied successfully').waitFor()

    await page.goto(`/players/${sale.id}`)
    await button(page, 'Sell').tap()
    await page.getByText('Player added in the Shopping Cart.').waitFor()
    await page.goto(`/players/${first.id}`)
    await button(page, 'Buy').tap()
    await page.getByText('Player added in the Shopping Cart.').waitFor()
    await button(page, 'Menu, 2 in the cart').tap()
    await page.getByRole('button', { name: /^Management/ }).tap()
    await page.getByRole('link', { name: 'Shopping Cart (2)' }).tap()
    await rowOf(page, 'Players to Sell', sale.name).waitFor()
    await rowOf(page, 'Players to Buy', first.name).waitFor()
    await page.getByText(cash.toFixed(2), { exact: true }).waitFor()
    await expect.poll(() => button(page, 'Execute Trade').isEnabled()).toBe(true)
    await button(page, 'Execute Trade').tap()
    const question = page.getByRole('alertdialog')
    await question.getByText(first.name).waitFor()
    await question.getByText(sale.name).waitFor()
    await question.getByRole('button', { name: 'Execute Trade' }).dblclick()
    await page.getByText('Trade executed successfully').waitFor()
    expect(executions).toHaveLength(1)
    expect(await cartOf(page, teamId)).toEqual(['CART_EMPTY'])

    await page.getByRole('link', { name: 'See the trades' }).tap()
    await rowOf(page, 'Trades', sale.name).getByText('Sell', { exact: true }).waitFor()
    await rowOf(page, 'Trades', first.name).getByText('Buy', { exact: true }).waitFor()
    const team = Value.Parse(getTeam.answer, await answerOf(page, addressOf(getTeam, { teamId })))
    expect(team.cash).toBeCloseTo(cash, 2)
  })
})
