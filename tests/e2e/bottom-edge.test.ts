import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { readingTest as test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { coveredLines, hiddenFigures } from '../support/eye.ts'
import { logIn } from '../support/member.ts'
import { goOnTo, openNoScreen, openScreen, WALK_PROBLEMS } from '../support/screens.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
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

const SHOTS = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
}

describe('at the edges of a small screen', () => {
  test('lines at the bottom do not cover each other, nor the figures of a table', async ({ tab }) => {
    const { page, context, expectProblems } = tab
    expectProblems(NETWORK_LOST)
    expectProblems(WALK_PROBLEMS)
    await page.route(/\/teams\/\d+\/shopping-cart$/, (route) => route.fulfill({ json: CART }))
    await logIn(page, 'admin')
    await openNoScreen(page)
    const wrong: Record<string, unknown> = {}
    const look = async (where: string) => {
      // Heights are published with the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      // A low window with large letters has hardly a row in sight, and the board has a head of its own.
      const isShort = where.startsWith('/draft') || /(x 390|320 x 568), large/.test(where)
      const found = isShort ? [] : [...(await coveredLines(page)), ...(await hiddenFigures(page))]
      if (found.length > 0) wrong[where] = found
      await shoot(page, where.replace(/\W+/g, '-'))
    }
    const paths = ['/shopping-cart', '/skaters', '/teams/1', '/draft']
    for (const path of paths) await goOnTo(page, path)
    await context.setOffline(true)
    await page.getByText(/^Offline/).waitFor()
    for (const path of paths) {
      await goOnTo(page, path)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        for (const isLarge of [false, true]) {
          await enlarge(page, isLarge)
          await look(`${path} ${size.width} x ${size.height}${isLarge ? ', large' : ''}`)
        }
        await enlarge(page, false)
      }
    }
    expect(wrong, JSON.stringify(wrong)).toEqual({})
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
})
