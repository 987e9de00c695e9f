import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DraftedPlayer } from '#contract/draft'
import type { DraftLogEntry } from '#contract/draft-room'
import { bodyRows, columnOf, headTexts, rowTexts } from '../support/screen-table.ts'
import { member, renderApp } from './render-app.tsx'

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

test("draft picks are listed newest first, the viewer's standing out", async () => {
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

test('below them stands the log, newest first and in words, only where the server keeps one', async () => {
  const at = '2026-09-27T18:00:07.000Z'
  const byChair = { at, by: 'chair' }
  const [one, two] = [1, 2].map((teamId) => ({ teamId, teamShortName: `T${teamId}` }))
  const drafted = { boxName: '1.C', player: { id: 7, name: 'Ann Arbour' } }
  const log: DraftLogEntry[] = [
    { nr: 1, ...byChair, kind: 'locked', detail: { order: [{ round: 1, teamId: 1 }] } },
    { nr: 2, at, kind: 'pick', how: 'keeper', ...one, ...drafted },
    { nr: 3, at, kind: 'pick', how: 'list', ...two, ...drafted, takenBackAt: at, takenBackBy: 'chair' },
    { nr: 4, ...byChair, kind: 'taken-back', pickNr: 3, ...two, player: drafted.player },
    { nr: 5, at, kind: 'pick', how: 'self', by: 'bea', ...two, ...drafted },
    { nr: 6, ...byChair, kind: 'passed', ...one },
    { nr: 7, ...byChair, kind: 'paused' },
    { nr: 8, ...byChair, kind: 'clock', detail: { seconds: 90 } },
    { nr: 9, ...byChair, kind: 'sequence', ...one, detail: { action: 'set-picking-team' } },
  ]
  const answers = { [ADDRESS]: [], '/draft/log': log }
  await renderApp('/draft-report', { user: { ...member, features: ['draft-room'] }, answers })
  const table = await screen.findByRole('table', { name: 'Draft Log' })
  expect(headTexts(table)).toEqual(['#', 'Time', 'Team', 'What Happened', 'Player', 'Box'])
  expect(rowTexts(bodyRows(table)[0] ?? table).slice(0, 3)).toEqual(['9', expect.stringContaining(':07'), 'T1'])
  expect(columnOf(table, 'What Happened').toReversed()).toEqual([
    'Keepers locked by chair',
    'Kept',
    expect.stringMatching(/^Picked, from the list; taken back at .*:07 by chair$/),
    'Pick 3 taken back by chair',
    'Picked by bea',
    'Passed over by chair',
    'Paused by chair',
    'Clock of 90 seconds set by chair',
    'Gets the turn by chair',
  ])
})
