import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from '../support/accessibility.ts'
import { test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST, PHONE } from '../support/browser.ts'
import { coveredLines, enlarge, hiddenFigures } from '../support/eye.ts'
import { logIn } from '../support/member.ts'
import { goOnTo, openNoScreen, overflowOf, screensOf, WALK_PROBLEMS } from '../support/screens.ts'

const SMALLEST = { width: 320, height: 568 }
const SIZES = [SMALLEST, PHONE, { width: 844, height: 390 }]
/** Screens with most at their edges. */
const CROWDED = ['/shopping-cart', '/skaters', '/teams/1', '/draft']
/** They have the lines of the others, and no table of figures. */
const WITHOUT_FIGURES = /league|pick-list|draft-admin|players-preview|settings|notifications/
const WITH_SEARCH = ['/skaters', '/draft']

/** A keyboard on the screen leaves so much, where the browser has the window shrink for it. */
const ABOVE_KEYBOARD = [
  { width: 320, height: 300 },
  { width: 390, height: 500 },
]

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
  test('nothing covers a figure or a line at the bottom, with all lines at once and without a connection', async ({
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
    const paths = (await screensOf(page, 1)).filter((path) => !WITHOUT_FIGURES.test(path))
    for (const path of paths) await goOnTo(page, path)
    await page.getByText('Trading closes on Friday').waitFor()
    await page.getByText('Add to Home Screen').waitFor()
    await context.setOffline(true)
    await page.getByText(/^Offline/).waitFor()
    for (const path of paths) {
      await page.setViewportSize(PHONE)
      await goOnTo(page, path)
      await lookInSizes(`${path} all lines`, CROWDED.includes(path) ? SIZES : [SMALLEST])
      if (path === '/standings') expect(await violations(page)).toEqual([])
    }
    // With large letters the cart's balance is not broken within its figures.
    await page.setViewportSize(SMALLEST)
    await goOnTo(page, '/shopping-cart')
    await enlarge(page, true)
    const balance = page.getByText('-57.25').first()
    expect(await balance.evaluate((each) => each.getClientRects().length)).toBe(1)
    expect(wrong, JSON.stringify(wrong)).toEqual({})
  })

  test('nothing at the bottom moves while the app is saved for use without a connection', async ({ open }) => {
    const { page } = await open()
    await page.addInitScript(() => {
      const places = new Set<number>()
      Object.assign(window, { places })
      const look = () => {
        const cash = document.querySelector('.cash-line')?.getBoundingClientRect().bottom
        if (cash !== undefined) places.add(Math.round(cash))
        requestAnimationFrame(look)
      }
      look()
    })
    await logIn(page, 'member', '/skaters')
    const saving = page.getByText(/^Saving for offline/)
    await saving.waitFor()
    // In the bar, below its words: it covers nothing that can be tapped.
    const [bar, brand, line] = await Promise.all(
      [page.locator('.bar'), page.locator('.bar-brand'), saving].map((each) => each.boundingBox()),
    )
    expect(line?.y).toBeGreaterThan((brand?.y ?? 0) + (brand?.height ?? 0) / 2 + 10)
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(bar?.height ?? 0)
    await saving.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => [...Reflect.get(window, 'places')])).toHaveLength(1)
  })

  test('lines at the bottom do not cover each other while a search is written, and the tabs come back after it', async ({
    openTab,
  }) => {
    const { page, context, expectProblems } = await openTab({ hasTouch: true, isMobile: true })
    expectProblems(NETWORK_LOST)
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await openNoScreen(page)
    const { wrong, lookInSizes } = looker(page)
    for (const path of WITH_SEARCH) await goOnTo(page, path)
    await context.setOffline(true)
    await page.getByText(/^Offline/).waitFor()
    const tabs = page.locator('.tabs')
    for (const path of WITH_SEARCH) {
      await goOnTo(page, path)
      await page.setViewportSize(PHONE)
      const search = page.getByRole('searchbox').first()
      await search.tap()
      await search.fill('an')
      // A keyboard that lies over the window; and one for which the window shrinks.
      await lookInSizes(`${path} focused`, [PHONE, ...ABOVE_KEYBOARD])
      expect(await search.evaluate((each) => each === document.activeElement)).toBe(true)
      expect(await tabs.isVisible()).toBe(false)
      await search.blur()
      await tabs.waitFor()
    }
    expect(wrong, JSON.stringify(wrong)).toEqual({})
  })

  test('a banner is as high as what it says, the rows begin below it, and the draft keeps its measures', async ({
    tab: { page, expectProblems },
  }) => {
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await openNoScreen(page)
    const heightOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => each.clientHeight)
    const measured: Record<string, unknown> = {}
    for (const path of ['/shopping-cart', '/trades', '/', '/skaters', '/goalies']) {
      await goOnTo(page, path)
      measured[path] = await heightOf('.banner')
      if (!['/skaters', '/goalies'].includes(path)) continue
      const row = page.locator('.table-body > .row').first()
      await row.waitFor()
      expect((await row.boundingBox())?.y, path).toBeLessThanOrEqual(311)
    }
    expect(measured).toEqual({ '/skaters': 64, '/goalies': 64, '/shopping-cart': 64, '/trades': 112, '/': 96 })
    expect(await page.locator('.banner p:empty').count()).toBe(0)
    await page.setViewportSize(DESKTOP)
    expect(await heightOf('.banner')).toBe(132)

    await goOnTo(page, '/draft-admin')
    const sequence = page.getByRole('region', { name: 'Picks' })
    expect(
      await sequence.evaluate((each) => [each.getBoundingClientRect().height, each.scrollHeight > each.clientHeight]),
    ).toEqual([400, true])

    await goOnTo(page, '/draft')
    const words = page.getByRole('heading', { name: /^(Last Drafted Player|Draft Pick Sequence)$/ })
    await words.first().waitFor()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const heights = await words.evaluateAll((all) =>
        all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
      )
      expect(heights).toHaveLength(2)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(11)
    }
  })
})
