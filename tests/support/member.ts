import type { Locator, Page } from 'playwright-core'

/** Members of the demo league with something of their own: a role, no team, or neither. */
export type MemberName = 'admin' | 'premium' | 'member' | 'newcomer'

/** Logs in at the demo provider, as a member does who opens `path`. */
export const logIn = async (page: Page, member: MemberName, path = '/standings'): Promise<void> => {
  await page.goto(`/auth/login?return=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: new RegExp(`^${member}\\b`) }).click()
  await page.waitForURL((url) => url.pathname === path)
}

/** Waits until the service worker serves the app and has everything it needs without a network. */
export const installed = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })

/** The way in, which the bar shows to visitors only. */
export const loginLink = (page: Page): Locator => page.getByRole('navigation').getByRole('link', { name: 'Login' })
