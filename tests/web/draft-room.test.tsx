import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DraftBox, Pick } from '#contract/draft'
import type { Clock, DraftRoom } from '#contract/draft-room'
import type { User } from '#contract/user'
import type { ChannelEvents } from '#web/live/supervisor'
import { boxed, draftedBy, lastPick, pick, teamOf } from './draft-scene.ts'

/** Every channel that was asked for, the latest last. */
let opened: ChannelEvents[] = []
let closed = 0
vi.mock('#web/live/sockjs-channel', () => ({
  openSockJs: async (events: ChannelEvents) => {
    opened.push(events)
    return {
      close: () => {
        closed += 1
      },
    }
  },
}))
// Files of tests share what they have loaded: this one needs an app that opens its channels here, and the others do not.
vi.resetModules()
const { admin, json, member, renderApp } = await import('./render-app.tsx')
const { pickSequence } = await import('#web/data/draft')
// Fetched before the first question opens it: on a busy machine that takes longer than a test waits.
await import('#web/ui/confirm/confirm-dialog.tsx')
afterAll(() => {
  vi.resetModules()
})

const told: string[] = []
beforeEach(() => {
  opened = []
  closed = 0
  told.length = 0
  Object.assign(navigator, {
    setAppBadge: async () => void told.push('badge'),
    clearAppBadge: async () => void told.push('no badge'),
    vibrate: () => told.push('vibration') > 0,
    userActivation: { hasBeenActive: true },
  })
})
afterEach(() => {
  for (const name of ['setAppBadge', 'clearAppBadge', 'vibrate', 'userActivation'])
    Reflect.deleteProperty(navigator, name)
  localStorage.clear()
})

/** The teams in the order of their picks; it is the first one's turn. */
const turns = (...teamIds: number[]) =>
  teamIds.map((teamId, index) => pick(index + 1, teamId, index === 0 ? 'ACTIVE' : 'WAITING'))

const MINUTE_MS = 60_000
/** Three minutes ahead of this device. */
const serverNow = () => Date.now() + 3 * MINUTE_MS
const at = (ms: number) => new Date(ms).toISOString()
const running = (leftMs: number): Clock => ({
  secondsPerPick: 60,
  isPaused: false,
  deadlineAt: at(serverNow() + leftMs),
  now: at(serverNow()),
})
const paused = (leftMs: number): Clock => ({ secondsPerPick: 60, isPaused: true, leftMs, now: at(serverNow()) })
const room = (clock: Clock, byList: readonly number[] = []): DraftRoom => ({
  clock,
  teams: [1, 2, 3, 4].map((teamId) => ({
    ...teamOf(teamId),
    picksByList: byList.includes(teamId),
    missing: 0,
  })),
})

const withRoom = (user: User): User => ({ ...user, features: ['draft-room'] })
const boxes: DraftBox[] = [
  {
    boxName: '1.LW',
    players: [boxed(1, 'First Left'), boxed(2, 'Taken Left', draftedBy(3))],
  },
  { boxName: '1.C', players: [boxed(3, 'Centre')] },
]
const answers = (over: object = {}) => ({
  '/draft/boxes': boxes,
  '/draft/pick-sequence': turns(2, 3, 1),
  '/draft/players/last-drafted': lastPick,
  '/draft/room': () => json(200, room(running(42_000))),
  ...over,
})

/** What the channel says. */
const say = async (message: object) => {
  await waitFor(() => expect(opened.length).toBeGreaterThan(0))
  await act(async () => {
    opened.at(-1)?.opened()
    opened.at(-1)?.message(JSON.stringify(message))
  })
}
/** The same of the clock, which the room has from then on. */
const setClock = async ({ server }: Awaited<ReturnType<typeof renderApp>>, clock: Clock) => {
  server.answers['/draft/room'] = room(clock)
  await say({ type: 'DRAFT_ROOM_UPDATED', clock })
}
/** The same of the sequence. */
const setTurns = async ({ server }: Awaited<ReturnType<typeof renderApp>>, pickSequence: readonly Pick[]) => {
  server.answers['/draft/pick-sequence'] = pickSequence
  await say({ type: 'PICK_SEQUENCE_UPDATED', pickSequence })
}

/** A member on Standings, to whom the launch has told the sequence. */
const onStandings = async (picks: readonly Pick[], user: User) => {
  const app = await renderApp('/standings', { user, answers: answers({ '/draft/pick-sequence': picks }) })
  await act(() => app.client.prefetchQuery(pickSequence()))
  return app
}
const line = (name: RegExp) => screen.findByRole('link', { name })

describe('on every screen', () => {
  test("the member's turn is announced by line, title, badge, vibration and a spoken sentence, and only while it lasts", async () => {
    const app = await onStandings(turns(3, 2), withRoom(member))
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(document.title).toBe('Standings · Hockey Pool')
    await setTurns(app, turns(2, 3))
    const own = await line(/^Your pick · 0:4[12]$/)
    expect(own.getAttribute('href')).toBe('/draft')
    expect(document.title).toBe('Your pick · Standings · Hockey Pool')
    expect(screen.getByText('It is your turn to pick.').getAttribute('role')).toBe('status')
    expect(told).toEqual(['badge', 'vibration'])
    await setClock(app, paused(30_000))
    await line(/^Your pick · paused$/)
    await setClock(app, running(0))
    await line(/^Your pick · time is up$/)
    await setTurns(app, turns(3, 2))
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Your pick/ })).toBeNull())
    expect(document.title).toBe('Standings · Hockey Pool')
    expect(screen.queryByText('It is your turn to pick.')).toBeNull()
    expect(told).toEqual(['badge', 'vibration', 'no badge'])
  })

  test('the line moves nothing of a page that was there before, and one that opens begins below it', async () => {
    document.documentElement.scrollTop = 0
    const app = await onStandings(turns(3, 2), withRoom(member))
    await setTurns(app, turns(2, 3))
    await line(/^Your pick/)
    expect(document.documentElement.scrollTop).toBe(44)
    await act(() => app.router.navigate({ to: '/draft' }))
    await screen.findByRole('article', { name: 'Box 1.C' })
    document.documentElement.scrollTop = 0
    await act(() => app.router.navigate({ to: '/standings' }))
    await line(/^Your pick/)
    expect(document.documentElement.scrollTop).toBe(0)
  })

  test('a page that is opened during the turn begins below the line', async () => {
    document.documentElement.scrollTop = 0
    const app = await renderApp('/standings', { user: withRoom(member), answers: answers() })
    // It is known to be the time of the draft before it is known whose turn it is.
    await act(async () => app.client.setQueryData(['league-settings'], { rosterHoldStartDate: '9999-10-01' }))
    await vi.dynamicImportSettled()
    await act(() => app.client.prefetchQuery(pickSequence()))
    await line(/^Your pick/)
    expect(document.documentElement.scrollTop).toBe(0)
  })

  test("one channel serves all screens, as long as it is somebody's turn", async () => {
    const app = await onStandings(turns(3, 2), withRoom(member))
    await waitFor(() => expect(opened).toHaveLength(1))
    await act(() => app.router.navigate({ to: '/draft' }))
    await screen.findByRole('article', { name: 'Box 1.C' })
    await act(() => app.router.navigate({ to: '/rules' }))
    expect(opened).toHaveLength(1)
    expect(closed).toBe(0)
    await setTurns(app, [pick(1, 3, 'DONE'), pick(2, 2, 'DONE')])
    await waitFor(() => expect(closed).toBe(1))
  })

  test('before the draft there is no channel; a member who looks again learns that it has begun', async () => {
    const app = await onStandings([], withRoom(member))
    app.client.setQueryData(['league-settings'], { rosterHoldStartDate: '9999-10-01' })
    app.server.answers['/draft/pick-sequence'] = turns(2, 3)
    await waitFor(async () => {
      await act(async () => document.dispatchEvent(new Event('visibilitychange')))
      expect(opened).toHaveLength(1)
    })
    await line(/^Your pick/)
  })

  test('in open drafting the line says how many picks are left', async () => {
    await onStandings([pick(1, 2, 'ACTIVE'), pick(2, 3, 'ACTIVE'), pick(3, 2, 'ACTIVE')], withRoom(member))
    await line(/^Open drafting · 2 picks left$/)
  })

  test('a server of the spec alone is asked for nothing, and its board tells the turn as before', async () => {
    const app = await onStandings(turns(2, 3), member)
    expect(document.title).toBe('Standings · Hockey Pool')
    await act(() => app.router.navigate({ to: '/draft' }))
    await screen.findByText("It's your turn! You can now draft a player.")
    await waitFor(() => expect(told).toEqual(['badge', 'vibration']))
    await act(() => app.router.navigate({ to: '/standings' }))
    await waitFor(() => expect(told).toEqual(['badge', 'vibration', 'no badge']))
    await waitFor(() => expect(closed).toBe(1))
    expect(screen.queryByRole('link', { name: /^Your pick/ })).toBeNull()
    expect(app.server.asked).not.toContain('/draft/room')
  })
})

describe('on the board', () => {
  const onBoard = (over: object = {}, user = withRoom(member)) => renderApp('/draft', { user, answers: answers(over) })
  const draftButton = () => screen.findByRole('button', { name: 'Draft First Left' })

  test('the time left is in the header, by the server and not by this clock, and ten seconds are spoken', async () => {
    const app = await onBoard()
    expect((await screen.findByRole('timer', { name: 'Time left' })).textContent).toMatch(/^0:4[12]$/)
    expect(screen.queryByText('10 seconds left for your pick.')).toBeNull()
    await setClock(app, running(9_000))
    await screen.findByText('10 seconds left for your pick.')
  })

  test.each([
    [turns(2, 3), [], 'Your time is up. You can still pick.'],
    [turns(2, 3), [2], 'Your time is up: your list picks.'],
    [turns(4, 2), [], "ENA's time is up."],
    [turns(4, 2), [4], "ENA's time is up: its list picks."],
  ])('says when time is up, and what follows (%#)', async (picks, byList, sentence) => {
    await onBoard({ '/draft/pick-sequence': picks, '/draft/room': room(running(0), byList) })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('a paused draft says so, and its buttons rest and say why', async () => {
    const app = await onBoard()
    await draftButton()
    await setClock(app, paused(30_000))
    const why = await screen.findByText('The draft is paused. No one picks until an admin resumes it.')
    const button = await draftButton()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-describedby')).toBe(why.id)
    await app.user.click(button)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('timer').textContent).toContain('paused')
    await setClock(app, running(30_000))
    await waitFor(async () => expect((await draftButton()).getAttribute('aria-disabled')).toBe('false'))
    await app.user.click(await draftButton())
    await screen.findByRole('alertdialog')
  })

  test.each([
    [turns(3, 1, 4, 2), 'Three picks until yours.'],
    [turns(3, 1, 2), 'Two picks until yours.'],
    [turns(3, 2, 1), "You're next."],
  ])('says from three picks away how far it is (%#)', async (picks, sentence) => {
    await onBoard({ '/draft/pick-sequence': picks })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('teams that pick by list are marked, in words too', async () => {
    await onBoard({ '/draft/pick-sequence': turns(4, 2, 3), '/draft/room': room(running(42_000), [3, 4]) })
    const turn = await screen.findByText('Waiting for ENA to pick a player.')
    await within(turn).findByText('picks by list')
    const badges = screen.getAllByRole('listitem').filter(({ className }) => className.startsWith('pick '))
    expect(badges.map(({ textContent }) => textContent?.includes('picks by list'))).toEqual([true, false, true])
  })

  test('a pick that is taken back frees the player everywhere, and the board says so', async () => {
    const app = await onBoard()
    const row = () => screen.findByRole('row', { name: /Taken Left/ })
    await waitFor(async () => expect(within(await row()).queryByRole('button')).toBeNull())
    app.server.answers['/draft/boxes'] = boxes.map((box) => ({
      ...box,
      players: box.players.map(({ playerId, name }) => boxed(playerId, name)),
    }))
    app.server.answers['/draft/players/last-drafted'] = () => json(404, {})
    await say({ type: 'PICK_TAKEN_BACK', playerId: 2 })
    await screen.findByText('Taken Left is free again: the pick was taken back.')
    expect(within(await row()).getByRole('button', { name: 'Draft Taken Left' })).toBeTruthy()
    await screen.findByText('No one yet')
    await say({ type: 'PLAYER_DRAFTED', draftedPlayer: { ...lastPick, playerId: 3, name: 'Centre', draftBox: '1.C' } })
    await waitFor(() => expect(screen.queryByText(/is free again/)).toBeNull())
  })

  test('a question whose turn has passed says why, and drafts no one', async () => {
    const app = await onBoard()
    await app.user.click(await draftButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Draft Pick' }))
    const draftedPlayer = {
      ...lastPick,
      playerId: 3,
      name: 'Centre',
      teamId: 2,
      draftBox: '1.C',
      draftedAt: at(Date.now()),
    }
    app.server.answers['/draft/players/last-drafted'] = draftedPlayer
    await say({ type: 'PLAYER_DRAFTED', draftedPlayer })
    await setTurns(app, turns(3, 2))
    // Until the pick is known it says only that the turn has passed.
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toBe('Centre was picked for your team: the turn has passed.'),
    )
    await app.user.click(dialog.getByRole('button', { name: 'Draft' }))
    expect(app.server.changes).toEqual([])
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('sound is off and vibration on until the member says otherwise, on this device', async () => {
    vi.stubGlobal('AudioContext', class {})
    const app = await onBoard({ '/draft/pick-sequence': turns(3, 2) })
    const vibration = await screen.findByRole('switch', { name: 'Vibration' })
    expect(vibration.getAttribute('aria-checked')).toBe('true')
    expect(screen.getByRole('switch', { name: 'Sound' }).getAttribute('aria-checked')).toBe('false')
    await act(async () => vibration.click())
    await setTurns(app, turns(2, 3))
    await waitFor(() => expect(told).toEqual(['badge']))
    app.unmount()
    await onBoard()
    expect((await screen.findByRole('switch', { name: 'Vibration' })).getAttribute('aria-checked')).toBe('false')
  })
})

describe('an admin picks for a team by the same board', () => {
  const forEna = (over: object = {}) =>
    renderApp('/draft?for=4', {
      user: withRoom(admin),
      answers: answers({ '/draft/pick-sequence': turns(4, 3, 1), ...over }),
    })

  test('its boxes are drawn, the question names it, and the pick is made for it', async () => {
    const app = await forEna({
      'POST /draft/for/4/players/1': { ...lastPick, playerId: 1, name: 'First Left', teamId: 4 },
    })
    await screen.findByText('You pick for ENA.')
    await app.press('Draft First Left')
    await app.answer('Draft', undefined, 'Draft First Left (EDM) into box 1.LW for ENA?')
    await screen.findByText('Player drafted successfully!')
    expect(app.server.changes).toEqual(['POST /draft/for/4/players/1'])
  })

  test('the turn passes: the buttons rest and the board says whose it is; there is a way out', async () => {
    const app = await forEna()
    await screen.findByRole('button', { name: 'Draft First Left' })
    await setTurns(app, turns(3, 1, 4))
    await screen.findByText("ENA's turn is over. CRE is on the clock.")
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Draft First Left' })).toBeNull())
    await app.user.click(screen.getByRole('link', { name: 'Stop picking for ENA' }))
    await waitFor(() => expect(screen.queryByText(/ENA's turn/)).toBeNull())
  })

  test("on the admin's own turn the board is their own, and what was asked for the other team is off", async () => {
    const app = await forEna({ 'POST /draft/teams/1/players/5': {} })
    await app.press('Draft First Left')
    const dialog = await screen.findByRole('alertdialog')
    await setTurns(app, turns(1, 4, 3))
    await within(dialog).findByText("ENA's turn has passed.")
    expect(dialog.textContent).toContain('Draft First Left (EDM) into box 1.LW for ENA?')
    await app.answer('Draft')
    expect(app.server.changes).toEqual([])
    await app.answer('Cancel')
    await screen.findByText("It's your turn! You can now draft a player.")
    expect(screen.queryByText(/You pick for|turn is over/)).toBeNull()
    await app.press('Draft First Left')
    expect((await screen.findByRole('alertdialog')).textContent).not.toContain('for ENA')
  })

  test('no one else picks for a team by that address', async () => {
    await renderApp('/draft?for=4', {
      user: withRoom(member),
      answers: answers({ '/draft/pick-sequence': turns(4, 2) }),
    })
    await screen.findByText('Waiting for ENA to pick a player.')
    await screen.findByRole('article', { name: 'Box 1.C' })
    expect(screen.queryByRole('button', { name: /^Draft First/ })).toBeNull()
    expect(screen.queryByText(/You pick for/)).toBeNull()
  })
})

/** The server ends the channel, which nothing opens again by itself. */
const end = async () => {
  await waitFor(() => expect(opened).toHaveLength(1))
  await act(async () => opened[0]?.closed(true))
}

const beforeDraft = { '/draft/boxes': [], '/draft/pick-sequence': [], '/draft/players?drafted=true': [] }
const DROPPED =
  'Connection dropped: Real-time updates are not available. Please refresh the page manually to recover, or to see updates from other teams.'

test('a channel that the server ended is told on the draft board, and its banner opens another', async () => {
  const app = await renderApp('/draft', { answers: beforeDraft })
  await end()
  expect(await screen.findByText(DROPPED)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(opened).toHaveLength(2))
  await act(async () => opened[1]?.opened())
  expect(screen.queryByText(DROPPED)).toBeNull()
})

test('in the draft report it is opened again when the list is refreshed', async () => {
  const app = await renderApp('/draft-report', { answers: beforeDraft })
  await screen.findByText('No players drafted yet.')
  await end()
  expect(screen.queryByText(DROPPED)).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(opened).toHaveLength(2))
})
