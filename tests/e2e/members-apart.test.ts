import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST, PHONE } from '../support/browser.ts'
import { installed, logIn, loginLink } from '../support/member.ts'
import { standingsTable, teamRows, teamsOfServer } from '../support/standings.ts'
import { storedBy, textIn } from '../support/stored.ts'
import { cartOfServer, traderOf } from '../support/waiting-changes.ts'

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'member', exact: true }).click()
  await page.getByRole('link', { name: 'Logout' }).click()
  // The page that is left says "Login" at its very end, too.
  await page.waitForURL('/')
}

const visit = async (page: Page) => {
  await logIn(page, 'member')
  await standingsTable(page).waitFor()
  await installed(page)
  const [team] = await teamsOfServer(page)
  if (!team) throw new Error('A demo league has teams.')
  // Both copies are there: what a first frame is drawn from, and the worker's snapshot.
  await expect.poll(async () => JSON.stringify((await storedBy(page)).localStorage)).toContain(team.name)
  await expect.poll(async () => JSON.stringify((await storedBy(page)).databases)).toContain(team.name)
  const user: unknown = await answerOf(page, getUser.path)
  return { name: 'member', league: team.name, id: Value.Parse(getUser.answer, user).id }
}

test("a member's data is gone once their session has ended, and after each logout, with a connection or without", async ({
  phoneOf,
}) => {
  const open = await phoneOf('member')
  const device = await open({ viewport: DESKTOP })
  device.expectProblems(NETWORK_LOST)
  device.expectProblems(/status of 401/)
  const { context } = device
  const traces = await visit(device.page)
  await context.clearCookies()
  const ended = await device.relaunch('/standings')
  await loginLink(ended).waitFor()
  await expect.poll(() => ended.getByText(traces.league).count()).toBe(0)
  await expect.poll(async () => textIn(await storedBy(ended))).not.toContain(traces.league)

  await visit(ended)
  await logOut(ended)
  await loginLink(ended).waitFor()
  await expect.poll(async () => textIn(await storedBy(ended))).not.toContain(traces.league)
  // The first frame's copy is written a second late: it must not come back.
  await ended.waitForTimeout(2_000)
  const text = textIn(await storedBy(ended))
  expect(text).not.toContain(traces.league)
  expect(text).not.toContain(`"${traces.name}"`)
  await context.setOffline(true)
  const visitor = await device.relaunch('/standings')
  await loginLink(visitor).waitFor()
  expect(await visitor.getByText(traces.league).count()).toBe(0)
  expect(await teamRows(visitor).count()).toBe(0)

  // Without a connection the server learns it later, from the page that stays open or from the next launch.
  const sessionEnds = () => expect.poll(async () => (await context.request.get(getUser.path)).status()).toBe(401)
  const logOutOffline = async () => {
    await context.setOffline(false)
    const page = await device.relaunch('/robots.txt')
    await visit(page)
    await context.setOffline(true)
    await logOut(page)
    await loginLink(page).waitFor()
    const line = page.getByText("The server ends the session when you're back online.")
    await line.waitFor()
    // On a phone the lines end the page, and cover none of the words above them.
    await page.setViewportSize(PHONE)
    const hint = page.getByText('Click top right corner to log in.')
    const gap = async () => {
      const [above, below] = [await hint.boundingBox(), await line.boundingBox()]
      return above && below ? below.y - (above.y + above.height) : Number.NaN
    }
    await expect.poll(gap).toBeGreaterThan(0)
    await page.setViewportSize(DESKTOP)
    expect(await page.getByText(traces.league).count()).toBe(0)
    expect(textIn(await storedBy(page))).not.toContain(traces.league)
    return { page, line }
  }
  const stayed = await logOutOffline()
  await context.setOffline(false)
  // What a phone says, and the emulation only to a page that was there before the network went: such a page is on its
  // way out already, and no longer hears it.
  await stayed.page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => undefined)
  await sessionEnds()
  await stayed.line.waitFor({ state: 'detached' })
  await loginLink(stayed.page).waitFor()

  await logOutOffline()
  // The app is closed before: open, it would end the session by itself, and a tab cannot be closed on its way.
  const page = await device.relaunch('about:blank')
  await context.setOffline(false)
  await page.goto('/')
  await loginLink(page).waitFor()
  await sessionEnds()
})

test("nothing of a member's is shown to the next on the same phone, and a queued change waits for its member", async ({
  phoneOf,
}) => {
  const open = await phoneOf('member')
  const device = await open({ viewport: DESKTOP })
  device.expectProblems(NETWORK_LOST)
  // The first frame is still the last member's, and asks for the cart in the name of the next, as the worker does.
  device.expectProblems(/status of 40[13]/)
  const { context } = device
  const { id } = await visit(device.page)
  const ownRow = (of: Page) => teamRows(of).filter({ hasText: 'Your team' }).innerText()
  const rowOfMember = await ownRow(device.page)
  // Their name is in what all members may read, as the league's history. What is queued is theirs and stays.
  const ofMember = new RegExp(`${id}\\b`)
  const shared = async (page: Page) => {
    const stored = await storedBy(page)
    const databases = Object.entries(stored.databases).filter(([name]) => !name.startsWith('pool-outbox/'))
    return textIn({ ...stored, databases: Object.fromEntries(databases) })
  }
  await expect.poll(() => shared(device.page)).toMatch(ofMember)
  const [player] = (await traderOf(device.page)).players
  if (!player) throw new Error('A demo league has free agents.')
  await device.page.goto(`/players/${player.playerId}`)
  const buy = device.page.getByRole('button', { name: 'Buy', exact: true })
  await buy.waitFor()
  await context.setOffline(true)
  await buy.click()
  await device.page.getByText(/We'll send it when you're back online/).waitFor()

  // The phone changes hands without a logout.
  const sent: string[] = []
  context.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await context.clearCookies()
  await context.setOffline(false)
  await logIn(device.page, 'premium', '/shopping-cart')
  await device.page.getByText(/The shopping cart is empty/).waitFor()
  await device.page.getByRole('button', { name: 'premium', exact: true }).waitFor()
  expect(await device.page.getByText(player.name).count()).toBe(0)
  expect(await device.page.getByText(/not confirmed|in the cart$/).count()).toBe(0)
  expect(await cartOfServer(device.page, await traderOf(device.page))).toEqual([])
  await expect.poll(() => shared(device.page)).not.toMatch(ofMember)
  await device.page.goto('/standings')
  expect(await ownRow(device.page)).not.toBe(rowOfMember)

  await context.setOffline(true)
  const page = await device.relaunch('/standings')
  await page.getByRole('button', { name: 'premium', exact: true }).waitFor()
  expect(await page.getByText('member', { exact: true }).count()).toBe(0)
  expect(sent).toEqual([])

  await context.setOffline(false)
  await context.clearCookies()
  await logIn(page, 'member', '/shopping-cart')
  const remove = page.getByRole('button', { name: `Remove ${player.name}` })
  await remove.waitFor()
  await expect.poll(async () => cartOfServer(page, await traderOf(page))).toEqual([player.playerId])
  expect(sent).toHaveLength(1)
  // The league is left as it was found.
  await remove.click()
  await expect.poll(async () => cartOfServer(page, await traderOf(page))).toEqual([])
})
