import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST } from '../support/browser.ts'
import { installed, logIn, loginLink } from '../support/member.ts'
import { standingsTable, teamRows, teamsOfServer } from '../support/standings.ts'
import { storedBy, textIn } from '../support/stored.ts'
import { cartOfServer, traderOf } from '../support/waiting-changes.ts'

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'member', exact: true }).click()
  await page.getByRole('link', { name: 'Logout' }).click()
  // The page that he leaves says "Login" at its very end, too.
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

describe('what belongs to one member', () => {
  test('is gone from the device after logging out, and not shown with the network gone', async ({ phoneOf }) => {
    const open = await phoneOf('member')
    const device = await open({ viewport: DESKTOP })
    device.expectProblems(NETWORK_LOST)
    const traces = await visit(device.page)
    await logOut(device.page)
    await loginLink(device.page).waitFor()
    await expect.poll(async () => textIn(await storedBy(device.page))).not.toContain(traces.league)
    // The first frame's copy is written a second late: it must not come back.
    await device.page.waitForTimeout(2_000)
    const text = textIn(await storedBy(device.page))
    expect(text).not.toContain(traces.league)
    expect(text).not.toContain(`"${traces.name}"`)

    await device.context.setOffline(true)
    const page = await device.relaunch('/standings')
    await loginLink(page).waitFor()
    expect(await page.getByText(traces.league).count()).toBe(0)
    expect(await teamRows(page).count()).toBe(0)
  })

  test('goes at once when he logs out offline, and the session ends when the network is back', async ({ phoneOf }) => {
    const open = await phoneOf('member')
    const device = await open({ viewport: DESKTOP })
    device.expectProblems(NETWORK_LOST)
    const traces = await visit(device.page)
    await device.context.setOffline(true)
    await logOut(device.page)
    await loginLink(device.page).waitFor()
    await device.page.getByText("The server ends the session when you're back online.").waitFor()
    expect(await device.page.getByText(traces.league).count()).toBe(0)
    expect(textIn(await storedBy(device.page))).not.toContain(traces.league)

    // The app is closed before: open, it would end the session by itself, and a tab cannot be closed on its way.
    const page = await device.relaunch('about:blank')
    await device.context.setOffline(false)
    await page.goto('/')
    await loginLink(page).waitFor()
    await expect.poll(async () => (await device.context.request.get(getUser.path)).status()).toBe(401)
  })

  test('is ended by the page that stays open, too, which says so until then', async ({ phoneOf }) => {
    const open = await phoneOf('member')
    const device = await open({ viewport: DESKTOP })
    device.expectProblems(NETWORK_LOST)
    const { page, context } = device
    await visit(page)
    await context.setOffline(true)
    await logOut(page)
    const line = page.getByText("The server ends the session when you're back online.")
    await line.waitFor()
    await context.setOffline(false)
    // What a phone says, and the emulation only to a page that was there before the network went: such a page is on its
    // way out already, and no longer hears it.
    await page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => undefined)
    await expect.poll(async () => (await context.request.get(getUser.path)).status()).toBe(401)
    await line.waitFor({ state: 'detached' })
    await loginLink(page).waitFor()
  })

  test('is dropped when somebody else logs in on the same device', async ({ phoneOf }) => {
    const open = await phoneOf('member')
    const device = await open({ viewport: DESKTOP })
    device.expectProblems(NETWORK_LOST)
    const { id } = await visit(device.page)
    // Their name is in what all members may read, as the league's history.
    const ofMember = new RegExp(`${id}\\b`)
    await expect.poll(async () => textIn(await storedBy(device.page))).toMatch(ofMember)
    // The session ends without the app's doing, and another member logs in. What asks in between is told so, and at its
    // warm-up the worker.
    device.expectProblems(/status of 401/)
    device.expectProblems(/\/teams\/3\/shopping-cart: .*status of 403/)
    await device.context.clearCookies()
    await logIn(device.page, 'newcomer')
    await standingsTable(device.page).waitFor()
    await device.page.getByRole('button', { name: 'newcomer', exact: true }).waitFor()
    await expect.poll(async () => textIn(await storedBy(device.page))).not.toMatch(ofMember)
    expect(await teamRows(device.page).getByText('Your team').count()).toBe(0)

    await device.context.setOffline(true)
    const page = await device.relaunch('/standings')
    await page.getByRole('button', { name: 'newcomer', exact: true }).waitFor()
    expect(await page.getByText('member', { exact: true }).count()).toBe(0)
  })

  test('waits for him: a queued change is neither shown nor sent while somebody else is logged in', async ({
    phoneOf,
  }) => {
    const open = await phoneOf('member')
    const device = await open({ viewport: DESKTOP })
    device.expectProblems(NETWORK_LOST)
    const { page, context } = device
    await logIn(page, 'member')
    const [player] = (await traderOf(page)).players
    if (!player) throw new Error('A demo league has free agents.')
    await page.goto(`/players/${player.playerId}`)
    const buy = page.getByRole('button', { name: 'Buy', exact: true })
    await buy.waitFor()
    await context.setOffline(true)
    await buy.click()
    await page.getByText(/We'll send it when you're back online/).waitFor()

    // The phone changes hands without a logout.
    const sent: string[] = []
    context.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await context.clearCookies()
    await context.setOffline(false)
    // The first frame is still the last member's, and asks for his cart in the name of the next.
    device.expectProblems(/status of 40[13]/)
    await logIn(page, 'premium', '/shopping-cart')
    await page.getByText(/The shopping cart is empty/).waitFor()
    await page.getByRole('button', { name: 'premium', exact: true }).waitFor()
    expect(await page.getByText(player.name).count()).toBe(0)
    expect(await page.getByText(/not confirmed|in the cart$/).count()).toBe(0)
    expect(await cartOfServer(page, await traderOf(page))).toEqual([])
    expect(sent).toEqual([])

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

  test('is not shown once the session has ended', async ({ phoneOf }) => {
    const open = await phoneOf('member')
    const device = await open({ viewport: DESKTOP })
    device.expectProblems(/status of 401/)
    const traces = await visit(device.page)
    await device.context.clearCookies()
    const page = await device.relaunch('/standings')
    await loginLink(page).waitFor()
    await expect.poll(() => page.getByText(traces.league).count()).toBe(0)
    await expect.poll(async () => textIn(await storedBy(page))).not.toContain(traces.league)
  })
})
