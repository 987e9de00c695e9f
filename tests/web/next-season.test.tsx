import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NextSeason, SeasonPlan, SeasonStart } from '#contract/next-season'
import type { User } from '#contract/user'
import { texts } from '../support/screen-table.ts'
import { admin as anAdmin, json, member, renderApp } from './render-app.tsx'

const admin: User = { ...anAdmin, features: ['office', 'history'] }

const state: NextSeason = {
  seasonId: 20262027,
  firstDay: '2026-10-06',
  lastDay: '2027-04-15',
  isOver: true,
  teams: [
    { id: 1, name: 'Northern Lights', shortName: 'LIGHTS', cash: 3.5, members: ['Ada'], isRetiring: false },
    { id: 2, name: 'Tops', shortName: 'TOPS', cash: 0, members: [], isRetiring: false },
  ],
  next: { seasonId: 20272028, firstDay: '2027-10-05', lastDay: '2028-04-13', isKnown: false },
}
const plan = (...lines: SeasonPlan['lines']): SeasonPlan => ({
  seasonId: 20272028,
  rosterHoldStartDate: '2027-10-05',
  tradingStartTime: '2027-11-16T05:00:00.000Z',
  tradingEndTime: '2028-03-16T04:00:00.000Z',
  keeperLastBuyDate: '2028-03-16',
  lines,
  fingerprint: `of ${lines.length}`,
})
const PAGE = '/league-admin/next-season'
const PLAN = `${PAGE}/plan?firstDay=2027-10-05&lastDay=2028-04-13`
const season = { kind: 'new', text: 'season 2027-2028' } as const
const whole = plan(
  season,
  { kind: 'new', text: 'team LIGHTS takes part' },
  { kind: 'new', text: 'team TOPS takes part' },
)
const answers = {
  [PAGE]: state,
  [PLAN]: whole,
  [`${PLAN}&retire=2`]: plan(season, { kind: 'gone', text: 'team TOPS (Tops) retires' }),
}

const lines = () => texts(within(screen.getByRole('region', { name: '4. What Will Be Done' })).getAllByRole('listitem'))

test('the way to the next season shows all that it does before it is done, and asks', async () => {
  const sent: unknown[] = []
  const { user, server } = await renderApp('/league/season', {
    user: admin,
    answers: {
      ...answers,
      [`POST ${PAGE}`]: async (request) => {
        sent.push([await request.json(), request.headers.has('idempotency-key')])
        return json(200, { seasonId: 20272028 })
      },
    },
  })
  expect(await screen.findByRole('heading', { name: '1. This Season: 2026-2027' })).toBeTruthy()
  expect(screen.getByText(/^A guess: one year after this season/)).toBeTruthy()
  expect(await screen.findByText('team TOPS takes part')).toBeTruthy()
  expect(lines()).toEqual(['+new: season 2027-2028', '+new: team LIGHTS takes part', '+new: team TOPS takes part'])

  await user.click(screen.getByRole('checkbox', { name: /Tops/ }))
  expect(await screen.findByText('team TOPS (Tops) retires')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Start 2027-2028' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Start 2027-2028?' }))
  expect(server.changes).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Start 2027-2028' }))
  await waitFor(() =>
    expect(sent).toEqual([
      [{ seasonId: 20272028, firstDay: '2027-10-05', lastDay: '2028-04-13', retire: [2], fingerprint: 'of 2' }, true],
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('what the league refuses is said in its words, and nothing can be started', async () => {
  const message = '3 imported lines of 2026-2027 are not published yet.'
  const { user } = await renderApp('/league/season', {
    user: admin,
    answers: { ...answers, [PLAN]: () => json(409, { code: 'SEASON_REFUSED', message }) },
  })
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  const button = screen.getByRole('button', { name: 'Start 2027-2028' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('of two admins who start, the second is told', async () => {
  const message = 'The league has changed since this was shown.'
  let now: NextSeason = state
  const { user } = await renderApp('/league/season', {
    user: admin,
    answers: {
      ...answers,
      [PAGE]: () => json(200, now),
      [`POST ${PAGE}`]: () => {
        now = startOf({ by: 'Bo' })
        return json(409, { code: 'SEASON_PLAN_CHANGED', message })
      },
    },
  })
  await screen.findByText('team TOPS takes part')
  await user.click(screen.getByRole('button', { name: 'Start 2027-2028' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Start 2027-2028?' }))
  await user.click(dialog.getByRole('button', { name: 'Start 2027-2028' }))
  // The reason follows once the league has been looked at again.
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(screen.getByRole('button', { name: 'Undo the Start' })).toBeTruthy()
})

const startOf = (more: Partial<SeasonStart>): NextSeason => ({
  ...state,
  start: {
    previousId: 20252026,
    startedAt: '2026-07-01T12:00:00.000Z',
    by: 'Ada',
    done: [],
    lines: [
      { kind: 'gone', text: 'season 2026-2027' },
      { kind: 'changed', text: 'season 2025-2026 is on again' },
    ],
    ...more,
  },
})

test('a start is undone while nothing was done since', async () => {
  const { user, server } = await renderApp('/league/season', {
    user: admin,
    answers: { ...answers, [PAGE]: startOf({}), [`DELETE ${PAGE}/20262027`]: { seasonId: 20252026 } },
  })
  await user.click(await screen.findByRole('button', { name: 'Undo the Start' }))
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Go back to 2025-2026?' }))
  expect(dialog.getByText('season 2025-2026 is on again')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Undo the Start' }))
  await waitFor(() => expect(server.changes).toEqual([`DELETE ${PAGE}/20262027`]))
})

test('and afterwards the page says what stands in the way', async () => {
  await renderApp('/league/season', {
    user: admin,
    answers: { ...answers, [PAGE]: startOf({ done: ['3 picks', '1 tag'] }) },
  })
  expect(await screen.findByText('It can no longer be undone: 3 picks and 1 tag.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo the Start' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Start 2027-2028' })).toBeTruthy()
})

test('the page is for admins', async () => {
  await renderApp('/league/season', { user: member })
  expect(await screen.findByText('This page is for the admins of the league.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
