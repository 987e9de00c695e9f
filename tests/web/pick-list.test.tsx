import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import type { PickForMe, WantedPlayer } from '#contract/draft-room'
import type { User } from '#contract/user'
import { allArrived, goOffline, goOnline, json, member, newcomer, renderApp } from './render-app.tsx'

// Fetched before the tests: on a busy machine that takes longer than a test waits.
import '#web/features/pick-list/add-outside.tsx'
import { deferred } from '../support/deferred.ts'
import { texts } from '../support/screen-table.ts'
import { boxed as boxedOf, draftedBy, pick, teamOf } from './draft-scene.ts'

const offered: User = { ...member, features: ['draft-room'] }

const boxed = (playerId: number, name: string, over: Partial<DraftBoxPlayer> = {}) =>
  boxedOf(playerId, name, { normalizedPoints: 100 - playerId, isDrafted: false, ...over })
const board: DraftBox[] = [
  { boxName: '1.LW', players: [boxed(1, 'Anna Left'), boxed(2, 'Bert Left'), boxed(3, 'Carl Left', draftedBy(3))] },
  { boxName: '1.C', players: [boxed(4, 'Dora Centre'), boxed(5, 'Emil Centre')] },
  { boxName: '1.G', players: [boxed(6, 'Finn Goalie', draftedBy(2))] },
]
const wanted = (playerId: number, name: string, boxName: string | null, position: string): WantedPlayer => ({
  playerId,
  name,
  position,
  nhlTeam: 'EDM',
  boxName,
  isDrafted: false,
  normalizedPoints: 100 - playerId,
})
const known = [
  wanted(1, 'Anna Left', '1.LW', 'LW'),
  wanted(2, 'Bert Left', '1.LW', 'LW'),
  wanted(3, 'Carl Left', '1.LW', 'LW'),
  wanted(4, 'Dora Centre', '1.C', 'C'),
  wanted(5, 'Emil Centre', '1.C', 'C'),
  wanted(9, 'Otto Outside', null, 'RW'),
]

const LIST = '/draft/teams/2/pick-list'
const SWITCH = '/draft/teams/2/pick-for-me'

/** The league's server as far as lists go. */
const listServer = (first: readonly number[], refuse?: () => Response | undefined) => {
  const kept = { ids: first, mode: 'off' as PickForMe, saved: [] as (readonly number[])[] }
  const answer = () => ({
    mode: kept.mode,
    players: kept.ids.flatMap((id) => known.filter(({ playerId }) => playerId === id)),
  })
  const answers = {
    '/draft/boxes': board,
    [LIST]: () => json(200, answer()),
    [`PUT ${LIST}`]: async (request: Request) => {
      const refused = refuse?.()
      if (refused) return refused
      const { playerIds }: { playerIds: number[] } = await request.json()
      kept.ids = playerIds
      kept.saved.push(playerIds)
      return json(200, answer())
    },
    [`PUT ${SWITCH}`]: async (request: Request) => {
      const { mode }: { mode: PickForMe } = await request.json()
      kept.mode = mode
      return json(200, answer())
    },
    '/draft/outside-players/9': { id: 9, name: 'Otto Outside', position: 'RW', nhlTeam: 'EDM' },
  }
  return { kept, answers }
}

const openList = async (server: ReturnType<typeof listServer>, over: object = {}) => {
  const app = await renderApp('/pick-list', { user: offered, answers: { ...server.answers, ...over } })
  await screen.findByRole('heading', { level: 1, name: 'My Pick List' })
  return app
}
const rows = (list = 'Wanted players') =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent)
const button = (name: string) => screen.getByRole('button', { name })

describe('the page of the pick list', () => {
  test('has each player with place, position, club, box and points, and who is drafted in words', async () => {
    await openList(listServer([4, 3, 9]))
    const list = await screen.findByRole('list', { name: 'Wanted players' })
    // Of those drafted the board knows before the list is asked for again.
    await screen.findByText('drafted')
    expect(texts(within(list).getAllByRole('listitem'))).toEqual([
      '1Dora CentreC EDM 1.C NP\u00a096',
      '2Carl LeftdraftedLW EDM 1.LW NP\u00a097',
      '3Otto OutsideRW EDM no box NP\u00a091',
    ])
    expect(screen.getByText('2 of 3 still free')).toBeTruthy()
  })

  test('has the reason in words where the list passes over a free player, and does not count them', async () => {
    const own = draftedBy(2)
    const kept = [
      ...board.slice(0, 1),
      { boxName: '1.C', players: [boxed(4, 'Dora Centre'), boxed(5, 'Emil Centre', own)] },
    ]
    await openList(listServer([4, 1, 9]), { '/draft/boxes': kept })
    await screen.findByText('1.C is filled')
    const list = screen.getByRole('list', { name: 'Wanted players' })
    expect(texts(within(list).getAllByRole('listitem'))).toEqual([
      '1Dora Centre1.C is filledC EDM 1.C NP\u00a096',
      '2Anna LeftLW EDM 1.LW NP\u00a099',
      '3Otto OutsideRW EDM no box NP\u00a091',
    ])
    expect(screen.getByText('2 of 3 still free')).toBeTruthy()
    expect(screen.getByText('Next from your list: Anna Left (1.LW).')).toBeTruthy()
  })

  test('has nothing where the answer with the boxes would push it down', async () => {
    const late = deferred<Response>()
    const app = await openList(listServer([4]), { '/draft/boxes': () => late.promise })
    await waitFor(() => expect(app.client.getQueryData(['pick-list', 2])).toBeTruthy())
    expect(screen.queryByRole('group', { name: 'Pick for me' })).toBeNull()
    late.resolve(json(200, board))
    await screen.findByRole('group', { name: 'Pick for me' })
    expect(screen.getByText('Next from your list: Dora Centre (1.C).')).toBeTruthy()
  })

  test('is moved by its buttons, which keep the focus, and saved as a whole', async () => {
    const server = listServer([1, 2, 4])
    const app = await openList(server)
    await app.press('Move Bert Left up')
    await waitFor(() => expect(rows()).toEqual(['Bert Left', 'Anna Left', 'Dora Centre']))
    expect(document.activeElement).toBe(button('Move Bert Left up'))
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(button('Move Bert Left down'))
    await app.user.click(button('Move Dora Centre to the top'))
    await app.user.click(button('Remove Anna Left'))
    await waitFor(() => expect(rows()).toEqual(['Dora Centre', 'Bert Left']))
    expect(document.activeElement).toBe(button('Remove Bert Left'))
    await waitFor(() => expect(server.kept.ids).toEqual([4, 2]))
    expect(screen.getByText('Anna Left is no longer on the list.')).toBeTruthy()
  })

  test('is moved by the keys of a row', async () => {
    const server = listServer([1, 2, 4])
    const app = await openList(server)
    const handle = await screen.findByRole('button', { name: 'Move Anna Left' })
    act(() => handle.focus())
    await app.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(rows()).toEqual(['Bert Left', 'Anna Left', 'Dora Centre']))
    expect(document.activeElement).toBe(button('Move Anna Left'))
    await app.user.keyboard('{End}')
    await waitFor(() => expect(rows()).toEqual(['Bert Left', 'Dora Centre', 'Anna Left']))
    expect(screen.getByText('Anna Left is 3 of 3.')).toBeTruthy()
    await app.user.keyboard('{Home}')
    await waitFor(() => expect(server.kept.saved.at(-1)).toEqual([1, 2, 4]))
  })

  test('by box, a player moves among those of the box, and all others keep their places', async () => {
    const server = listServer([1, 4, 2, 5])
    const app = await openList(server)
    await app.user.click(await screen.findByRole('radio', { name: 'By box' }))
    expect([rows('Box 1.LW'), rows('Box 1.C')]).toEqual([
      ['Anna Left', 'Bert Left'],
      ['Dora Centre', 'Emil Centre'],
    ])
    await app.user.click(button('Move Bert Left to the top'))
    await waitFor(() => expect(server.kept.ids).toEqual([2, 4, 1, 5]))
  })

  test('of changes made while one is sent the last is saved, and none between', async () => {
    const held: ((response?: Response) => void)[] = []
    const server = listServer([1, 2, 4])
    const save = server.answers[`PUT ${LIST}`]
    const app = await openList(server, {
      [`PUT ${LIST}`]: async (request: Request) => {
        await new Promise<unknown>((resolve) => held.push(resolve))
        return save(request)
      },
    })
    await app.press('Move Dora Centre up')
    await app.user.click(button('Move Dora Centre up'))
    await app.user.click(button('Remove Bert Left'))
    expect(rows()).toEqual(['Dora Centre', 'Anna Left'])
    await waitFor(() => expect(held).toHaveLength(1))
    held[0]?.()
    await waitFor(() => expect(held).toHaveLength(2))
    held[1]?.()
    await waitFor(() =>
      expect(server.kept.saved).toEqual([
        [1, 4, 2],
        [4, 1],
      ]),
    )
    expect(rows()).toEqual(['Dora Centre', 'Anna Left'])
  })

  test('a refused change is said, and the list shows what the server has', async () => {
    const server = listServer([1, 2], () => json(409, { code: 'BOXES_MISSING', message: 'Generate the boxes first.' }))
    const app = await openList(server)
    await app.press('Remove Anna Left')
    expect((await screen.findByRole('alert')).textContent).toContain('Generate the boxes first.')
    await waitFor(() => expect(rows()).toEqual(['Anna Left', 'Bert Left']))
  })

  test('offline a change is refused in words, and the list stays', async () => {
    const server = listServer([1, 2])
    const app = await openList(server)
    await screen.findByRole('button', { name: 'Remove Anna Left' })
    await allArrived(app)
    app.server.isDown = true
    await app.user.click(button('Remove Anna Left'))
    await screen.findByText('Failed to save the pick list')
    await app.user.click(button('Remove Bert Left'))
    await screen.findByText("You're offline. Nothing was changed: try again when the connection is back.")
    await waitFor(() => expect(rows()).toEqual(['Anna Left', 'Bert Left']))
    expect(server.kept.saved).toEqual([])
    goOnline(app)
    await waitFor(() => expect(screen.queryByText(/^You're offline\. Nothing was changed/)).toBeNull())
  })

  test('what another phone has saved shows with the next look', async () => {
    const server = listServer([1, 2])
    const app = await openList(server)
    await screen.findByRole('button', { name: 'Remove Anna Left' })
    await allArrived(app)
    server.kept.ids = [4]
    await app.user.click(button('Refresh'))
    await waitFor(() => expect(rows()).toEqual(['Dora Centre']))
  })

  test('players come on it from a search over all boxes, and by id from none', async () => {
    const server = listServer([4])
    const app = await openList(server)
    expect((await screen.findByText(/^Next from your list/)).textContent).toBe(
      'Next from your list: Dora Centre (1.C).',
    )
    await app.user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'left')
    const found = within(screen.getByRole('list', { name: 'Found players' }))
    await waitFor(() => expect(found.getAllByRole('button')).toHaveLength(2))
    const star = found.getByRole('button', { name: 'Want Bert Left' })
    expect(star.getAttribute('aria-pressed')).toBe('false')
    await app.user.click(star)
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
    await app.user.click(button('Add an outside player by ID'))
    await app.user.type(await screen.findByRole('textbox', { name: 'Player ID' }), '9')
    await app.user.click(button('Search'))
    await app.press('Want Otto Outside')
    await waitFor(() => expect(server.kept.ids).toEqual([4, 2, 9]))
  })

  test.each([
    ['the first who is free and fits', [3, 4, 1], 'Next from your list: Dora Centre (1.C).'],
    [
      'by points where no one of the list does',
      [3],
      'No one on your list is free and fits an open box. Next by points: Anna Left (1.LW), the highest NP in your open boxes.',
    ],
    [
      'by points where the list is empty',
      [],
      'Your list is empty. Next by points: Anna Left (1.LW), the highest NP in your open boxes.',
    ],
    ['an outside player by the order of the boxes', [9], 'Next from your list: Otto Outside (1.OUT).'],
  ])('says who is next: %s', async (_, ids, text) => {
    await openList(listServer(ids))
    expect((await screen.findByText(/Next (from|by)/)).textContent).toBe(text)
  })

  test('empty, it says what it is for', async () => {
    await openList(listServer([]))
    expect(await screen.findByText(/^No players yet\./)).toBeTruthy()
  })

  test('before the boxes are generated it says so, and offers no one', async () => {
    await openList(listServer([]), { '/draft/boxes': [] })
    await screen.findByText('The boxes are not generated yet. The list can be made as soon as they are.')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

describe('the switch', () => {
  const choice = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) })

  test('is off, says what each choice does, and is saved', async () => {
    const server = listServer([1])
    const app = await openList(server)
    await screen.findByRole('group', { name: 'Pick for me' })
    expect(choice('Off')).toHaveProperty('checked', true)
    const words = ['Off', 'When my time runs out', 'At once'].map(
      (name) => document.getElementById(choice(name).getAttribute('aria-describedby') ?? '')?.textContent,
    )
    expect(words).toEqual([
      'You make every pick.',
      'If your time runs out, your list picks. Needs a clock.',
      'Your list picks as soon as it is your turn, without waiting for you.',
    ])
    await app.user.click(choice('At once'))
    await waitFor(() => expect(server.kept.mode).toBe('now'))
    expect(choice('At once')).toHaveProperty('checked', true)
  })

  test('a refusal is said, and it stands where it stood', async () => {
    const refused = { [`PUT ${SWITCH}`]: () => json(403, { code: 'X', message: 'Not yours.' }) }
    const app = await openList(listServer([1]), refused)
    await app.user.click(await screen.findByRole('radio', { name: /^When my time/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not yours.')
    await waitFor(() => expect(choice('Off')).toHaveProperty('checked', true))
  })
})

describe('who has no list', () => {
  test('without a team, or on a server without lists, the page says so and asks for nothing', async () => {
    const { unmount } = await renderApp('/pick-list', { user: member })
    await screen.findByText("This league's server keeps no pick lists.")
    unmount()
    await renderApp('/pick-list', { user: { ...newcomer, features: ['draft-room'] } })
    await screen.findByText('Only a team has a pick list, and you have no team.')
  })
})

const turn = [pick(1, 2, 'ACTIVE'), pick(2, 3, 'WAITING')]
const teams = [2, 3].map((teamId) => ({ ...teamOf(teamId), picksByList: teamId === 3, missing: 0 }))
const room = { clock: { secondsPerPick: 0, isPaused: false, now: '2026-09-20T23:00:00Z' }, teams }

describe('the star on the board', () => {
  const openBoard = (server: ReturnType<typeof listServer>, user: User, over: object = {}) =>
    renderApp('/draft', {
      user,
      answers: { ...server.answers, '/draft/pick-sequence': turn, '/draft/room': room, ...over },
    })

  test('puts a player at the end of the list and takes them off it, with the way to the list beside it', async () => {
    const server = listServer([4, 3])
    const app = await openBoard(server, offered)
    const star = await screen.findByRole('button', { name: 'Want Bert Left' })
    expect(button('Want Dora Centre').getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Want Carl Left' })).toBeNull()
    await screen.findByRole('link', { name: 'Pick list: 1 of 2 still free' })
    await app.user.click(star)
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
    await app.user.click(button('Want Dora Centre'))
    await waitFor(() => expect(server.kept.ids).toEqual([3, 2]))
    await app.user.click(screen.getByRole('link', { name: 'Pick list: 1 of 2 still free' }))
    await screen.findByRole('heading', { level: 1, name: 'My Pick List' })
  })

  test('a refused star is said and goes out again', async () => {
    const app = await openBoard(
      listServer([], () => json(500, {})),
      offered,
    )
    const star = await screen.findByRole('button', { name: 'Want Bert Left' })
    await app.user.click(star)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save the pick list')
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'))
  })

  test('who has no team has no stars', async () => {
    await openBoard(listServer([]), { ...newcomer, features: ['draft-room'] })
    await screen.findByRole('article', { name: 'Box 1.C' })
    expect(screen.queryByRole('button', { name: /^Want/ })).toBeNull()
  })

  test('a server of the specification alone is asked for none of it', async () => {
    const { server } = await openBoard(listServer([]), member)
    await screen.findByRole('button', { name: 'Draft Bert Left' })
    expect(screen.queryByRole('button', { name: /^Want/ })).toBeNull()
    expect(screen.queryByRole('link', { name: /Pick list/ })).toBeNull()
    expect(server.asked.filter((path) => path === '/draft/room' || path === LIST)).toEqual([])
  })

  test('there is none once the draft is over', async () => {
    const over = turn.map((pick) => ({ ...pick, pickStatus: 'DONE' }))
    await openBoard(listServer([1]), offered, { '/draft/pick-sequence': over })
    await screen.findByText('The draft is over.')
    expect(screen.queryByRole('button', { name: /^Want/ })).toBeNull()
    expect(screen.queryByRole('link', { name: /Pick list/ })).toBeNull()
  })
})

describe("the next player of the list, on the member's turn", () => {
  const others = turn.map((pick, index) => ({ ...pick, pickStatus: index === 0 ? 'WAITING' : 'ACTIVE' }))
  const places = ['/draft', '/pick-list'] as const
  const openAt = (path: string, ids: readonly number[], over: object = {}, user = offered) => {
    const answers = { ...listServer(ids).answers, '/draft/pick-sequence': turn, '/draft/room': room, ...over }
    return renderApp(path, { user, answers })
  }
  const words = {
    '/draft': 'Next from your list: Dora Centre · 1.C',
    '/pick-list': 'Next from your list: Dora Centre (1.C).',
  }
  /** Beside the list's sentence; the board's rows have buttons of the same name. */
  const draft = async (path: keyof typeof words) => {
    const sentence = await screen.findByText(words[path])
    return within(sentence.parentElement ?? document.body).findByRole('button', { name: 'Draft Dora Centre' })
  }

  test.each(places)('is drafted at %s by two taps, past who is taken and a box that is filled', async (path) => {
    // Carl is drafted; Gwen is free, in a box that the team has filled.
    const gwen = wanted(7, 'Gwen Goalie', '1.G', 'G')
    const ids = { mode: 'off', players: [known[2], gwen, known[3], known[0]] }
    const full = board.map((box) =>
      box.boxName === '1.G' ? { ...box, players: [...box.players, boxed(7, 'Gwen Goalie')] } : box,
    )
    const app = await openAt(path, [], {
      [LIST]: ids,
      '/draft/boxes': full,
      'POST /draft/teams/2/players/4': () => {
        app.server.answers['/draft/pick-sequence'] = others
        return json(200, {})
      },
    })
    await app.user.click(await draft(path))
    await app.answer('Draft', 'Confirm Draft Pick', 'Draft Dora Centre (EDM) into box 1.C?')
    await screen.findByText('Player drafted successfully!')
    expect(app.server.changes).toEqual(['POST /draft/teams/2/players/4'])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Draft Dora Centre' })).toBeNull())
  })

  test('who is in no box is drafted into the one that the list would fill', async () => {
    const app = await openAt('/draft', [9], { 'POST /draft/teams/2/players/9?box=1.OUT': {} })
    await screen.findByText('Next from your list: Otto Outside · 1.OUT')
    await app.user.click(screen.getByRole('button', { name: 'Draft Otto Outside' }))
    await app.answer('Draft', undefined, 'Draft Otto Outside (RW, EDM) into box 1.OUT?')
    await waitFor(() => expect(app.server.changes).toEqual(['POST /draft/teams/2/players/9?box=1.OUT']))
  })

  test.each([
    ['it is the turn of another', { '/draft/pick-sequence': others }],
    ['the draft is paused', { '/draft/room': { ...room, clock: { ...room.clock, isPaused: true } } }],
  ])('has no button where %s', async (_, over) => {
    const app = await openAt('/pick-list', [4], over)
    await screen.findByText(/^Next from your list/)
    await allArrived(app)
    expect(screen.queryByRole('button', { name: /^Draft/ })).toBeNull()
    await act(() => app.router.navigate({ to: '/draft' }))
    await screen.findByRole('article', { name: 'Box 1.C' })
    await allArrived(app)
    expect(screen.queryByText(/^Next from your list/)).toBeNull()
  })

  test.each(places)('has no button at %s without a connection', async (path) => {
    const app = await openAt(path, [4])
    await draft(path)
    await goOffline(app)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Draft Dora Centre' })).toBeNull())
  })

  test('where the list has no one left the board offers no player in its name', async () => {
    const app = await openAt('/draft', [3])
    await screen.findByRole('button', { name: 'Draft Anna Left' })
    await allArrived(app)
    expect(screen.queryByText(/^Next from your list/)).toBeNull()
  })
})
