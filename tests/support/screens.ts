import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { addressOf } from '#contract/call'
import { getTeamPlayers } from '#contract/roster'
import { answerOf } from './answer-of.ts'

/** The routes that name nothing. */
const FIXED = [
  ...['/', '/standings', '/tonight', '/skaters', '/goalies', '/keepers', '/draft', '/pick-list', '/draft-report'],
  ...['/draft-admin', '/league/corrections', '/players-preview', '/nhl-standings', '/rules', '/roster-changes'],
  ...['/trades', '/shopping-cart', '/team-settings', '/notifications', '/history', '/league/season', '/league'],
  ...['/league/members', '/league/teams', '/league/statistics', '/league/settings', '/league/message'],
  ...['/league/records', '/league/backup'],
]

/** Every route of the app (spec, section 2), with a team and a player where one is named. */
export const screensWith = ({ teamId, playerId }: { teamId: number; playerId: number }): Record<string, string> => ({
  ...Object.fromEntries(FIXED.map((path) => [path, path])),
  '/teams/$teamId': `/teams/${teamId}`,
  '/players/$playerId': `/players/${playerId}`,
  '/history/$seasonId': '/history/19981999',
})

/** The addresses for the member who is logged in on the page, with one of the team's players. */
export const screensOf = async (page: Page, teamId: number): Promise<string[]> => {
  const address = addressOf(getTeamPlayers, { teamId }, { current: true })
  const answer: unknown = await answerOf(page, address)
  const [first] = Value.Parse(getTeamPlayers.answer, answer)
  if (!first) throw new Error(`Team ${teamId} has no players.`)
  return Object.values(screensWith({ teamId, playerId: first.player.id }))
}

/**
 * What the browser prints of answers on a walk over all screens. Where a league has none, "there is none" is an answer; in
 * the night, from the end of a game until its figures are official, no season can be closed; the draft's channel is torn
 * off.
 */
export const WALK_PROBLEMS = /status of 404|\/next-season\/plan\?.*status of 409|\/ws\/draft\//

/** How old what is shown is; of figures from before midnight, with their day. */
export const AGE = /as of (\w+ \d+, )?\d\d:\d\d/

/** The same in the line at the bottom of the screen. */
export const FIGURES_AGE = new RegExp(`figures ${AGE.source}`)

export const NO_SCREEN = '/no/such/page'

const whatItShows = async (page: Page) => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByText('Loading...').first().waitFor({ state: 'detached' })
}

/** Opens an address and waits until what it shows has come. */
export const openScreen = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await whatItShows(page)
}

const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' })

/** Starts the app where no screen is, for a walk inside it: these words come from the app alone, which listens by then. */
export const openNoScreen = async (page: Page): Promise<void> => {
  await page.goto(NO_SCREEN)
  await notFound(page).waitFor()
}

/** Opens a screen inside the running app, as a link does it: most of opening a screen is the start of the app. */
export const goOnTo = async (page: Page, path: string): Promise<void> => {
  const follow = (to: string) => page.evaluate((address) => history.pushState(null, '', address), to)
  // By way of a page that is no screen: with it gone, what is there is the next screen's and nothing of the last one's.
  await follow(NO_SCREEN)
  await notFound(page).waitFor()
  await follow(path)
  await notFound(page).waitFor({ state: 'detached' })
  await whatItShows(page)
  // The focus follows after a paint, and would spoil a walk by keyboard that has begun.
  await page.waitForFunction(() => document.activeElement?.closest('main'))
}

/** By how many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
