import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST, PHONE, TABLET } from '../support/browser.ts'
import { FURTHER } from '../support/eye.ts'
import { logIn, loginLink } from '../support/member.ts'
import {
  FIGURES_AGE,
  goOnTo,
  NO_SCREEN,
  openNoScreen,
  openScreen,
  screensOf,
  WALK_PROBLEMS,
} from '../support/screens.ts'
import { standingsTable } from '../support/standings.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a page that has axe already is given of it. */
const NOTHING = 'undefined'
// The legacy mode spares a page opened for each scan; there are no frames in which it would matter. What passes need not
// be described.
const found = async (page: Page, runOnly: Parameters<AxeBuilder['options']>[0]['runOnly']) => {
  // It is half a megabyte, which takes longer to read than a screen to scan.
  const axe = (await page.evaluate(() => 'axe' in window))
    ? new AxeBuilder({ page, axeSource: NOTHING })
    : new AxeBuilder({ page })
  axe.exclude(FURTHER).options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const COLOURS = ['color-contrast']
const SIZES = ['target-size']

/** All rules once; colours in each theme, and sizes in each width, as only those depend on them. */
const violations = async (page: Page) => {
  const wrong: string[] = []
  const scan = async (
    colorScheme: 'light' | 'dark',
    viewport: typeof PHONE,
    runOnly: Parameters<AxeBuilder['options']>[0]['runOnly'],
  ) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    const more = await found(page, runOnly)
    wrong.push(...more.map((each) => `${colorScheme}, ${viewport.width} wide: ${each}`))
  }
  await scan('light', DESKTOP, { type: 'rule', values: [...COLOURS, ...SIZES] })
  await scan('dark', TABLET, { type: 'rule', values: [...COLOURS, ...SIZES] })
  await scan('dark', PHONE, { type: 'rule', values: COLOURS })
  await scan('light', PHONE, TAGS)
  return wrong
}

describe('an accessibility scan in both themes at three sizes finds nothing', () => {
  test('on the pages of a visitor', async ({ openTab }) => {
    const { page, expectProblems } = await openTab()
    await page.goto('/')
    await page.getByText('Click top right corner to log in.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto('/standings')
    await loginLink(page).waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto('/auth/login')
    expect(await violations(page)).toEqual([])
    expectProblems(/status of 400/)
    await page.goto('/idp/login/forged')
    expect(await violations(page)).toEqual([])
  })

  test('on every screen, and with the menu open', async ({ tab: { page, expectProblems } }) => {
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await standingsTable(page).waitFor()
    // A table takes the focus, where nothing inside does, as soon as its rows are seen to be wider than the window.
    const scan = (what: string) => expect.poll(() => violations(page), { message: what }).toEqual([])
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Management' }).click()
    await scan('the menu of a phone')
    await openNoScreen(page)
    await scan(NO_SCREEN)
    for (const path of await screensOf(page, 1)) {
      await goOnTo(page, path)
      await scan(path)
    }
    // Only premium members see more of it than a refusal.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await logIn(page, 'premium', '/players-preview')
    await openScreen(page, '/players-preview')
    await scan("a premium member's preview")
  })

  test('on standings without a network', async ({ phoneOf }) => {
    const open = await phoneOf('member')
    const device = await open()
    device.expectProblems(NETWORK_LOST)
    await logIn(device.page, 'member')
    await standingsTable(device.page).waitFor()
    await device.context.setOffline(true)
    const page = await device.relaunch('/standings')
    await page.getByText(FIGURES_AGE).waitFor()
    expect(await violations(page)).toEqual([])
  })
})
