import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { ImportState, OfficeSeason, OfficeStatistics } from '#contract/office-statistics'
import type { User } from '#contract/user'
import { texts } from '../support/screen-table.ts'
import { admin, type FakeAnswer, json, renderApp } from './render-app.tsx'

const chair: User = { ...admin, features: ['office'] }

const ended: ImportState = {
  state: 'ended',
  done: 1,
  doing: 'done',
  source: "the NHL's API",
  days: 3,
  changedLines: 40,
  beganAt: '2026-11-20T05:00:00Z',
  endedAt: '2026-11-20T05:04:00Z',
  refused: [],
}

let state: OfficeStatistics
beforeEach(() => {
  state = {
    isScheduled: true,
    publishedAt: '2026-11-20T10:00:00Z',
    throughDay: '2026-11-19',
    pending: { lines: 120, removed: 2, from: '2026-11-20', through: '2026-11-21' },
    latest: ended,
  }
})

const open = () =>
  renderApp('/league/statistics', {
    user: chair,
    answers: {
      '/office/statistics': () => json(200, state),
      'POST /office/statistics/import': () => json(200, state),
      'POST /office/statistics/publish': () => json(200, { ...state, pending: { lines: 0, removed: 0 } }),
    },
  })

describe('the statistics', () => {
  test('say what was read last, and what was refused with its sentence', async () => {
    state = { ...state, latest: { ...ended, refused: ['2026-11-19: a line has more goals than the game.'] } }
    await open()
    expect(await screen.findByText(/3 days read, 40 lines new or different\.$/)).toBeTruthy()
    expect(screen.getByText('2026-11-19: a line has more goals than the game.')).toBeTruthy()
  })

  test('say that there was nothing to read, and the year of a season before', async () => {
    state = { ...state, throughDay: '2025-04-17', latest: { ...ended, days: 0, changedLines: 0 } }
    await open()
    expect(await screen.findByText(/^The last import, .*: no games to read\.$/)).toBeTruthy()
    expect(screen.getByText(/, games through Apr 17, 2025$/)).toBeTruthy()
  })

  test('are imported by a tap, and the page follows how far it is until it has ended', async () => {
    const app = await open()
    const button = await screen.findByRole('button', { name: 'Import now' })
    state = { ...state, latest: { ...ended, state: 'running', done: 0.42, doing: 'days', requestedBy: 'Anna' } }
    await app.user.click(button)
    expect(await screen.findByText('42 %: days, started by Anna')).toBeTruthy()
    expect(app.server.sent).toEqual([['POST /office/statistics/import', { readsAll: false }]])
    expect(screen.getByRole('button', { name: 'Import now' }).getAttribute('aria-disabled')).toBe('true')
    await app.user.click(screen.getByRole('button', { name: 'Read the whole season again' }))
    expect(app.server.sent).toHaveLength(1)
    state = { ...state, latest: ended }
    expect(await screen.findByText(/3 days read, 40 lines new or different\.$/)).toBeTruthy()
  })

  test.each<[string, FakeAnswer | null, boolean]>([
    ['made', null, true],
    ['refused', () => json(409, { code: 'OUT_OF_DATE', message: 'Another admin was first.' }), false],
    ['perhaps made: no answer came', 'unreachable', true],
  ])('have every figure fetched again after an official update that was %s', async (_, answer, isFetched) => {
    const app = await open()
    if (answer) app.server.answers['POST /office/statistics/publish'] = answer
    app.client.setQueryData(['nhl-teams'], [])
    await app.user.click(await screen.findByRole('button', { name: 'Official update now' }))
    const question = within(await screen.findByRole('alertdialog'))
    await app.user.click(question.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(app.client.isMutating()).toBe(0))
    expect(app.client.getQueryState(['nhl-teams'])?.isInvalidated).toBe(isFetched)
  })

  test('are published after a question that says what changes', async () => {
    const app = await open()
    await app.press('Official update now')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Make an official update?' }))
    expect(dialog.getByText(/^Everyone's points/).textContent).toBe(
      "Everyone's points, prices and standings change at once: 120 lines of Nov 20 to Nov 21, 2 of them taken back.",
    )
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Published.')).toBeTruthy()
    expect(app.server.sent).toEqual([['POST /office/statistics/publish', { after: '2026-11-20T10:00:00Z' }]])
  })

  test('without anything that waits say what an update would do', async () => {
    state = { ...state, pending: { lines: 0, removed: 0 } }
    const app = await open()
    await app.press('Official update now')
    expect(
      await screen.findByText(
        'Nothing is waiting. Totals stay as they are, and the column Last begins again: until the next update it has only what was corrected.',
      ),
    ).toBeTruthy()
  })
})

describe("the season's settings", () => {
  const { timeZone, ...constants } = LEAGUE_DEFAULTS
  const season: OfficeSeason = {
    season: '2026-2027',
    timeZone,
    firstDay: '2026-10-06',
    lastDay: '2027-04-15',
    rosterHoldStartDate: '2026-10-06',
    keeperLastBuyDate: '2027-01-15',
    tradingStart: '2026-11-17T00:00',
    tradingEnd: '2027-03-18T00:00',
    constants,
    isFixed: false,
    version: 'v1',
  }
  const openSettings = (changed: Partial<OfficeSeason> = {}) =>
    renderApp('/league/settings', {
      user: chair,
      answers: {
        '/office/season': { ...season, ...changed },
        'PUT /office/season': { ...season, lastDay: '2027-04-17', version: 'v2' },
      },
    })

  test('are saved after a question that lists what changes', async () => {
    const app = await openSettings()
    await app.write(/^Last day/, '2027-04-17')
    await app.write(/^Held for/, '14')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Change the season?' }))
    expect(texts(dialog.getAllByRole('listitem'))).toEqual([
      'Last day: Apr 15, 2027 → Apr 17, 2027',
      'Held for: 21 → 14',
    ])
    await app.user.click(dialog.getByRole('button', { name: 'Change' }))
    await waitFor(() =>
      expect(app.server.sent).toEqual([
        [
          'PUT /office/season',
          {
            version: 'v1',
            firstDay: '2026-10-06',
            lastDay: '2027-04-17',
            rosterHoldStartDate: '2026-10-06',
            keeperLastBuyDate: '2027-01-15',
            tradingStart: '2026-11-17T00:00',
            tradingEnd: '2027-03-18T00:00',
            constants: { ...constants, holdDays: 14 },
          },
        ],
      ]),
    )
    expect(await screen.findByText('Saved.')).toBeTruthy()
  })

  test('keep the constants once there are players on the rosters', async () => {
    await openSettings({ isFixed: true })
    const rules = within(await screen.findByRole('region', { name: 'Rules' }))
    expect(rules.getByText('Held for').nextElementSibling?.textContent).toBe('21 days')
    expect(screen.queryByRole('spinbutton')).toBeNull()
    expect(screen.getByLabelText(/^Last day/).hasAttribute('readonly')).toBe(false)
  })
})
