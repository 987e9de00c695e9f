import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

describe('login', () => {
  test.for(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example'])(
    'after login no one is sent to %s',
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
})
