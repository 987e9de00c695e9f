import type { Page } from 'playwright-core'
import { getTonight, type Tonight } from '#contract/tonight'
import { logIn } from './member.ts'
import { night } from './night.ts'

/** A member's page with the answers of a night by hand, whatever the demo league plays; team 2 is premium's. */
export const watchNight = async (page: Page) => {
  const state: { night: Tonight } = { night: night() }
  await page.route(`**${getTonight.path}`, (route) => route.fulfill({ json: state.night }))
  await logIn(page, 'premium', '/tonight')
  await page.getByRole('table', { name: 'If it ended now' }).waitFor()
  return state
}
