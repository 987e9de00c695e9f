import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

const teamsFetched = (page: Page) =>
  page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/stats/teams')

/** Keeps the standings' next answers back; answers how to let them through. */
const holdTeams = async (page: Page): Promise<() => Promise<void>> => {
  const address = '**/api/v1/stats/teams'
  const held: Route[] = []
  await page.route(address, (route) => void held.push(route))
  return async () => {
    await Promise.all(held.map((route) => route.continue()))
    await page.unroute(address)
  }
}

/** A finger drawn over the screen in small steps. */
const drag = async (page: Page, from: number, to: number) => {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 180, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', from + ((to - from) * step) / 10)
  await touch('touchEnd', to)
}

describe('fetching again', () => {
  test('is done by the button and by a pull, whose sign stays until the answer is there and comes for nothing else', async ({
    openTab,
  }) => {
    const { page } = await openTab({ hasTouch: true, isMobile: true })
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    await page.waitForLoadState('networkidle')
    const shown = () => page.locator('.pull').evaluate((sign) => getComputedStyle(sign).opacity)
    const untouched = await page.locator('.pull').evaluate((sign) => sign.outerHTML)
    await page.getByRole('heading', { name: 'Standings' }).tap()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await drag(page, 700, 300)
    expect(await page.locator('.pull').evaluate((sign) => sign.outerHTML)).toBe(untouched)
    // A link under the finger is fetched ahead; the standings themselves are not fetched again.
    expect(fetched).not.toContain('/api/v1/stats/teams')
    await page.evaluate(() => window.scrollTo(0, 0))

    const answerButton = await holdTeams(page)
    const button = page.getByRole('button', { name: /refresh/i })
    await Promise.all([teamsFetched(page), button.tap()])
    expect(await shown()).toBe('0')
    await answerButton()
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('false')

    const answerPull = await holdTeams(page)
    await Promise.all([teamsFetched(page), drag(page, 200, 520)])
    await expect.poll(shown).toBe('1')
    // A puck that slides from side to side, and lies still where motion is unwelcome.
    const slides = () =>
      page
        .locator('.pull')
        .evaluate((sign) =>
          sign
            .getAnimations()
            .flatMap((each) =>
              each instanceof CSSAnimation && each.playState === 'running' ? [each.animationName] : [],
            ),
        )
    expect(await slides()).toEqual(['puck-slide'])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect([await slides(), await shown()]).toEqual([[], '1'])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await answerPull()
    await expect.poll(shown).toBe('0')
  })

  test('pulling in the open menu does not', async ({ openTab }) => {
    const { page } = await openTab({ hasTouch: true, isMobile: true })
    await logIn(page, 'admin', '/draft-admin')
    await page.getByRole('heading', { name: 'Current Pick Sequence' }).waitFor()
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const refreshed = () => asked.filter((path) => path === '/api/v1/draft/keepers-status').length
    const pulls = () => page.locator('.pull').evaluate((sign) => Number(sign.style.getPropertyValue('--shown')))

    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.locator('.bar-scrim').waitFor()
    await drag(page, 120, 520)
    expect([await pulls(), refreshed()]).toEqual([0, 0])
    await page.keyboard.press('Escape')
    await page.locator('.bar-scrim').waitFor({ state: 'detached' })

    await drag(page, 200, 520)
    await expect.poll(refreshed).toBe(1)
  })
})
