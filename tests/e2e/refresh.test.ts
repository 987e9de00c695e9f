import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { readingTest as test } from '../support/app-test.ts'
import { logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

const teamsFetched = (page: Page) =>
  page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/stats/teams', { timeout: 10_000 })

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
  test('the refresh button fetches the standings', async ({ tab: { page } }) => {
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    await Promise.all([teamsFetched(page), page.getByRole('button', { name: /refresh/i }).click()])
    await standingsTable(page).waitFor()
  })

  test('so does pulling the page down', async ({ openTab }) => {
    const { page } = await openTab({ hasTouch: true, isMobile: true })
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    await Promise.all([teamsFetched(page), drag(page, 200, 520)])
    await standingsTable(page).waitFor()
  })

  test('scrolling up the page does not', async ({ openTab }) => {
    const { page } = await openTab({ hasTouch: true, isMobile: true })
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await drag(page, 700, 300)
    await page.waitForTimeout(500)
    // A link under the finger is fetched ahead; the standings themselves are not fetched again.
    expect(requests.filter((url) => url.endsWith('/api/v1/stats/teams'))).toEqual([])
  })
})
