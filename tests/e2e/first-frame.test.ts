import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'
import { watchShifts } from '../support/page-watch.ts'
import { AGE } from '../support/screens.ts'
import { standingsTable, teamRows } from '../support/standings.ts'

declare global {
  interface Window {
    /** The rows that stood when the app's code had not run yet. */
    rowsBeforeApp?: number
    ageBeforeApp?: string
  }
}

const TEAMS = 12

describe('the first frame', () => {
  test('shows what was saved ten minutes ago before the app has loaded, and nothing moves when it takes over', async ({
    phoneOf,
  }) => {
    const open = await phoneOf('member')
    const { page: first, context } = await open({ viewport: DESKTOP })
    const whole = async (page: Page, name: string) => {
      await page.getByRole('table', { name }).waitFor()
      if (name === 'The league') await page.getByRole('heading', { name: 'Lately' }).waitFor()
      await page.waitForLoadState('networkidle')
    }
    // What the phone keeps may be from before tonight's goals, whose rows push down what stands below them.
    await logIn(first, 'member')
    await whole(first, 'Standings')
    await installed(first)
    await first.goto('/')
    await whole(first, 'The league')
    await first.goto('/robots.txt')
    await watchShifts(context)
    await context.addInitScript(() => {
      // Deferred module scripts run after the document has been parsed: before "interactive" only the first frame's has.
      document.addEventListener('readystatechange', () => {
        window.rowsBeforeApp ??= document.querySelectorAll('[role=row]').length
        window.ageBeforeApp ??= document.querySelector('.as-of')?.textContent
      })
    })
    for (const [path, name, viewport] of [
      ['/standings', 'Standings', PHONE],
      ['/', 'The league', PHONE],
      ['/standings', 'Standings', DESKTOP],
      ['/', 'The league', DESKTOP],
    ] as const) {
      // Figures this old show their age, until new ones have come. The app writes them again when it is left.
      await first.evaluate(() => {
        const kept = localStorage.getItem('pool-glance') ?? ''
        const aged = kept.replace(/"at":(\d+)/g, (_, at) => `"at":${Number(at) - 600_000}`)
        localStorage.setItem('pool-glance', aged)
      })
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      await page.goto(path)
      await whole(page, name)
      await page.waitForTimeout(500)
      expect(await page.evaluate(() => window.rowsBeforeApp)).toBe(TEAMS + 1)
      expect(await page.evaluate(() => window.ageBeforeApp)).toMatch(AGE)
      expect(await page.getByText(/^as of/).count()).toBe(0)
      const moved = await page.evaluate(() => window.moved?.join('\n'))
      const { width } = viewport
      expect(await page.evaluate(() => window.shifted), `${path}, ${width} px: ${moved}`).toBeLessThan(0.005)
      expect(await page.getByRole('table', { name }).getByRole('rowheader').count()).toBe(TEAMS)
      expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1)
      await page.close()
    }
  })

  test('is not needed where its file is refused, and stays while the app cannot be had, which then does what was pressed and keeps the focus', async ({
    openTab,
  }) => {
    const device = await openTab()
    device.expectProblems(/net::ERR_FAILED|status of 404/)
    const { page } = device
    await logIn(page, 'member')
    const byApp = page.locator('#root').getByRole('table', { name: 'Standings' })
    await byApp.waitFor()
    for (const lose of ['refused', 'gone']) {
      await page.route('**/assets/first-frame*', (route) =>
        lose === 'gone' ? route.fulfill({ status: 404 }) : route.abort(),
      )
      await page.goto('/standings')
      await standingsTable(page).waitFor()
      expect(await teamRows(page).count(), lose).toBe(TEAMS)
      await page.unrouteAll()
    }

    const pressBefore = async (press: () => Promise<void>) => {
      await page.route('**/assets/index-*.js', (route) => route.abort())
      const failed = page.waitForEvent('requestfailed')
      await page.goto('/standings')
      await standingsTable(page).waitFor()
      await failed
      expect(await byApp.count()).toBe(0)
      await press()
      await page.unrouteAll()
      await byApp.waitFor()
    }
    const more = page.getByRole('button', { name: 'More' })
    await pressBefore(() => more.click())
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('true')
    await page.getByRole('button', { name: 'Extras' }).waitFor()

    await pressBefore(() => page.getByRole('columnheader', { name: 'Team', exact: true }).getByRole('button').click())
    await page.waitForURL('**/standings?standings_sort=name**')

    // By the keyboard; what a link is called is in the menu, too.
    for (const place of [
      page.getByRole('rowheader').first().getByRole('link'),
      page.locator('.tabs').getByRole('link', { name: 'Standings' }),
    ]) {
      await pressBefore(() => place.focus())
      await expect.poll(() => place.evaluate((element) => document.activeElement === element)).toBe(true)
    }
  })

  test('draws what comes on a first visit in the order that the address asks for, without the app', async ({
    openTab,
  }) => {
    const device = await openTab()
    const { page } = device
    await logIn(page, 'member', '/robots.txt')
    // Without the app's own code only the first frame's script is left.
    await page.route('**/assets/**', (route) =>
      /first-frame|\.css/.test(route.request().url()) ? route.continue() : route.abort(),
    )
    device.expectProblems(/net::ERR_FAILED/)
    await page.goto('/standings?standings_sort=name&standings_dir=asc')
    await teamRows(page).first().waitFor()
    const names = await page.getByRole('rowheader').allInnerTexts()
    expect(names).toHaveLength(12)
    expect(names).toEqual(
      [...names].sort((a, b) => a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' })),
    )
  })
})
