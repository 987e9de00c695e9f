import type { Page } from 'playwright-core'

/**
 * What the server answers to the user who is logged in on the page; asked past the page, whose own requests have no
 * limit.
 */
export const answerOf = async (page: Page, address: string): Promise<unknown> =>
  (await page.context().request.get(address)).json()
