import type { APIRequestContext, Locator, Page } from 'playwright-core'

/** Members of the demo league with something of their own: a role, no team, or neither. */
export type MemberName = 'admin' | 'premium' | 'member' | 'newcomer'

/** Any of them: the others have a team each, and no role. */
export type UserName =
  | MemberName
  | 'tuula'
  | 'bertrand'
  | 'wilma'
  | 'odile'
  | 'emmerich'
  | 'salvatore'
  | 'ines'
  | 'gottfried'
  | 'yasmin'

/**
 * Logs in at the demo provider. Its pages are asked for and answered, but not drawn: the tests of the login press their
 * buttons.
 */
export const enter = async (request: APIRequestContext, member: UserName): Promise<void> => {
  const form = await request.get('/auth/login?return=%2Frobots.txt')
  const entered = await request.post(form.url(), { form: { member } })
  if (!entered.url().endsWith('/robots.txt')) throw new Error(`The login of ${member} ended at ${entered.url()}.`)
}

/** Logs in and opens `path`. */
export const logIn = async (page: Page, member: UserName, path = '/standings'): Promise<void> => {
  await enter(page.context().request, member)
  await page.goto(path)
}

/** Waits until the service worker serves the app and has everything it needs without a network. */
export const installed = async (page: Page): Promise<void> => {
  // Asked again and again: a page that waits for the event itself has no limit.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** The way in, which the bar shows to visitors only. */
export const loginLink = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })
