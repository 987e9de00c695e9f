import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { addressOf } from '#contract/call'
import { getTeamPlayers } from '#contract/roster'
import { getPlayers, getTeam } from '#contract/stats'
import { getCart } from '#contract/trading'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { walk } from '../support/app-test.ts'
import { logIn } from '../support/member.ts'
import { countTaps } from '../support/page-watch.ts'

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Of the member who is logged in on the page: whom they may sell, and a free skater whom they can pay with that. */
const dealOf = async (page: Page) => {
  const user = Value.Parse(getUser.answer, await answerOf(page, getUser.path))
  const teamId = user.teamId ?? 0
  const players = async (current: boolean) =>
    Value.Parse(getTeamPlayers.answer, await answerOf(page, addressOf(getTeamPlayers, { teamId }, { current })))
  const roster = await players(true)
  const former = (await players(false)).map(({ player }) => player.id)
  const team = Value.Parse(getTeam.answer, await answerOf(page, addressOf(getTeam, { teamId })))
  const skaters = Value.Parse(
    getPlayers.answer,
    await answerOf(page, addressOf(getPlayers, undefined, { type: 'skater' })),
  )
  const longAgo = Date.now() - 30 * 86_400_000
  const [sale] = roster
    .filter(({ rosterEntry: { boughtAt } }) => Date.parse(boughtAt ?? '') < longAgo)
    .filter(({ player }) => ['C', 'LW', 'RW'].includes(player.position ?? ''))
    .sort((a, b) => (b.rosterEntry.sellPrice ?? 0) - (a.rosterEntry.sellPrice ?? 0))
  const most = (sale?.rosterEntry.sellPrice ?? 0) + (team.cash ?? 0)
  const first = skaters.find(
    ({ id, team: owner, buyPrice, points }) =>
      !owner && !former.includes(id) && (points ?? 0) > 0 && (buyPrice ?? 0) < most / 2,
  )
  if (!sale || !first) throw new Error('The demo league has no such deal.')
  const cash = (team.cash ?? 0) + (sale.rosterEntry.sellPrice ?? 0) - (first.buyPrice ?? 0)
  return { teamId, sale: sale.player, first, cash }
}

/** From the app's start to a trade that is made, with one player in and one out. */
const MOST_TAPS = 8

walk('a trade buys one, sells one and is executed once, with few taps', async ({ openTab }) => {
  const { page } = await openTab({ hasTouch: true, isMobile: true })
  await logIn(page, 'odile')
  const { teamId, sale, first, cash } = await dealOf(page)
  await countTaps(page)
  const executions: string[] = []
  page.on('request', (request) => request.url().endsWith('/execute-trade') && executions.push(request.url()))
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
  await button(page, `In cart ${first.name}`).waitFor()
  await tab('My Team').tap()
  await page.getByRole('table', { name: 'Current Players' }).getByRole('link', { name: sale.name }).tap()
  await button(page, 'Sell').tap()
  await page.getByText('Player added in the Shopping Cart.').waitFor()
  await button(page, 'More, 2 in the cart').waitFor()
  await page.getByRole('link', { name: 'Go to the Shopping Cart' }).tap()
  await rowOf(page, 'Players to Sell', sale.name).waitFor()
  await rowOf(page, 'Players to Buy', first.name).waitFor()
  await page.getByText(cash.toFixed(2), { exact: true }).waitFor()
  await expect.poll(() => button(page, 'Execute Trade').isEnabled()).toBe(true)
  await button(page, 'Execute Trade').tap()
  const question = page.getByRole('alertdialog')
  await question.getByText(first.name).waitFor()
  await question.getByText(sale.name).waitFor()
  const taps = await page.evaluate(() => window.taps)
  expect(taps).toBeLessThan(MOST_TAPS)
  await question.getByRole('button', { name: 'Execute Trade' }).dblclick()
  await page.getByText('Trade executed successfully').waitFor()
  expect(executions).toHaveLength(1)

  const cart = Value.Parse(getCart.answer, await answerOf(page, addressOf(getCart, { teamId })))
  expect([cart.status, cart.cartEntries]).toEqual(['CART_EMPTY', []])
  const team = Value.Parse(getTeam.answer, await answerOf(page, addressOf(getTeam, { teamId })))
  expect(team.cash).toBeCloseTo(cash, 2)
  await page.getByRole('link', { name: 'See the trades' }).tap()
  await rowOf(page, 'Trades', sale.name).getByText('Sell', { exact: true }).waitFor()
  await rowOf(page, 'Trades', first.name).getByText('Buy', { exact: true }).waitFor()
})
