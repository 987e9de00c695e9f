import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OfficeTeam } from '#contract/office'
import type { User } from '#contract/user'
import { texts } from '../support/screen-table.ts'
import { admin, type FakeAnswer, json, renderApp } from './render-app.tsx'

const chair: User = { ...admin, features: ['office'] }

const team = (id: number, name: string, shortName: string, owners: OfficeTeam['owners']): OfficeTeam => ({
  id,
  name,
  shortName,
  owners,
  startingCash: 12.5,
  isRetiring: false,
})
const ANNA = { id: 2, displayName: 'Anna Ek' }
const teams = [team(1, 'Red', 'RED', [ANNA]), team(2, 'Blue', 'BLU', [])]
const members = [
  { id: 2, userName: 'anna', displayName: 'Anna Ek', teamId: 1, teamShortName: 'RED' },
  { id: 3, userName: 'bo', displayName: 'Bo', teamId: 2, teamShortName: 'BLU' },
].map((each) => ({ ...each, roles: [], passkeys: 0, logins: [], isMe: false, version: 'v' }))

const open = async (canAdd = true, changed: Record<string, FakeAnswer> = {}) => {
  const changes = [
    'POST /office/teams',
    'PATCH /office/teams/1',
    'PUT /office/teams/1/owner',
    'PUT /office/teams/1/retiring',
  ]
  const app = await renderApp('/league/teams', {
    user: chair,
    answers: {
      '/office/teams': { teams, canAdd },
      '/office/members': { loginBy: 'accounts', unconfirmed: [], members },
      ...Object.fromEntries(changes.map((path) => [path, { teams, canAdd: true }])),
      ...changed,
    },
  })
  await screen.findByRole('list', { name: 'Teams' })
  return app
}

test('a team that somebody else renamed meanwhile keeps their name where nothing was typed', async () => {
  const [red, ...others] = teams
  let now = teams
  const app = await open(true, {
    '/office/teams': () => json(200, { teams: now, canAdd: true }),
    'PATCH /office/teams/1': () => {
      if (app.server.sent.length > 1 || !red) return json(200, { teams: now, canAdd: true })
      now = [{ ...red, shortName: 'ROT' }, ...others]
      return json(409, { code: 'CHANGED_MEANWHILE', message: 'Somebody else changed this.' })
    },
  })
  await app.press(/^Red/)
  await app.press('Rename')
  await app.write(/^Name/, 'Crimson')
  await app.press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed this.')
  await waitFor(() => expect(screen.getByLabelText(/^Short name/)).toHaveProperty('value', 'ROT'))
  await app.press('Save')
  expect(await screen.findByText('Saved.')).toBeTruthy()
  expect(app.server.sent.map(([, body]) => body)).toEqual([
    { name: 'Crimson', shortName: 'RED', from: { name: 'Red', shortName: 'RED' } },
    { name: 'Crimson', shortName: 'ROT', from: { name: 'Red', shortName: 'ROT' } },
  ])
})

test('a team is added before the draft', async () => {
  const app = await open()
  await app.press('Add a team')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/))
  await app.user.keyboard('Green')
  await app.user.type(screen.getByLabelText(/^Short name/), 'GRNGRNGRN')
  await app.press('Add')
  await waitFor(() =>
    expect(app.server.sent).toEqual([['POST /office/teams', { name: 'Green', shortName: 'GRNGRNG', cash: 0 }]]),
  )
  expect((await screen.findByRole('status')).textContent).toContain('Green is in the league now.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a team' })))
})

test('what was entered is not left without a question, unless the form was closed', async () => {
  const app = await open()
  const leave = () => app.user.click(screen.getAllByRole('link', { name: 'Standings' })[0] ?? document.body)
  await app.press('Add a team')
  await app.user.keyboard('Green')
  await leave()
  await app.answer('Cancel', 'Leave without saving?')
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Green')
  await app.press('Cancel')
  await leave()
  await waitFor(() => expect(app.history.location.pathname).toBe('/standings'))
})

test('once the draft has begun none is, and the page says so', async () => {
  await open(false)
  expect(screen.queryByRole('button', { name: 'Add a team' })).toBeNull()
  expect(screen.getByText("Teams can be added before the season's draft begins; this season's has begun.")).toBeTruthy()
})

test('a team is handed over after a question that names both people', async () => {
  const app = await open()
  await app.press(/^Red/)
  await app.press('Hand over')
  await app.user.selectOptions(screen.getByLabelText('To'), await screen.findByRole('option', { name: /^Bo/ }))
  await app.press('Hand over')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Hand over Red?' }))
  expect(dialog.getByText(/^Bo has RED from now on/).textContent).toBe(
    'Bo has RED from now on, with its players, cash and cart. Anna Ek will no longer have a team. BLU, their team so far, is left without a member.',
  )
  await app.user.click(dialog.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(app.server.sent).toEqual([['PUT /office/teams/1/owner', { memberId: 3, from: [2] }]]))
})

test('the teams are listed with whose they are; one is renamed, and marked to retire', async () => {
  const app = await open()
  const list = within(screen.getByRole('list', { name: 'Teams' }))
  expect(texts(list.getAllByRole('button'))).toEqual(['RedREDAnna Ek', 'BlueBLUno member'])
  await app.press(/^Red/)
  await app.press('Rename')
  await app.write(/^Name/, 'Crimson')
  await app.press('Save')
  await app.press('Retire after this season')
  await waitFor(() =>
    expect(app.server.sent).toEqual([
      ['PATCH /office/teams/1', { name: 'Crimson', shortName: 'RED', from: { name: 'Red', shortName: 'RED' } }],
      ['PUT /office/teams/1/retiring', { isRetiring: true }],
    ]),
  )
})
