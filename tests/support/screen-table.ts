import { screen, within } from '@testing-library/react'

// Reading lists and tables of a screen in jsdom, as a member does.

export const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent)

export const tableNamed = (name: string): HTMLElement => screen.getByRole('table', { name })

/** The rows below the headings. */
export const bodyRows = (table: HTMLElement): HTMLElement[] => {
  const [, body] = within(table).getAllByRole('rowgroup')
  if (!body) throw new Error('The table has no body')
  return within(body).queryAllByRole('row')
}

export const headTexts = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('columnheader')
    .map((head) => (head.textContent ?? '').replace(/[▲▼]/, ''))

/** What each cell says, a mark's words left out. */
export const rowTexts = (row: HTMLElement): string[] =>
  [...row.children].map((cell) => {
    const mark = cell.querySelector('.mark')?.textContent ?? ''
    return (cell.textContent ?? '').replace(mark, '')
  })

/** One column from top to bottom. */
export const columnOf = (table: HTMLElement, label: string): string[] => {
  const at = headTexts(table).indexOf(label)
  return bodyRows(table).map((row) => rowTexts(row)[at] ?? '')
}

export const headOf = (table: HTMLElement, name: string): HTMLElement =>
  within(table).getByRole('columnheader', { name })
