import { describe, expect } from 'vitest'
import { violations } from '../support/accessibility.ts'
import { test } from '../support/app-test.ts'
import { logIn, loginLink } from '../support/member.ts'
import { goOnTo, NO_SCREEN, openNoScreen, openScreen, screensOf, WALK_PROBLEMS } from '../support/screens.ts'
import { standingsTable } from '../support/standings.ts'

describe('an accessibility scan finds nothing', () => {
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
})
