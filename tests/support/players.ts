import type { Locator, Page } from 'playwright-core'
import type { RosterItem } from '#contract/roster'
import type { User } from '#contract/user'

export const playersTable = (page: Page, label: 'Skaters' | 'Goalies' | 'Players Preview' = 'Skaters'): Locator =>
  page.getByRole('table', { name: label })

/** Players that are drawn, without the row of headers. */
export const playerRows = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

export const playerHeader = (page: Page, label: string): Locator =>
  page.getByRole('columnheader', { name: label, exact: true }).getByRole('button')

/** One of the team's forwards who plays: he can be scratched whatever else is on the roster. */
export const ownForward = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const ask = async (path: string) => (await fetch(`/api/v1${path}`)).json()
    const { teamId }: User = await ask('/user')
    const roster: RosterItem[] = await ask(`/roster/teams/${teamId}/players?current=true`)
    const found = roster.find(({ player, rosterEntry }) => player.position === 'C' && !rosterEntry.scratched)
    if (!found) throw new Error('The team has no centre who plays.')
    return found.player.id
  })
