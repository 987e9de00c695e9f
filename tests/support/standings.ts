import type { Locator, Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { getTeams, type Team } from '#contract/stats'
import { answerOf } from './answer-of.ts'

/** The standings as the server sends them to the user who is logged in on the page. */
export const teamsOfServer = async (page: Page): Promise<Team[]> => {
  const answer: unknown = await answerOf(page, getTeams.path)
  return Value.Parse(getTeams.answer, answer)
}

export const standingsTable = (page: Page): Locator => page.getByRole('table', { name: 'Standings' })

/** The app's own: the first frame's is taken away when the app takes over, perhaps at this very moment. */
export const standingsOfApp = (page: Page): Locator => standingsTable(page).and(page.locator('#root *'))

/** The rows of teams, without the row of headers. */
export const teamRows = (page: Page): Locator =>
  standingsTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

/** What a member reads in one column, from top to bottom. */
export const columnTexts = async (page: Page, label: string): Promise<string[]> => {
  const table = standingsOfApp(page)
  await table.waitFor()
  const headers = await table.getByRole('columnheader').allInnerTexts()
  // The sorted column's header says its direction with an arrow.
  const column = headers.map((text) => text.replace(/[^\w ]/g, '').trim()).indexOf(label)
  if (column < 0) throw new Error(`There is no column ${label}, only ${headers.join(', ')}.`)
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') })
  return Promise.all(
    (await rows.all()).map(async (row) =>
      (await row.locator('[role=cell],[role=rowheader],td,th').nth(column).innerText()).trim(),
    ),
  )
}
