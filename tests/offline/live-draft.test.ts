import { MutationObserver, type QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DraftBox, DraftedPlayer, Pick } from '#contract/draft'
import { draftBoxes, draftedPlayers, keeperOf, lastDrafted, pickSequence } from '#web/data/draft'
import { draftForTeam } from '#web/data/draft-commands'
import { applyLiveMessage, isDraftCurrent, refetchDraft } from '#web/data/live-draft'
import { createQueryClient } from '#web/data/query-client'
import { watchDraft } from '#web/data/use-live-draft'
import { openSockJs } from '#web/live/sockjs-channel'
import { isOnline, reportAnswer } from '#web/net/connection'

vi.mock('#web/live/sockjs-channel', () => ({ openSockJs: vi.fn() }))

const pick = (pickStatus: string): Pick => ({
  sequenceNr: 1,
  round: 1,
  pickOrder: 1,
  teamId: 2,
  teamShortName: 'BLB',
  pickStatus,
})
const drafted = (playerId: number, draftedAt: string): DraftedPlayer => ({
  playerId,
  name: `Player ${playerId}`,
  teamId: 2,
  teamShortName: 'BLB',
  draftBox: '1.C',
  draftedAt,
})

let client: QueryClient
/** By path: what the server answers, and how often it was asked. */
let answers: Record<string, () => Promise<Response>>
const asked: string[] = []
/** Paths of requests that were given up before their answer came. */
const givenUp: string[] = []
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const watch = <T>(query: QueryObserverOptions<T>) => {
  const observer = new QueryObserver(client, query)
  observer.subscribe(() => undefined)
  return observer
}
/** What the channel says. */
const say = (message: object) => applyLiveMessage(client, JSON.stringify(message))

beforeEach(() => {
  client = createQueryClient()
  asked.length = 0
  givenUp.length = 0
  answers = {}
  vi.stubGlobal('fetch', (input: string, { signal }: RequestInit) => {
    const path = input.replace('/api/v1/draft', '')
    asked.push(path)
    signal?.addEventListener('abort', () => givenUp.push(path))
    return answers[path]?.() ?? Promise.resolve(json({ code: 'NOT_FOUND' }, 404))
  })
})
afterEach(() => {
  client.clear()
})

describe('a message of the live channel', () => {
  test.each([
    ['of an unknown type', '{"type":"COFFEE_READY"}'],
    ['without its content', '{"type":"PICK_SEQUENCE_UPDATED"}'],
    ['that is not JSON', 'hello'],
  ])('%s is ignored', async (_, text) => {
    client.setQueryData(pickSequence().queryKey, [pick('ACTIVE')])
    await applyLiveMessage(client, text)
    expect(client.getQueryData(pickSequence().queryKey)).toEqual([pick('ACTIVE')])
  })

  test('with a sequence takes the place of the one on screen, and of an answer that is on its way', async () => {
    let arrive: (response: Response) => void = () => undefined
    answers['/pick-sequence'] = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const observer = watch(pickSequence())
    await say({ type: 'PICK_SEQUENCE_UPDATED', pickSequence: [pick('DONE')] })
    arrive(json([pick('ACTIVE')]))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(observer.getCurrentResult().data).toEqual([pick('DONE')])
  })

  test('with a pick is not undone by an answer that was on its way', async () => {
    let arrive: (response: Response) => void = () => undefined
    answers['/players/last-drafted'] = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const observer = watch(lastDrafted())
    const second = drafted(2, '2026-09-20T23:01:00Z')
    await say({ type: 'PLAYER_DRAFTED', draftedPlayer: second })
    arrive(json(drafted(1, '2026-09-20T23:00:00Z')))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(observer.getCurrentResult().data).toEqual(second)
  })

  test('with a pick shows it as the last and reloads the lists; one that comes late does not go back', async () => {
    const list = [drafted(1, '2026-09-20T23:00:00Z')]
    answers['/players?drafted=true'] = async () => json(list)
    const observer = watch(draftedPlayers())
    await expect.poll(() => observer.getCurrentResult().data).toHaveLength(1)
    const second = drafted(2, '2026-09-20T23:01:00Z')
    list.push(second)
    await say({ type: 'PLAYER_DRAFTED', draftedPlayer: second })
    expect(client.getQueryData(lastDrafted().queryKey)).toEqual(second)
    await expect.poll(() => observer.getCurrentResult().data).toHaveLength(2)
    await say({ type: 'PLAYER_DRAFTED', draftedPlayer: list[0] })
    expect(client.getQueryData(lastDrafted().queryKey)).toEqual(second)
  })

  test("with a pick shows it on the board before the board's own answer", async () => {
    const board: DraftBox[] = [
      {
        boxName: '1.C',
        players: [
          { playerId: 1, name: 'Centre' },
          { playerId: 2, name: 'Second Centre', tag: 'old' },
        ],
      },
      { boxName: '1.LW', players: [{ playerId: 3, name: 'Left' }] },
    ]
    for (const teamId of [undefined, 7]) client.setQueryData(draftBoxes(teamId).queryKey, board)
    const message = { type: 'PLAYER_DRAFTED', draftedPlayer: drafted(2, '2026-09-20T23:00:00Z') }
    await say(message)
    for (const teamId of [undefined, 7]) {
      const [centres, left] = client.getQueryData(draftBoxes(teamId).queryKey) ?? []
      expect(centres?.players).toEqual([
        { playerId: 1, name: 'Centre' },
        { playerId: 2, name: 'Second Centre', tag: 'old', teamId: 2, teamShortName: 'BLB', isDrafted: true },
      ])
      expect(left).toBe(board[1])
    }
    expect(asked).toEqual([])
  })

  /** A board of three players whose answers come when the test says so. */
  const slowBoard = () => {
    const boardOf = (...drafted: number[]): DraftBox[] => [
      {
        boxName: '1.C',
        players: [1, 2, 3].map((playerId) => ({
          playerId,
          name: `Player ${playerId}`,
          isDrafted: drafted.includes(playerId),
        })),
      },
    ]
    const arrive: ((response: Response) => void)[] = []
    answers['/boxes'] = () => new Promise((resolve) => arrive.push(resolve))
    const observer = watch(draftBoxes())
    return {
      boardOf,
      arrive,
      shown: () => observer.getCurrentResult().data?.flatMap(({ players }) => players.map((each) => each.isDrafted)),
      hear: (playerId: number) =>
        say({ type: 'PLAYER_DRAFTED', draftedPlayer: drafted(playerId, `2026-09-20T23:0${playerId}:00Z`) }),
    }
  }

  test('with a pick keeps it on a board whose older answer comes, and fetches that again; many fetch once', async () => {
    const { boardOf, arrive, shown, hear } = slowBoard()
    await expect.poll(() => arrive).toHaveLength(1)
    await hear(1)
    await hear(2)
    // Longer than a reload waits: a slow answer is not given up.
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(arrive).toHaveLength(1)
    arrive[0]?.(json(boardOf(1)))
    await expect.poll(() => shown()).toEqual([true, true, false])
    await expect.poll(() => arrive).toHaveLength(2)
    await hear(3)
    arrive[1]?.(json(boardOf(1, 2)))
    await expect.poll(() => arrive).toHaveLength(3)
    expect(shown()).toEqual([true, true, true])
    arrive[2]?.(json(boardOf(1, 2, 3)))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(arrive).toHaveLength(3)
    expect(shown()).toEqual([true, true, true])
  })

  test('that a pick was taken back frees the player, also where an older answer comes', async () => {
    const { boardOf, arrive, shown, hear } = slowBoard()
    await expect.poll(() => arrive).toHaveLength(1)
    await hear(1)
    await say({ type: 'PICK_TAKEN_BACK', playerId: 1 })
    arrive[0]?.(json(boardOf()))
    await expect.poll(() => arrive).toHaveLength(2)
    expect(shown()).toEqual([false, false, false])
  })

  test('that a pick was taken back hides no later pick where an older answer comes', async () => {
    const { boardOf, arrive, shown, hear } = slowBoard()
    await expect.poll(() => arrive).toHaveLength(1)
    await hear(1)
    arrive[0]?.(json(boardOf(1)))
    await expect.poll(() => arrive).toHaveLength(2)
    await say({ type: 'PICK_TAKEN_BACK', playerId: 1 })
    await hear(2)
    arrive[1]?.(json(boardOf()))
    await expect.poll(() => arrive).toHaveLength(3)
    expect(shown()).toEqual([false, true, false])
  })
})

describe('after a pick', () => {
  const PICK = '/teams/2/players/1'
  const subjects = ['/boxes', '/pick-sequence', '/players/last-drafted']
  const times = (path: string) => asked.filter((each) => each === path).length
  const player = (playerId: number, isDrafted = false) => ({ playerId, name: `Player ${playerId}`, isDrafted })
  const board = (...drafted: number[]): DraftBox[] => [
    { boxName: '1.C', players: [1, 2].map((id) => player(id, drafted.includes(id))) },
  ]
  const first = drafted(1, '2026-09-20T23:00:00Z')
  const second = drafted(2, '2026-09-20T23:01:00Z')

  /** What waits for its answer, by path, the oldest first. */
  let waiting: Record<string, ((body: unknown, status?: number) => void)[]>
  let shown: () => unknown[]

  /** The draft screen, with a pick that is on its way. */
  const pickOnScreen = async () => {
    waiting = {}
    const given = new Map<string, unknown>([
      ['/boxes', board()],
      ['/pick-sequence', [pick('ACTIVE')]],
    ])
    for (const [path, body] of given) answers[path] = async () => json(body)
    const boxes = new QueryObserver(client, draftBoxes())
    const sequence = new QueryObserver(client, pickSequence())
    const last = new QueryObserver(client, lastDrafted())
    for (const observer of [boxes, sequence, last]) observer.subscribe(() => undefined)
    shown = () => [boxes, sequence, last].map((observer) => observer.getCurrentResult().data)
    await expect.poll(() => shown()).toEqual([board(), [pick('ACTIVE')], null])
    for (const path of [...subjects, PICK]) {
      answers[path] = () =>
        new Promise((resolve) => {
          waiting[path] = [...(waiting[path] ?? []), (body, status) => resolve(json(body, status))]
        })
    }
    const picking = new MutationObserver(
      client,
      draftForTeam(client, 2, () => true),
    )
    void picking.mutate({ playerId: 1 }).catch(() => undefined)
    await expect.poll(() => times(PICK)).toBe(1)
    asked.length = 0
  }
  const answer = (path: string, body: unknown, status?: number) => waiting[path]?.shift()?.(body, status)

  test('board, sequence and last pick are asked for, and no message takes that away', async () => {
    await pickOnScreen()
    answer(PICK, {})
    await expect.poll(() => asked.toSorted()).toEqual(subjects)
    await say({ type: 'PLAYER_DRAFTED', draftedPlayer: first })
    await say({ type: 'PICK_SEQUENCE_UPDATED', pickSequence: [pick('WAITING')] })
    await say({ type: 'PLAYER_DRAFTED', draftedPlayer: second })
    expect(givenUp).toEqual([])
    // Older than the messages, newer: it cannot be known. What was said stays on screen, and is asked for once more.
    answer('/boxes', board(1))
    answer('/pick-sequence', [pick('ACTIVE')])
    answer('/players/last-drafted', first)
    await expect.poll(() => subjects.map(times)).toEqual([2, 2, 2])
    const taken = [1, 2].map((id) => expect.objectContaining({ ...player(id, true) }))
    expect(shown()).toEqual([[{ boxName: '1.C', players: taken }], [pick('WAITING')], second])
    answer('/boxes', board(1, 2))
    answer('/pick-sequence', [pick('DONE')])
    answer('/players/last-drafted', second)
    await expect.poll(() => shown()).toEqual([board(1, 2), [pick('DONE')], second])
    expect(subjects.map(times)).toEqual([2, 2, 2])
    expect(givenUp).toEqual([])
  })

  test.each([200, 409])(
    'they are asked for after its answer (%s), also where a message came before it',
    async (status) => {
      await pickOnScreen()
      await say({ type: 'PLAYER_DRAFTED', draftedPlayer: first })
      await say({ type: 'PICK_SEQUENCE_UPDATED', pickSequence: [pick('DONE')] })
      await expect.poll(() => times('/boxes')).toBe(1)
      asked.length = 0
      answer(PICK, {}, status)
      await expect.poll(() => asked.toSorted()).toEqual(subjects)
    },
  )

  test('messages that follow each other on a slow network ask once, each time the answer has come', async () => {
    await pickOnScreen()
    answer(PICK, {})
    await expect.poll(() => times('/pick-sequence')).toBe(1)
    for (const status of ['WAITING', 'ACTIVE', 'DONE']) {
      await say({ type: 'PICK_SEQUENCE_UPDATED', pickSequence: [pick(status)] })
      expect(shown()[1]).toEqual([pick(status)])
    }
    expect(times('/pick-sequence')).toBe(1)
    answer('/pick-sequence', [pick('ACTIVE')])
    await expect.poll(() => times('/pick-sequence')).toBe(2)
    expect(shown()[1]).toEqual([pick('DONE')])
  })
})

test('a lost channel asks at once whether the whole connection is lost', async () => {
  let lose = () => {}
  vi.mocked(openSockJs).mockImplementation(async ({ closed }) => {
    lose = () => closed(true)
    return { close: () => {} }
  })
  new QueryObserver(client, lastDrafted()).subscribe(() => undefined)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  const supervisor = watchDraft(client, { report: () => {}, now: () => Date.now() })
  onTestFinished(() => supervisor.stop())
  await vi.waitFor(() => expect(openSockJs).toHaveBeenCalled())
  expect(isOnline()).toBe(true)
  answers['/players/last-drafted'] = () => Promise.reject(new TypeError('Failed to fetch'))
  lose()
  await vi.waitFor(() => expect(isOnline()).toBe(false))
  onTestFinished(() => reportAnswer())
})

describe('fetching the draft again', () => {
  test('asks only for what is on screen, and tells whether the server answered', async () => {
    const observer = watch(lastDrafted())
    // 404 is an answer: no one has been drafted yet.
    expect(await refetchDraft(client)).toBe(true)
    expect(observer.getCurrentResult().data).toBeNull()
    expect(new Set(asked)).toEqual(new Set(['/players/last-drafted']))
    answers['/players/last-drafted'] = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await refetchDraft(client)).toBe(false)
    expect(isDraftCurrent(client)).toBe(false)
  })

  test('does not take a first answer for a new one: it was asked for before', async () => {
    const arrivals: ((response: Response) => void)[] = []
    answers['/pick-sequence'] = () => new Promise((resolve) => arrivals.push(resolve))
    const observer = watch(pickSequence())
    await expect.poll(() => arrivals).toHaveLength(1)
    const fetched = refetchDraft(client)
    arrivals[0]?.(json([pick('ACTIVE')]))
    await expect.poll(() => arrivals).toHaveLength(2)
    arrivals[1]?.(json([pick('DONE')]))
    expect(await fetched).toBe(true)
    expect(observer.getCurrentResult().data).toEqual([pick('DONE')])
  })
})

test.each([
  [
    'the one of the first index',
    [
      { player: { playerId: 5, name: 'B' }, keeperIndex: 2 },
      { player: { playerId: 4, name: 'A' }, keeperIndex: 1 },
    ],
    4,
  ],
  ['a single one', { player: { playerId: 4, name: 'A' }, keeperIndex: 1 }, 4],
  ['none', null, undefined],
  ['an empty list', [], undefined],
])("a team's keeper is %s", (_, answer, playerId) => {
  expect(keeperOf(answer)?.player.playerId).toBe(playerId)
})
