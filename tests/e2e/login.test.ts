import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST } from '../support/browser.ts'
import { logIn, loginLink } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

describe('login', () => {
  test('a visitor who followed a link logs in from there and comes back to it', async ({ tab: { page } }) => {
    await page.goto('/standings?standings_sort=name&standings_dir=desc')
    await loginLink(page).click()
    await page.getByRole('button', { name: /^member\b/ }).click()
    await standingsTable(page).waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe('/standings?standings_sort=name&standings_dir=desc')
  })

  test('the demo login has one button per member and asks for no password', async ({ tab: { page } }) => {
    await page.goto('/auth/login')
    const names = await page.getByRole('button').allInnerTexts()
    for (const member of ['admin', 'premium', 'member', 'newcomer']) {
      expect(names.filter((name) => new RegExp(`^${member}\\b`).test(name.trim()))).toHaveLength(1)
    }
    expect(names.length).toBeGreaterThanOrEqual(13)
    expect(await page.locator('input[type=password]').count()).toBe(0)
  })

  test.for(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example'])(
    'after login nobody is sent to %s',
    async (elsewhere, { tab: { page }, league }) => {
      await page.goto(`/auth/login?return=${encodeURIComponent(elsewhere)}`)
      await page.getByRole('button', { name: /^member\b/ }).click()
      await page.waitForURL((url) => url.origin === league.origin && !url.pathname.startsWith('/idp'))
      expect(new URL(page.url()).pathname).toBe('/')
    },
  )

  test('a login survives a restart of the server', async ({ tab: { page, expectProblems }, league }) => {
    expectProblems(NETWORK_LOST)
    // What the page asks by itself while the server starts.
    expectProblems(/status of 503/)
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    await league.kill()
    await league.start()
    const name = await page.evaluate(async () => (await (await fetch('/api/v1/user')).json()).name)
    expect(name).toBe('member')
  })

  test('logging out ends the session at the server, too', async ({ openTab }) => {
    const { page, expectProblems, context } = await openTab({ viewport: DESKTOP })
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    const before = await context.cookies()
    await page.getByRole('button', { name: 'member' }).click()
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('/')
    await loginLink(page).waitFor()

    // The old cookie, kept by a thief, opens nothing any more.
    expectProblems(/status of 401/)
    await context.addCookies(before)
    expect(await page.evaluate(async () => (await fetch('/api/v1/user')).status)).toBe(401)
  })
})
