import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST, PHONE } from '../support/browser.ts'
import { coveredLines, hiddenFigures } from '../support/eye.ts'
import { logIn } from '../support/member.ts'
import { goOnTo, openNoScreen, openScreen, overflowOf, screensOf, WALK_PROBLEMS } from '../support/screens.ts'

const SMALLEST = { width: 320, height: 568 }
const SIZES = [SMALLEST, { width: 360, height: 740 }, PHONE, { width: 844, height: 390 }]
/** Screens with most at their edges. */
const CROWDED = ['/shopping-cart', '/skaters', '/teams/1', '/draft']

/** A keyboard on the screen leaves so much, where the browser has the window shrink for it. */
const ABOVE_KEYBOARD = [
  { width: 320, height: 300 },
  { width: 390, height: 500 },
]

/** Letters of twice the size, as a reader may set them for one page. */
const enlarge = (page: Page, isOn: boolean) =>
  page.evaluate((on) => {
    document.documentElement.style.fontSize = on ? '200%' : ''
  }, isOn)

const entry = (playerId: number, name: string, price: number, tradeAction: string) => ({
  playerId,
  name,
  position: 'LW',
  nhlTeam: 'EDM',
  points: 113,
  price,
  tradeAction,
})
const CART = {
  cartEntries: [
    entry(1, 'Konstantin Wojciechowski-Featherstonehaugh', 57.25, 'SELL'),
    entry(2, 'Ryan Nugent-Hopkins', 157.5, 'BUY'),
  ],
  tradeBalance: -57.25,
  status: 'NOT_ENOUGH_CASH',
}

const MESSAGE = {
  message: {
    id: 1,
    by: 'admin',
    words: 'Trading closes on Friday at noon. With fewer than two goalies dressed by then you lose the week.',
    at: '2026-11-24T12:00:00.000Z',
  },
}
/** Gets the hint without an offer of the browser, which needs the app's worker. */
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

const SHOTS = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
}

/** What is wrong at the edges of the window, by where. */
const looker = (page: Page) => {
  const wrong: Record<string, unknown> = {}
  const look = async (where: string) => {
    // Heights are published with the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await shoot(page, where.replace(/\W+/g, '-'))
    const overflow = await overflowOf(page)
    if (overflow > 0) wrong[`${where}, sideways`] = overflow
    const found = [...(await coveredLines(page)), ...(await hiddenFigures(page))]
    if (found.length > 0) wrong[where] = found
  }
  const lookInSizes = async (name: string, sizes: typeof SIZES) => {
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const isLarge of [false, true]) {
        await enlarge(page, isLarge)
        await look(`${name} ${size.width} x ${size.height}${isLarge ? ', large' : ''}`)
      }
      await enlarge(page, false)
    }
  }
  return { wrong, lookInSizes }
}

describe('at the edges of a small screen', () => {
  test('lines at the bottom do not cover each other while a search is written, with a keyboard on the screen', async ({
    openTab,
  }) => {
    const { page, context, expectProblems } = await openTab({ hasTouch: true, isMobile: true })
    expectProblems(NETWORK_LOST)
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await openNoScreen(page)
    const { wrong, lookInSizes } = looker(page)
    const paths = ['/skaters', '/draft']
    for (const path of paths) await goOnTo(page, path)
    await context.setOffline(true)
    await page.getByText(/^Offline/).waitFor()
    for (const path of paths) {
      await goOnTo(page, path)
      await page.setViewportSize(PHONE)
      const search = page.getByRole('searchbox').first()
      await search.tap()
      await search.fill('an')
      // A keyboard that lies over the window; and one for which the window shrinks.
      await lookInSizes(`${path} focused`, [PHONE, ...ABOVE_KEYBOARD])
      expect(await search.evaluate((each) => each === document.activeElement)).toBe(true)
      expect(await page.locator('.tabs').isVisible()).toBe(false)
    }
    expect(wrong, JSON.stringify(wrong)).toEqual({})
  })

  test('on every screen nothing covers a figure, with all lines at once and without a connection', async ({
    openTab,
  }) => {
    const { page, context, expectProblems } = await openTab({ userAgent: IPHONE })
    expectProblems(NETWORK_LOST)
    expectProblems(WALK_PROBLEMS)
    await page.route(/\/api\/v1\/message$/, (route) => route.fulfill({ json: MESSAGE }))
    await page.route(/\/teams\/\d+\/shopping-cart$/, (route) => route.fulfill({ json: CART }))
    await logIn(page, 'admin')
    await openNoScreen(page)
    const { wrong, lookInSizes } = looker(page)
    const paths = await screensOf(page, 1)
    for (const path of paths) await goOnTo(page, path)
    await page.getByText('Trading closes on Friday').waitFor()
    await page.getByText('Add to Home Screen').waitFor()
    await context.setOffline(true)
    await page.getByText(/^Offline/).waitFor()
    for (const path of paths) {
      await page.setViewportSize(PHONE)
      await goOnTo(page, path)
      await lookInSizes(`${path} all lines`, CROWDED.includes(path) ? SIZES : [SMALLEST])
    }
    expect(wrong, JSON.stringify(wrong)).toEqual({})
  })

  test('a banner is as high as what it says, and the rows begin below it', async ({
    tab: { page, expectProblems },
  }) => {
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'premium')
    await page.setViewportSize(PHONE)
    await openNoScreen(page)
    const heightOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => each.clientHeight)
    const measured: Record<string, unknown> = {}
    for (const path of ['/skaters', '/goalies', '/players-preview', '/shopping-cart', '/trades', '/']) {
      await goOnTo(page, path)
      measured[path] = await heightOf('.banner')
    }
    expect(measured).toEqual({
      '/skaters': 64,
      '/goalies': 64,
      '/players-preview': 64,
      '/shopping-cart': 64,
      '/trades': 112,
      '/': 96,
    })
    for (const path of ['/skaters', '/goalies']) {
      await goOnTo(page, path)
      const row = page.locator('.table-body > .row').first()
      await row.waitFor()
      expect((await row.boundingBox())?.y, path).toBeLessThanOrEqual(311)
    }
    expect(await page.locator('.banner p:empty').count()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await heightOf('.banner')).toBe(132)
  })

  test('the buttons of My Team stay in sight, and its columns go only where a text would be cut', async ({ tab }) => {
    const { page, expectProblems } = tab
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await openScreen(page, '/teams/1')
    const table = page.getByRole('table', { name: 'Current Players' })
    for (const [width, gone] of [
      [320, null],
      [360, null],
      [390, null],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      await page.waitForFunction((px) => window.innerWidth === px, width)
      await expect.poll(() => table.getAttribute('data-narrow')).toBe(gone)
      const edges = await table
        .locator('.cell.end button')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
      expect(edges.length).toBeGreaterThan(0)
      expect(Math.max(...edges)).toBeLessThanOrEqual(width)
    }
    // Words that grow in a row of the same size: some 260 px, for which the buttons leave room and the names do not.
    const boughtAt = table.getByRole('row').nth(1).getByRole('cell').nth(-4)
    await boughtAt.evaluate((cell) => {
      cell.style.whiteSpace = 'nowrap'
      cell.textContent = 'the twenty-fourth of November, at noon'
    })
    await expect.poll(() => table.getAttribute('data-narrow')).toBe('start')
  })

  test('with large letters the cart is no wider than the window', async ({ tab: { page, expectProblems } }) => {
    expectProblems(WALK_PROBLEMS)
    await page.route(/\/teams\/\d+\/shopping-cart$/, (route) => route.fulfill({ json: CART }))
    await logIn(page, 'admin')
    await page.setViewportSize({ width: 320, height: 568 })
    await openScreen(page, '/shopping-cart')
    await enlarge(page, true)
    expect(await overflowOf(page)).toBe(0)
    // Nor is the balance broken within its figures.
    expect(
      await page
        .getByText('-57.25')
        .first()
        .evaluate((each) => each.getClientRects().length),
    ).toBe(1)
  })

  test("the director's pick sequence scrolls in 400 px", async ({ tab: { page, expectProblems } }) => {
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await openScreen(page, '/draft-admin')
    const sequence = page.getByRole('region', { name: 'Picks' })
    expect(
      await sequence.evaluate((each) => [each.getBoundingClientRect().height, each.scrollHeight > each.clientHeight]),
    ).toEqual([400, true])
  })

  test('the smallest words of the draft are 11 pixels high', async ({ tab: { page, expectProblems } }) => {
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin', '/draft')
    await page.getByRole('heading', { name: 'Last Drafted Player' }).waitFor()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const heights = await page
        .getByRole('heading', { name: /^(Last Drafted Player|Draft Pick Sequence)$/ })
        .evaluateAll((all) => all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)))
      expect(heights).toHaveLength(2)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(11)
    }
  })
})
