import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { texts } from '../support/screen-table.ts'
import { lastPick, pick as pickOf, teamOf } from './draft-scene.ts'
import { admin, allArrived, goOffline, goOnline, json, once, renderApp } from './render-app.tsx'

const pick = (sequenceNr: number, pickStatus = 'WAITING') =>
  pickOf(sequenceNr, 2, pickStatus, { round: Math.ceil(sequenceNr / 3), pickOrder: ((sequenceNr - 1) % 3) + 1 })
const sequence = [
  pick(1, 'DONE'),
  pick(2, 'ACTIVE'),
  pick(3),
  pick(4, 'UNKNOWN'),
  ...Array.from({ length: 19 }, (_, index) => pick(index + 5)),
]
const open = [pick(1, 'ACTIVE'), { ...pick(2, 'ACTIVE'), teamId: 3 }]
const drafted = { ...lastPick, ...teamOf(2), playerId: 9, name: 'Tobias Undervale', position: 'C', draftBox: '1.C' }
const answers = (over: object = {}) => ({
  '/draft/pick-sequence': sequence,
  '/draft/draft-teams': [
    { id: 2, shortName: 'BLU' },
    { id: 3, shortName: 'CRE' },
  ],
  '/draft/keepers-status': [{ teamId: 2, teamShortName: 'BLU', hasKeeper: true }],
  ...over,
})
const card = (name: string) => within(screen.getByRole('region', { name }))
const opened = async (over: object = {}) => {
  const app = await renderApp('/draft-admin', { user: admin, answers: answers(over) })
  await screen.findByText('... and 3 more picks')
  await allArrived(app)
  return app
}
type App = Awaited<ReturnType<typeof opened>>
const confirm = (app: App, says = 'Are you sure you want to proceed with this action?') =>
  app.answer('Confirm', 'Confirm Action', says)
const act = async (app: App, label: string, says?: string) => {
  await app.press(label)
  await confirm(app, says)
}

describe('the draft administration', () => {
  test('shows the first 20 picks with their status, who has a keeper, and its actions in three groups', async () => {
    await opened()
    const items = card('Current Pick Sequence').getAllByRole('listitem')
    expect(items).toHaveLength(20)
    expect(items[1]?.textContent).toBe('Round 1, Pick 2BLUACTIVE')
    const badges = items.map(({ lastElementChild }) => [lastElementChild?.textContent, lastElementChild?.className])
    expect(badges.slice(0, 4)).toEqual([
      ['DONE', 'pick done'],
      ['ACTIVE', 'pick active'],
      ['WAITING', 'pick waiting'],
      ['pending', 'pick waiting'],
    ])
    expect(card('Team Keeper Status').getByRole('listitem').textContent).toContain('BLU \u2713')
    const inGroup = (name: string) => texts(card(name).getAllByRole('button'))
    expect(inGroup('Set up')).toEqual(['Generate Draft Boxes', 'Lock Keepers'])
    expect(inGroup('Run')).toEqual(['Free Picking', 'Resume Sequence', 'Forward'])
    expect(inGroup('Correct')).toEqual(['Back', 'Randomize', 'Set Picking Team', 'Add Team', 'Remove Team'])
  })

  test.each([
    ['an empty list', []],
    ['boxes', [{ boxName: '1.C', players: [] }]],
    ['no list', { done: true }],
  ])('an answer that is %s takes the place of nothing', async (_, answer) => {
    const app = await opened({ '/draft/pick-sequence': once(sequence), 'PATCH /draft/generate-boxes': answer })
    await act(app, 'Generate Draft Boxes')
    await screen.findByText('Draft boxes generated successfully')
    expect(card('Current Pick Sequence').getAllByRole('listitem')).toHaveLength(20)
  })

  test('says beside the success how many players have no last season yet', async () => {
    const app = await opened({ 'PATCH /draft/generate-boxes': { players: 960, withoutLastSeason: 612 } })
    await act(app, 'Generate Draft Boxes')
    expect(await screen.findByText('Draft boxes generated successfully')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe(
      '612 of 960 players have no last season yet and rank last. Import the statistics, then generate the boxes again.',
    )
    await app.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['Loading...', 'silent'],
    ['No pick sequence available', []],
  ])('says of the sequence %s', async (words, sequence) => {
    await renderApp('/draft-admin', { user: admin, answers: answers({ '/draft/pick-sequence': sequence }) })
    expect(await screen.findAllByText(words)).toHaveLength(1)
    const none = screen.queryAllByText(/No pick sequence available|No one is on the clock/)
    expect(none).toHaveLength(sequence === 'silent' ? 0 : 2)
  })

  test.each([
    ['Generate Draft Boxes', 'PATCH /draft/generate-boxes', 'Draft boxes generated successfully'],
    ['Lock Keepers', 'POST /draft/lock-keepers', 'Keepers locked and non-keepers released for draft'],
    ['Free Picking', 'POST /draft/free-picking', 'Free picking mode enabled'],
    ['Resume Sequence', 'POST /draft/resume-pick-sequence', 'Pick sequence resumed'],
    ['Forward', 'POST /draft/forward-pick-sequence', 'Pick sequence advanced'],
    ['Back', 'POST /draft/back-pick-sequence', 'Pick sequence moved back'],
    ['Randomize', 'POST /draft/randomize-pick-sequence', 'Pick sequence randomized'],
  ])('%s asks, does it once, and says so', async (label, call, done) => {
    const app = await opened({ [call]: {} })
    await act(app, label)
    const notice = (await screen.findByText(done)).closest('[role=status]')
    expect(notice?.parentElement?.classList, 'over the page').toContain('floating')
    expect(app.server.changes).toEqual([call])
    await app.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(done)).toBeNull()
  })

  test.each([
    ['Set Picking Team', 'POST /draft/set-picking-team/3', 'Picking team set successfully'],
    ['Add Team', 'POST /draft/picking-teams/3', 'Team added to draft sequence'],
    ['Remove Team', 'DELETE /draft/picking-teams/3', 'Team removed from draft sequence'],
  ])('%s needs a team', async (label, call, done) => {
    const app = await opened({ [call]: {} })
    const button = screen.getByRole('button', { name: label })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(button)
    expect((await screen.findByRole('alert')).textContent).toContain('Please select a team first')
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'CRE')
    await app.user.click(button)
    await confirm(app, 'CRE')
    expect(await screen.findByText(done)).toBeTruthy()
    expect(app.server.changes).toEqual([call])
  })

  test.each([
    ['one team', sequence, 'On the clock: BLU, round 1, pick 2', 'BLU, BLU, BLU'],
    ['every team', open, 'Open drafting! All teams can draft players.', undefined],
    ['no one at the end', [pick(1, 'DONE')], 'The draft is over.', undefined],
    ['no one yet', [], 'No one is on the clock yet.', undefined],
  ])('says first who is on the clock, the last pick, and the next three: %s', async (_, picks, clock, next) => {
    await renderApp('/draft-admin', {
      user: admin,
      answers: answers({ '/draft/pick-sequence': picks, '/draft/players/last-drafted': drafted }),
    })
    const now = within(await screen.findByRole('region', { name: clock }))
    expect((await now.findByText('Tobias Undervale')).parentElement?.textContent).toBe('BLU, 1.C, Tobias Undervale')
    expect(now.queryByText('Next')?.nextElementSibling?.textContent).toBe(next)
  })

  const withoutKeeper = (...teams: string[]) => ({
    '/draft/keepers-status': teams.map((name, index) => ({ teamId: index + 3, teamShortName: name, hasKeeper: false })),
  })
  test.each([
    ['Lock Keepers', 'Lock keepers? CRE has not chosen one.', withoutKeeper('CRE')],
    ['Lock Keepers', 'Lock keepers? CRE and POETS have not chosen one.', withoutKeeper('CRE', 'POETS')],
    ['Lock Keepers', 'Lock keepers? Every team has chosen one.', {}],
    ['Lock Keepers', 'Lock Keepers: Every keeper becomes a pick', { '/draft/keepers-status': 'fails' }],
    ['Forward', 'Forward: BLU is passed over; BLU is next.', {}],
    ['Back', "Back: BLU's turn again; Tobias Undervale stays drafted.", {}],
    // The last pick is another team's: which one was done last is not known.
    ['Back', 'Back: The latest pick is open again', { '/draft/players/last-drafted': { ...drafted, teamId: 3 } }],
  ])('%s asks by name where the names are known: %s', async (label, question, over) => {
    const app = await opened({ '/draft/players/last-drafted': drafted, ...over })
    await screen.findByText('Tobias Undervale')
    await app.user.click(screen.getByRole('button', { name: label }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(question)
  })

  test('asks with the keepers of this moment whether to lock them', async () => {
    let hasKeeper = false
    const app = await opened({
      '/draft/keepers-status': () => json(200, [{ teamId: 2, teamShortName: 'BLU', hasKeeper }]),
    })
    hasKeeper = true
    await app.user.click(screen.getByRole('button', { name: 'Lock Keepers' }))
    const dialog = await screen.findByRole('alertdialog')
    await waitFor(() => expect(dialog.textContent).toContain('Lock keepers? Every team has chosen one.'))
  })

  test('generates and locks no more once the server says that the keepers are locked', async () => {
    const locked = [{ teamId: 2, teamShortName: 'BLU', hasKeeper: true, locked: true }]
    const app = await opened({ '/draft/keepers-status': locked })
    await screen.findByText('The keepers are locked.')
    for (const button of card('Set up').getAllByRole('button')) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await app.user.click(button)
    }
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Back' }).getAttribute('aria-disabled')).toBe('false')
  })

  test('offers what needs a turn no longer once all picks are made', async () => {
    const app = await opened({ '/draft/pick-sequence': sequence.map((each) => ({ ...each, pickStatus: 'DONE' })) })
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'CRE')
    const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
    const past = ['Free Picking', 'Resume Sequence', 'Forward', 'Randomize', 'Set Picking Team', 'Remove Team']
    await waitFor(() => expect(past.filter((name) => !isOff(name))).toEqual([]))
    expect(['Back', 'Add Team'].filter(isOff)).toEqual([])
    for (const name of past) await app.user.click(screen.getByRole('button', { name }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('a sequence in the answer takes the place of the one shown, and is fetched again half a second later', async () => {
    const after = [pick(1, 'DONE'), pick(2, 'DONE')]
    let shown: object = sequence
    const app = await opened({
      '/draft/pick-sequence': () => json(200, shown),
      'POST /draft/forward-pick-sequence': after,
    })
    await act(app, 'Forward')
    await waitFor(() => expect(card('Current Pick Sequence').getAllByRole('listitem')).toHaveLength(2))
    shown = [pick(1, 'DONE')]
    await waitFor(() => expect(card('Current Pick Sequence').getAllByRole('listitem')).toHaveLength(1))
  })

  test.each([
    ["the server's words", 409, '{"code":"SEQUENCE_AT_END","message":"It is at its end."}', 'It is at its end.'],
    ['plain text', 409, 'Not now', 'Not now'],
    ['the text of a 503', 503, 'Down until noon', 'Down until noon'],
    ['the words of a 503', 503, '{"message":"The league pauses."}', 'The league pauses.'],
    ['`error`', 500, '{"error":"Broken"}', 'Broken'],
    ['the words, whatever the table has for the code', 403, '{"code":"FORBIDDEN","message":"No."}', 'No.'],
    ['JSON of other fields', 500, '{"reason":"x"}', '{"reason":"x"}'],
    ['the status', 500, '', 'Request failed with status 500'],
    ['the status of an empty 503', 503, '', 'Request failed with status 503'],
    ['the status of a page', 502, '<h1>Bad Gateway</h1>', 'Request failed with status 502'],
    ['the status of JSON that says nothing', 500, '{}', 'Request failed with status 500'],
    ['what to do where nothing came', 0, '', 'No answer from the server. Look at the sequence before you try again.'],
  ])('a failure is told by %s', async (_, status, body, sentence) => {
    const refusal = status === 0 ? 'unreachable' : () => new Response(body, { status })
    const app = await opened({ 'POST /draft/forward-pick-sequence': refusal })
    await act(app, 'Forward')
    const alert = await screen.findByRole('alert')
    expect(alert.parentElement?.classList, 'over the page').toContain('floating')
    expect(within(alert).getByText(sentence)).toBeTruthy()
    // A bare status stands small below words that one understands.
    const isBare = sentence.startsWith('Request failed')
    expect(alert.querySelector('small')?.textContent).toBe(isBare ? sentence : undefined)
    expect(alert.textContent?.startsWith('The server did not say why.')).toBe(isBare)
    await app.user.click(within(alert).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('nothing happens when it is cancelled', async () => {
    const app = await opened()
    await app.user.click(screen.getByRole('button', { name: 'Lock Keepers' }))
    await app.answer('Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(app.server.changes).toEqual([])
  })
})

describe('where the server has a draft room', () => {
  const director = { ...admin, features: ['draft-room'] }
  const room = {
    clock: { secondsPerPick: 60, isPaused: false, deadlineAt: '2026-09-27T18:01:00Z', now: '2026-09-27T18:00:30Z' },
    teams: [
      { ...teamOf(2), picksByList: true, mode: 'timeout', missing: 0 },
      { ...teamOf(3), picksByList: false, mode: 'off', missing: 2 },
    ],
  }
  const present = [
    { ...teamOf(2), isConnected: true, seenAt: '2026-09-27T18:00:29Z' },
    { ...teamOf(3), isConnected: false },
  ]
  const openRoom = async (over: object = {}) => {
    const app = await renderApp('/draft-admin', {
      user: director,
      answers: answers({
        '/draft/room': room,
        '/draft/presence': present,
        '/draft/players/last-drafted': drafted,
        ...over,
      }),
    })
    await screen.findByRole('heading', { name: "Who's Here" })
    await allArrived(app)
    return app
  }

  test('nothing of it is offered, and nothing asked for, without', async () => {
    const { server } = await opened()
    expect(screen.queryByRole('heading', { name: "Who's Here" })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Pause Draft' })).toBeNull()
    const ofRoom = ['/draft/room', '/draft/presence', '/draft/log']
    expect(server.asked.filter((path) => ofRoom.includes(path))).toEqual([])
  })

  test('it says who is there, picks by list or would end short, the time left, and leads to the board', async () => {
    await openRoom()
    await screen.findByText('list picks when time is up')
    const here = card("Who's Here")
    expect(texts(here.getAllByRole('term'))).toEqual(['BLU', 'CRE'])
    expect(texts(here.getAllByRole('definition'))).toEqual([
      'herelist picks when time is up',
      'not logged inends 2 players short: use Add Team',
    ])
    expect((await screen.findByRole('timer', { name: 'Time left' })).textContent).toMatch(/^0:(30|29)$/)
    expect(screen.getByRole('link', { name: 'Pick for BLU' }).getAttribute('href')).toBe('/draft?for=2')
  })

  test('the last pick is taken back by name', async () => {
    const app = await openRoom({ 'POST /draft/take-back/9': [pick(1, 'ACTIVE'), pick(2)] })
    const says = "Tobias Undervale is free again, and it is BLU's turn. The log keeps the pick."
    await act(app, 'Undo Tobias Undervale', says)
    await screen.findByText('Tobias Undervale is free again')
    expect(card('Current Pick Sequence').getAllByRole('listitem')).toHaveLength(2)
  })

  test('Back says that the player stays drafted, and offers to take the pick back instead', async () => {
    const app = await openRoom({ 'POST /draft/take-back/9': [pick(1, 'ACTIVE'), pick(2)] })
    await screen.findByRole('button', { name: 'Undo Tobias Undervale' })
    await app.user.click(screen.getByRole('button', { name: 'Back' }))
    await app.answer(
      'Take back Tobias Undervale instead',
      'Confirm Action',
      "Back: BLU's turn again; Tobias Undervale stays drafted.",
    )
    await confirm(app)
    await screen.findByText('Tobias Undervale is free again')
    expect(app.server.changes).toEqual(['POST /draft/take-back/9'])
  })

  test.each([
    ['Pause Draft', false, 'POST /draft/pause', 'The draft is paused'],
    ['Resume', true, 'POST /draft/resume', 'The draft has resumed'],
  ])('%s', async (label, isPaused, call, done) => {
    const clock = { ...room.clock, isPaused }
    const app = await openRoom({ '/draft/room': { ...room, clock }, [call]: clock })
    await act(app, label)
    await screen.findByText(done)
  })

  test('the time for a pick is chosen and asked about', async () => {
    const app = await openRoom({ 'PUT /draft/clock': room.clock })
    const field = await screen.findByRole('combobox', { name: 'Time for a pick' })
    await app.user.selectOptions(field, '90 seconds')
    await confirm(app, 'Every team has 90 seconds for a pick. The turn under way starts over.')
    await screen.findByText('The clock is set to 90 seconds')
  })

  test('keepers are unlocked as long as no turn was taken', async () => {
    const locked = [{ teamId: 2, teamShortName: 'BLU', hasKeeper: true, locked: true }]
    const untouched = [pick(1, 'ACTIVE'), ...Array.from({ length: 22 }, (_, index) => pick(index + 2))]
    const app = await openRoom({
      '/draft/pick-sequence': untouched,
      '/draft/keepers-status': locked,
      'POST /draft/unlock-keepers': [],
    })
    await act(app, 'Unlock Keepers')
    await screen.findByText('Keepers unlocked')
  })

  test('not once a turn was taken', async () => {
    await openRoom({ '/draft/keepers-status': [{ teamId: 2, teamShortName: 'BLU', hasKeeper: true, locked: true }] })
    await screen.findByText('The keepers are locked.')
    expect(screen.queryByRole('button', { name: 'Unlock Keepers' })).toBeNull()
  })

  test('a keeper is chosen, and taken back, for an absent team', async () => {
    const own = { playerId: 7, name: 'Ann Arbour', teamId: 2, teamShortName: 'BLU' }
    const app = await openRoom({
      '/draft/keeper-boxes': [{ boxName: '1.C', players: [own, { ...own, playerId: 8, name: 'Bea Blue', teamId: 3 }] }],
      '/draft/teams/2/keepers': { player: { playerId: 7, name: 'Ann Arbour' }, keeperIndex: 1 },
      'DELETE /draft/teams/2/keep-player/7': [],
    })
    await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Keeper of an absent team' }), 'BLU')
    const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Keep for BLU' })
    await waitFor(() => expect(field.selectedOptions[0]?.textContent).toBe('Ann Arbour'))
    expect([...field.options].map(({ textContent }) => textContent)).toEqual(['No one', 'Ann Arbour'])
    await app.user.selectOptions(field, 'No one')
    await confirm(app)
    await screen.findByText('BLU has no keeper')
  })
})

describe('the draft administration without a connection', () => {
  const REFUSED = "You're offline. Nothing was changed: try again when the connection is back."

  test('says so; an open question sends nothing, and its buttons ask none', async () => {
    const app = await opened()
    await app.user.click(screen.getByRole('button', { name: 'Forward' }))
    await screen.findByRole('alertdialog')
    await goOffline(app)
    await screen.findByText("You're offline. Changes to the draft need a connection.")
    await confirm(app)
    await screen.findByText(REFUSED)
    expect(screen.queryByText(/Look at the sequence/)).toBeNull()
    goOnline(app)
    await waitFor(() => expect(screen.queryByText(REFUSED)).toBeNull())
    await goOffline(app)
    await app.user.click(screen.getByRole('button', { name: 'Forward' }))
    await screen.findByText(REFUSED)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(app.server.changes).toEqual([])
  })
})
