import type { Locator, Page } from 'playwright-core'

export const playersTable = (page: Page): Locator => page.getByRole('table', { name: 'Skaters' })

/** Players that are drawn, without the row of headers. */
export const playerRows = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

export const playerHeader = (page: Page, label: string): Locator =>
  page.getByRole('columnheader', { name: label, exact: true }).getByRole('button')
