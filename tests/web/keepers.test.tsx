import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deferred } from '../support/deferred.ts'
import { texts } from '../support/screen-table.ts'
import { pick } from './draft-scene.ts'
import { goOffline, goOnline, json, member, newcomer, renderApp } from './render-app.tsx'

const boxes = [
  {
    boxName: '1.C',
    players: [
      { playerId: 1, name: 'Own Centre', teamId: 2, teamShortName: 'BLU', boxRank: 1, points: 90 },
      { playerId: 2, name: 'Other Centre', teamId: 3, teamShortName: 'CRE', boxRank: 2 },
    ],
  },
  { boxName: '1.LD', players: [{ playerId: 3, name: 'Own Defender', teamId: 2, teamShortName: 'BLU', boxRank: 1 }] },
  { boxName: '1.OUT', players: [] },
]
const statuses = [
  { teamId: 2, teamShortName: 'BLU', hasKeeper: true },
  { teamId: 3, teamShortName: 'CRE', hasKeeper: false },
]
const kept = (playerId: number, name: string) => [{ player: { playerId, name }, keeperIndex: 1 }]
const answers = (over: object = {}) => ({
  '/draft/keeper-boxes': boxes,
  '/draft/keepers-status': statuses,
  '/draft/teams/2/keepers': kept(1, 'Own Centre'),
  ...over,
})

describe('choosing a keeper', () => {
  test("shows who has one, and a radio on the team's players only", async () => {
    await renderApp('/keepers', { answers: answers() })
    expect(
      await screen.findByText("Sign one player from your previous season's team to keep for the upcoming season"),
    ).toBeTruthy()
    const badges = within(await screen.findByRole('list', { name: 'Team Keeper Status' })).getAllByRole('listitem')
    expect(texts(badges)).toEqual(['BLU \u2713has a keeper', 'CRE \u2717has no keeper'])
    const heads = within(await screen.findByRole('table', { name: 'Box 1.C' })).getAllByRole('columnheader')
    expect(texts(heads)).toEqual(['#', 'Name', 'NHL', 'Pts', 'GP', 'NP', 'Team', 'Keep'])
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Keep Own Centre' })).toHaveProperty('checked', true))
    const inBoxes = (box: string) => within(screen.getByRole('table', { name: `Box ${box}` })).getAllByRole('radio')
    expect([...inBoxes('1.C'), ...inBoxes('1.LD')]).toHaveLength(2)
    expect(screen.queryByRole('region', { name: 'Special Picks' })).toBeNull()
  })

  test.each(['/draft/keepers-status', '/draft/teams/2/keepers'])(
    'puts no box where the answer of %s would push it down',
    async (path) => {
      const late = deferred<Response>()
      const app = await renderApp('/keepers', { answers: answers({ [path]: () => late.promise }) })
      await waitFor(() => expect(app.client.getQueryData(['keeper-boxes'])).toBeTruthy())
      expect(await screen.findByText('Loading...')).toBeTruthy()
      expect(screen.queryByRole('table', { name: 'Box 1.C' })).toBeNull()
      expect(screen.queryByRole('list', { name: 'Team Keeper Status' })).toBeNull()
      late.resolve(json(500, {}))
      await screen.findByRole('table', { name: 'Box 1.C' })
    },
  )

  test("has the team's players of all boxes first, the highest NP on top, and asks the same there", async () => {
    const own = (playerId: number, name: string, normalizedPoints: number | null) => ({
      playerId,
      name,
      teamId: 2,
      teamShortName: 'BLU',
      points: 10 * playerId,
      normalizedPoints,
    })
    const other = { playerId: 8, name: 'Other Wing', teamId: 3, teamShortName: 'CRE', normalizedPoints: 200 }
    const spread = [
      { boxName: '1.LW', players: [own(4, 'Middle Wing', 77), other] },
      { boxName: '1.C', players: [own(5, 'Hurt Centre', null)] },
      { boxName: '2.G', players: [own(1, 'Best Goalie', 121)] },
    ]
    const app = await renderApp('/keepers', { answers: answers({ '/draft/keeper-boxes': spread }) })
    const region = await screen.findByRole('region', { name: 'Your players (3)' })
    const [first, ...others] = screen
      .getAllByRole('region')
      .filter((each) => region.parentElement === each.parentElement)
    expect(first).toBe(region)
    expect(others.map((each) => each.getAttribute('aria-label'))).toEqual(['Forwards', 'Goalies'])
    const rows = within(region)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Name', 'Box', 'Pts', 'NP', 'Keep'],
      ['Best Goalie', '2.G', '10', '121', ''],
      ['Middle Wing', '1.LW', '40', '77', ''],
      ['Hurt Centre', '1.C', '50', '-', ''],
    ])
    const radio = within(region).getByRole('radio', { name: 'Keep Middle Wing of box 1.LW' })
    await waitFor(() => expect(radio).toHaveProperty('disabled', false))
    expect(within(region).getByRole('radio', { name: /Best Goalie/ })).toHaveProperty('checked', true)
    await app.user.click(radio)
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Keeper Selection' })
    expect(dialog.textContent).toContain('Keep Middle Wing? He replaces your current keeper, Own Centre.')
  })

  test('offers no one whom the server says was bought too late, and says why', async () => {
    const late = { playerId: 5, name: 'Late Wing', teamId: 2, teamShortName: 'BLU', boxRank: 1, boughtLate: true }
    const withLate = [...boxes, { boxName: '1.LW', players: [late] }]
    const app = await renderApp('/keepers', { answers: answers({ '/draft/keeper-boxes': withLate }) })
    expect(await screen.findByText('Bought after the last day for keepers: Late Wing.')).toBeTruthy()
    const radios = screen.getAllByRole('radio', { name: /^Keep Late Wing/ })
    expect(radios.map((radio) => radio.hasAttribute('disabled'))).toEqual([true, true])
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Keep Own Defender' })).toHaveProperty('disabled', false),
    )
    await app.user.click(screen.getByRole('radio', { name: 'Keep Own Defender' }))
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
  })

  test('waits until it is known whom it would replace', async () => {
    const held = deferred()
    await renderApp('/keepers', {
      answers: answers({
        '/draft/teams/2/keepers': async () => {
          await held.promise
          return json(200, kept(1, 'Own Centre'))
        },
      }),
    })
    await screen.findByText('Loading...')
    expect(screen.queryByRole('radio')).toBeNull()
    held.resolve()
    expect(await screen.findByRole('radio', { name: 'Keep Own Defender' })).toHaveProperty('disabled', false)
    expect(screen.getByRole('radio', { name: 'Keep Own Centre' })).toHaveProperty('checked', true)
  })

  test('asks first, naming both players, and shows what the server says afterwards', async () => {
    let keepers = kept(1, 'Own Centre')
    const app = await renderApp('/keepers', {
      answers: answers({
        '/draft/teams/2/keepers': () => json(200, keepers),
        'POST /draft/teams/2/keep-player/3': () => {
          keepers = kept(3, 'Own Defender')
          app.server.asked.length = 0
          return json(200, keepers)
        },
      }),
    })
    await screen.findByText('Your keeper: Own Centre')
    await app.user.click(await screen.findByRole('radio', { name: 'Keep Own Defender' }))
    await app.answer(
      'Confirm Keeper',
      'Confirm Keeper Selection',
      'Keep Own Defender? He replaces your current keeper, Own Centre.',
    )
    expect(await screen.findByText('Your keeper: Own Defender')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('radio', { name: 'Keep Own Defender' })).toHaveProperty('checked', true)
    const askedAgain = ['/draft/keeper-boxes', '/draft/keepers-status', '/draft/teams/2/keepers']
    await waitFor(() => expect(app.server.asked).toEqual(expect.arrayContaining(askedAgain)))
  })

  test('is taken back after a question, where the server can, until the keepers are locked', async () => {
    const user = { ...member, features: ['draft-room'] }
    let keepers = kept(1, 'Own Centre')
    const app = await renderApp('/keepers', {
      user,
      answers: answers({
        '/draft/teams/2/keepers': () => json(200, keepers),
        'DELETE /draft/teams/2/keep-player/1': () => {
          keepers = []
          return json(200, keepers)
        },
      }),
    })
    await app.press('No keeper')
    await app.answer('No keeper', 'No Keeper', 'Own Centre goes into the draft like everyone else')
    await waitFor(() => expect(screen.queryByText('Your keeper: Own Centre')).toBeNull())
    expect(app.server.changes).toEqual(['DELETE /draft/teams/2/keep-player/1'])
  })

  test.each([
    ['the server does not know how', member, statuses],
    ['they are locked', { ...member, features: ['draft-room'] }, statuses.map((each) => ({ ...each, locked: true }))],
  ])('cannot be taken back when %s', async (_, user, all) => {
    await renderApp('/keepers', { user, answers: answers({ '/draft/keepers-status': all }) })
    await screen.findByText('Your keeper: Own Centre')
    await screen.findByText('BLU', { exact: false, selector: '.badge' })
    expect(screen.queryByRole('button', { name: 'No keeper' })).toBeNull()
  })

  test('does nothing when it is cancelled, and nothing for the present keeper', async () => {
    const app = await renderApp('/keepers', { answers: answers() })
    await screen.findByText('Your keeper: Own Centre')
    await app.user.click(await screen.findByRole('radio', { name: 'Keep Own Centre' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await app.user.click(await screen.findByRole('radio', { name: 'Keep Own Defender' }))
    await app.answer('Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('radio', { name: 'Keep Own Centre' })).toHaveProperty('checked', true)
    expect(app.server.changes).toEqual([])
  })

  test.each([
    ['said so', () => json(409, { message: 'Too late.' }), 'Too late.'],
    ['said so in `error`', () => json(409, { error: 'The keepers are closed.' }), 'The keepers are closed.'],
    [
      'has a code of the table',
      () => json(403, { code: 'FORBIDDEN', message: 'No.' }),
      'You do not have permission to modify this team.',
    ],
    ['answered with text', () => new Response('Locked', { status: 423 }), 'Locked'],
    ['said nothing', () => json(500, {}), 'Failed to choose keeper'],
    ['was not reached', () => Promise.reject(new TypeError('Failed to fetch')), 'No answer came. Check Keepers.'],
  ])('tells a refusal as the server %s', async (_, refuse, sentence) => {
    const app = await renderApp('/keepers', { answers: answers({ 'POST /draft/teams/2/keep-player/3': refuse }) })
    await app.user.click(await screen.findByRole('radio', { name: 'Keep Own Defender' }))
    await app.answer('Confirm Keeper')
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  })

  test('rests once the server says that the keepers are locked', async () => {
    const locked = statuses.map((each) => ({ ...each, locked: true }))
    await renderApp('/keepers', { answers: answers({ '/draft/keepers-status': locked }) })
    expect(await screen.findByText('The keepers are locked.')).toBeTruthy()
    await screen.findByRole('table', { name: 'Box 1.C' })
    for (const radio of screen.getAllByRole('radio')) expect(radio).toHaveProperty('disabled', true)
  })

  test.each([
    ['nothing of a lock', {}],
    ['that they are open', { locked: false }],
    ['null of a lock', { locked: null }],
  ])('goes on where the server says %s, whatever sequence there is', async (_, said) => {
    const sequence = [pick(1, 3, 'ACTIVE')]
    const app = await renderApp('/keepers', {
      answers: answers({
        '/draft/keepers-status': statuses.map((each) => ({ ...each, ...said })),
        '/draft/pick-sequence': sequence,
        '/draft/teams/2/keepers': () => json(404, {}),
        'POST /draft/teams/2/keep-player/3': kept(3, 'Own Defender'),
      }),
    })
    await app.user.click(await screen.findByRole('radio', { name: 'Keep Own Defender' }))
    await screen.findByText(/Keep Own Defender\? You have no keeper yet\./)
    await app.answer('Confirm Keeper')
    await waitFor(() => expect(app.server.changes).toEqual(['POST /draft/teams/2/keep-player/3']))
    expect(screen.queryByText('The keepers are locked.')).toBeNull()
  })

  test('a member without a team looks on', async () => {
    await renderApp('/keepers', { user: newcomer, answers: answers() })
    await screen.findByRole('table', { name: 'Box 1.C' })
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('region', { name: /^Your players/ })).toBeNull()
  })
})

test('without a connection no keeper is offered, and an open question sends nothing', async () => {
  const app = await renderApp('/keepers', { answers: answers() })
  await app.user.click(await screen.findByRole('radio', { name: 'Keep Own Defender' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Keeper Selection' })
  await goOffline(app)
  await app.user.click(within(dialog).getByRole('button', { name: 'Confirm Keeper' }))
  const refused = "You're offline. Nothing was changed: try again when the connection is back."
  await within(dialog).findByText(refused)
  goOnline(app)
  await waitFor(() => expect(within(dialog).queryByText(refused)).toBeNull())
  await goOffline(app)
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(app.server.changes).toEqual([])
  const needs = screen.getByText("You're offline. Choosing a keeper needs a connection.")
  // Over the page: what is below the thumb does not move.
  expect(needs.closest('.floating')).not.toBeNull()
  expect(screen.getByRole('radio', { name: 'Keep Own Defender' })).toHaveProperty('disabled', true)
})
