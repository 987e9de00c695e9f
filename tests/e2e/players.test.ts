import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { deferred } from '../support/deferred.ts'
import { logIn } from '../support/member.ts'
import { watchShifts } from '../support/page-watch.ts'
import { playerHeader, playerRows, playersTable } from '../support/players.ts'
import { FIGURES_AGE, overflowOf } from '../support/screens.ts'

const COUNT = /^\d+ of \d{3} players$/

/** Of a change to the cart. */
const WORDS = ['In cart', 'Saving', 'Queued', 'Sending', 'Log in', 'Refused', 'Not sent']

describe('skaters on a phone', () => {
  test('are searched, filtered and sorted; a reload, the way back and a lost network keep all that', async ({
    phoneOf,
  }) => {
    const open = await phoneOf('member')
    const { page, context, expectProblems } = await open()
    expectProblems(NETWORK_LOST)
    await logIn(page, 'member')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Skaters' }).click()
    await playersTable(page).waitFor()
    expect(Number(await playersTable(page).getAttribute('aria-rowcount'))).toBeGreaterThan(800)

    // A small part of the rows is drawn, and yet the page is as long as all of them.
    await expect.poll(() => playerRows(page).count()).toBeGreaterThan(18)
    expect(await playerRows(page).count()).toBeLessThan(25)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(800 * 45)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)

    await page.evaluate(() => window.scrollTo(0, 9_000))
    await expect
      .poll(async () => Number(await playerRows(page).first().getAttribute('aria-rowindex')))
      .toBeGreaterThan(100)
    const seen = playerRows(page).nth(20)
    const name = await seen.getByRole('link').innerText()
    await seen.getByRole('link').click()
    await page.waitForURL(/\/players\/\d+$/)
    await page.goBack()
    await page.getByRole('link', { name, exact: true }).waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(9_000)
    await page.reload()
    await page.getByRole('link', { name, exact: true }).waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(9_000)

    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('an')
    await page.getByRole('combobox', { name: 'Position' }).selectOption('Forwards')
    await page.getByRole('combobox', { name: 'Team' }).selectOption('Free agents')
    await playerHeader(page, 'Name').click()
    // In whatever order: filters reach the address when typing pauses, which may be after the sort.
    const asked = { name: 'an', position: 'forward', team: 'free', sort: 'name', dir: 'asc' }
    await page.waitForURL(({ searchParams }) =>
      Object.entries(asked).every(([name, value]) => searchParams.get(`skaters_${name}`) === value),
    )
    const shown = async () => ({
      count: await page.getByText(COUNT).innerText(),
      names: (await playerRows(page).getByRole('link').allInnerTexts()).slice(0, 8),
    })
    const before = await shown()
    expect(before.names.every((found) => found.normalize('NFD').toLowerCase().includes('an'))).toBe(true)
    await page.reload()
    await playersTable(page).waitFor()
    await expect.poll(shown).toEqual(before)

    await context.setOffline(true)
    await page.reload()
    await playersTable(page).waitFor()
    await expect.poll(shown).toEqual(before)
    await page.getByText(FIGURES_AGE).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => page.getByText(COUNT).innerText()).toMatch(/^(\d+) of \1 players$/)
    // No row shows between the cash and the quiet line below it.
    const cash = await page.getByRole('link', { name: /^Cash / }).boundingBox()
    const line = await page.getByText(FIGURES_AGE).boundingBox()
    expect(Math.round((cash?.y ?? 0) + (cash?.height ?? 0))).toBe(Math.round(line?.y ?? -1))
  })

  test('the longest word of a purchase on its way fits into its button', async ({ openTab }) => {
    const { page, context, expectProblems } = await openTab()
    expectProblems(/status of 409/)
    await context.route('**/shopping-cart/players/**', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' },
      }),
    )
    await logIn(page, 'member', '/skaters')
    await page.locator('.buy:not([aria-disabled=true])').first().click()
    const refused = page.locator('.buy[data-state=refused]')
    await refused.waitFor()
    const overflow = await refused.evaluate((button, words) => {
      const word = button.firstChild
      const range = document.createRange()
      return words.map((each) => {
        if (word) word.textContent = each
        range.selectNodeContents(word ?? button)
        return [each, Math.max(0, Math.ceil(range.getBoundingClientRect().width - button.clientWidth))]
      })
    }, WORDS)
    expect(overflow).toEqual(WORDS.map((word) => [word, 0]))
  })

  test("a player's page moves nothing while it loads, however late the code of its charts comes", async ({
    openTab,
  }) => {
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
    const { page, context } = await openTab({ ...phone, serviceWorkers: 'block' })
    await logIn(page, 'member', '/skaters')
    const player = (await playerRows(page).getByRole('link').first().getAttribute('href')) ?? ''
    await watchShifts(context)
    const released = deferred()
    await context.route('**/assets/charts-*.js', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.goto(player)
    await page.getByRole('heading', { name: 'Season', exact: true }).waitFor()
    await page.waitForTimeout(1_000)
    released.resolve()
    await page.locator('svg[role=img]').first().waitFor()
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.02)
  })

  test('the column of the points is whole, with its arrow, for who has no team, too', async ({ openTab }) => {
    const { page } = await openTab()
    await logIn(page, 'newcomer', '/skaters')
    for (const width of [360, 390, 412]) {
      await page.setViewportSize({ width, height: 844 })
      const arrow = await playerHeader(page, 'Points').locator('.arrow').boundingBox()
      expect((arrow?.x ?? width) + (arrow?.width ?? 0), `${width}`).toBeLessThanOrEqual(width)
    }
  })
})
