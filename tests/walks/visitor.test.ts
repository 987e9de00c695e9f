import { expect } from 'vitest'
import { walk } from '../support/app-test.ts'
import { DESKTOP } from '../support/browser.ts'
import { loginLink } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

walk(
  'a visitor logs in from a link and comes back to it, and logging out ends the session at the server',
  async ({ openTab }) => {
    const { page, context, expectProblems } = await openTab({ viewport: DESKTOP })
    await page.goto('/')
    await page.getByText('Fantasy League with Tradition. Since 1995.').waitFor()
    await page.getByText('Click top right corner to log in.').waitFor()
    await loginLink(page).waitFor()
    const bar = page.getByRole('navigation', { name: 'Main' })
    const links = (await bar.getByRole('link').allInnerTexts()).map((text) => text.trim())
    expect(links).toEqual(['Hockey Pool', 'Login'])
    expect(await bar.getByRole('button').count()).toBe(0)
    const areDrawn = () =>
      page
        .locator('main img')
        .evaluateAll((images) =>
          images.every((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
        )
    await expect.poll(areDrawn).toBe(true)

    // By the page's own way in. The demo has one button per member and asks for no password.
    await page.goto('/teams/5')
    await page.getByRole('heading', { name: 'Please log in' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.getByRole('button', { name: /^bertrand\b/ }).waitFor()
    const names = await page.getByRole('button').allInnerTexts()
    for (const member of ['admin', 'premium', 'member', 'newcomer']) {
      expect(names.filter((name) => new RegExp(`^${member}\\b`).test(name.trim()))).toHaveLength(1)
    }
    expect(names.length).toBeGreaterThanOrEqual(13)
    expect(await page.locator('input[type=password]').count()).toBe(0)
    await page.getByRole('button', { name: /^bertrand\b/ }).click()
    await page.waitForURL('**/teams/5')
    await page.getByRole('button', { name: 'Bertrand' }).waitFor()
    expect(await page.getByText('Please log in').count()).toBe(0)

    const before = await context.cookies()
    await page.getByRole('button', { name: 'Bertrand' }).click()
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('/')
    await loginLink(page).waitFor()

    // By the bar, from an address with a search.
    const address = '/standings?standings_sort=name&standings_dir=desc'
    await page.goto(address)
    await loginLink(page).click()
    await page.getByRole('button', { name: /^bertrand\b/ }).click()
    await standingsTable(page).waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(address)

    // The old cookie, kept by a thief, opens nothing.
    expectProblems(/status of 401/)
    await page.goto('/robots.txt')
    await context.clearCookies()
    await context.addCookies(before)
    expect(await page.evaluate(async () => (await fetch('/api/v1/user')).status)).toBe(401)
  },
)
