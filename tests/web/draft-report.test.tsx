import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DraftedPlayer } from '#contract/draft'
import { bodyRows, headTexts, rowTexts } from '../support/screen-table.ts'
import { renderApp } from './render-app.tsx'

const ADDRESS = '/draft/players?drafted=true'

const pick = (playerId: number, name: string, teamId: number, draftBox: string, draftedAt: string): DraftedPlayer => ({
  playerId,
  name,
  position: 'C',
  nhlTeam: 'EDM',
  teamId,
  teamShortName: `T${teamId}`,
  draftBox,
  draftedAt,
})

test('draft picks are listed newest first, the own ones standing out', async () => {
  const picks = [
    pick(7, 'Ann Arbour', 1, '1.C', '2026-09-27T18:00:00.000Z'),
    pick(8, 'Bea Blue', 2, '2.OUT', '2026-09-27T18:02:30.000Z'),
  ]
  await renderApp('/draft-report', { answers: { [ADDRESS]: picks } })
  const table = await screen.findByRole('table', { name: 'Draft Picks' })
  expect(headTexts(table)).toEqual(['Drafted', 'Team', 'Box', 'Player', 'Pos', 'NHL'])
  expect(bodyRows(table).map((row) => rowTexts(row).slice(1))).toEqual([
    ['T2', '2.OUT', 'Bea Blue', 'C', 'EDM'],
    ['T1', '1.C', 'Ann Arbour, reserved', 'C', 'EDM'],
  ])
  expect(bodyRows(table).map(({ className }) => className)).toEqual(['row own', 'row reserved'])
  expect(screen.getByRole('link', { name: 'Ann Arbour' }).getAttribute('href')).toBe('/players/7')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Draft Picks')
})

test('before the draft the screen says so', async () => {
  await renderApp('/draft-report', { answers: { [ADDRESS]: [] } })
  expect(await screen.findByText('No players drafted yet.')).toBeTruthy()
})

test('draft picks that cannot be fetched are an error', async () => {
  await renderApp('/draft-report', { answers: { [ADDRESS]: 'fails' } })
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Failed to fetch drafted players')
})
