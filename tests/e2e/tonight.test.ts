import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { getTonight, type Tonight } from '#contract/tonight'
import { readingTest as test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST, PHONE } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'
import { goalByAnn, night } from '../support/night.ts'

declare global {
  interface Window {
    /** Sum of the layout shifts of this page, as the browser scores them. */
    shifted?: number
  }
}

const TONIGHT = `**${getTonight.path}`

/** The answers of a night by hand, whatever the demo league plays; the member of team 2 is `premium`. */
const watchNight = async (page: Page) => {
  const state: { night: Tonight } = { night: night() }
  await page.route(TONIGHT, (route) => route.fulfill({ json: state.night }))
  await logIn(page, 'premium', '/tonight')
  await page.getByRole('table', { name: 'If it ended now' }).waitFor()
  return state
}

const figures = (page: Page) => page.locator('.my-line-figures')
const told = (page: Page) => page.getByRole('main').getByRole('status')
const glows = (page: Page) =>
  page.locator('.glow').evaluateAll((all) => all.map((each) => getComputedStyle(each).animationName))

describe('tonight', () => {
  test.for([
    ['phone', PHONE, 'light'],
    ['desktop', DESKTOP, 'dark'],
  ] as const)('a goal is seen and told, and nothing moves, on a %s', async ([, viewport, colorScheme], { openTab }) => {
    const { page, context } = await openTab({ viewport, colorScheme })
    await context.addInitScript(() => {
      window.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          window.shifted = (window.shifted ?? 0) + ('value' in entry ? Number(entry.value) : 0)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const state = await watchNight(page)
    state.night = goalByAnn()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => figures(page).innerText()).toMatch(/^\+20 tonight/)
    expect(await told(page).innerText()).toBe('TOR 3, BOS 2: goal by Ann Ahl, assist by Bo Berg, +3 for your team.')
    expect(new Set(await glows(page))).toEqual(new Set(['glow']))
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.005)
  })

  test('no figure glows for whoever wants less motion', async ({ openTab }) => {
    const { page } = await openTab({ reducedMotion: 'reduce' })
    const state = await watchNight(page)
    state.night = goalByAnn()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => figures(page).innerText()).toMatch(/^\+20 tonight/)
    expect(new Set(await glows(page))).toEqual(new Set(['none']))
  })

  test('comes by itself while games are on', async ({ openTab }) => {
    const { page } = await openTab()
    const state = await watchNight(page)
    state.night = goalByAnn()
    await expect.poll(() => figures(page).innerText(), { timeout: 60_000 }).toMatch(/^\+20 tonight/)
  })

  test('a game opens by the keyboard to the players of the pool', async ({ openTab }) => {
    const { page } = await openTab()
    await watchNight(page)
    const game = page.locator('summary').first()
    await game.focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Games' })
      .getByRole('link', { name: /^Ann Ahl/ })
      .waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/players/11')
  })

  test('is there without a connection, with its age', async ({ open }) => {
    const device = await open()
    device.expectProblems(NETWORK_LOST)
    await logIn(device.page, 'member')
    await installed(device.page)
    await device.page.goto('/tonight')
    await device.page.getByRole('region', { name: 'Games' }).waitFor()
    // Whether they are tonight depends on the demo league's day.
    const seen = await device.page.getByRole('main').getByRole('heading').allInnerTexts()
    await device.context.setOffline(true)
    const page = await device.relaunch('/tonight')
    await page.getByRole('region', { name: 'Games' }).waitFor()
    await page.getByText(/^Offline · figures as of/).waitFor()
    expect(await page.getByRole('main').getByRole('heading').allInnerTexts()).toEqual(seen)
  })

  test('nothing of it is seen, or asked for, where the server does not offer it', async ({ openTab }) => {
    const { page } = await openTab({ viewport: DESKTOP })
    await page.route('**/api/v1/user', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), features: [] } })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await logIn(page, 'member')
    for (const path of ['/standings', '/', '/teams/3', '/skaters']) {
      await page.goto(path)
      await page.getByRole('link', { name: 'My Team', exact: true }).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('link', { name: /tonight/i }).count(), path).toBe(0)
    }
    await page.goto('/tonight')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(asked.filter((path) => /^\/api\/.*(tonight|schedule)/.test(path))).toEqual([])
    expect(asked.some((path) => path.startsWith('/api/'))).toBe(true)
  })
})
