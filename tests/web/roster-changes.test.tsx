import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RosterChange } from '#contract/roster'
import { bodyRows, headOf, headTexts, rowTexts, tableNamed } from '../support/screen-table.ts'
import { renderApp } from './render-app.tsx'

const change = (
  changedAt: string,
  teamId: number,
  changeAction: RosterChange['changeAction'],
  name: string,
): RosterChange => ({
  changedAt,
  team: { id: teamId, shortName: `T${teamId}` },
  changeAction,
  player: { id: 40 + teamId, name, position: 'RW', nhlTeam: 'BOS' },
})

test("roster changes are listed newest first, the viewer's standing out", async () => {
  const changes = [
    change('2026-11-02T08:00:00.000Z', 1, 'SCRATCH', 'Ann Arbour'),
    change('2026-11-09T23:15:00.000Z', 2, 'DRESS', 'Bea Blue'),
  ]
  await renderApp('/roster-changes', { answers: { '/roster/changes': changes } })
  const table = await screen.findByRole('table', { name: 'Roster Changes' })
  expect(headTexts(table)).toEqual(['Changed At', 'Team', 'Action', 'Player', 'Position', 'NHL Team'])
  expect(headOf(table, 'Changed At').getAttribute('aria-sort')).toBe('descending')
  const rows = bodyRows(tableNamed('Roster Changes'))
  expect(rows.map((row) => rowTexts(row).slice(1))).toEqual([
    ['T2', 'Dress', 'Bea Blue', 'RW', 'BOS'],
    ['T1', 'Scratch', 'Ann Arbour, reserved', 'RW', 'BOS'],
  ])
  expect(rows.map(({ className }) => className)).toEqual(['row own', 'row reserved'])
  expect(screen.getByRole('link', { name: 'Bea Blue' }).getAttribute('href')).toBe('/players/42')
})
