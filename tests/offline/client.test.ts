import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { putScratchStatus } from '#contract/roster'
import { getLastUpdated, getPlayers, getTeams, patchTeam } from '#contract/stats'
import { CallError } from '#web/net/call-error'
import { isOnline, reportAnswer } from '#web/net/connection'
import { request, requestOnline } from '#web/net/request'

type Answer = (input: string, init: RequestInit) => Promise<Response>

const server = vi.fn<Answer>()
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const answers = (response: Response) => server.mockImplementation(async () => response)

const failureOf = async (asked: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof CallError) return error
  throw new Error(`expected a CallError, got ${String(error)}`)
}

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  reportAnswer()
})
afterEach(() => {
  server.mockReset()
})

const team = { id: 1, name: 'Ice Breakers', shortName: 'ICE' }
const save = { params: { teamId: 1 }, body: { name: 'A', shortName: 'B' } }

describe('what is sent', () => {
  test('credentials, no redirect, no HTTP cache, and the header no other site can send', async () => {
    answers(json([team]))
    await request(getTeams, {})
    const [address, init] = server.mock.calls[0] ?? []
    expect(address).toBe('/api/v1/stats/teams')
    expect(init).toMatchObject({ method: 'GET', credentials: 'include', redirect: 'manual', cache: 'no-store' })
    expect(init?.headers).toMatchObject({ 'X-Requested-With': 'hockey-pool' })
  })

  test('parameters in the path, the query behind it', async () => {
    answers(json([]))
    await request(getPlayers, { query: { type: 'goalie' } })
    answers(json({}))
    await requestOnline(putScratchStatus, {
      params: { teamId: 3, playerId: 8 },
      query: { 'scratch-status': 'dressed' },
    })
    expect(server.mock.calls.map(([address]) => address)).toEqual([
      '/api/v1/stats/players?type=goalie',
      '/api/v1/roster/teams/3/roster-entries/8?scratch-status=dressed',
    ])
  })

  test('a body as JSON', async () => {
    answers(json(team))
    await requestOnline(patchTeam, save)
    expect(server.mock.calls[0]?.[1]).toMatchObject({ method: 'PATCH', body: '{"name":"A","shortName":"B"}' })
  })
})

describe('what is accepted', () => {
  test.each([
    ['more than the contract knows', [{ ...team, mascot: 'a bear' }]],
    ['null for what there is none of', [{ ...team, cash: null }]],
  ])('%s', async (_, body) => {
    answers(json(body))
    expect(await request(getTeams, {})).toEqual(body)
  })

  test('not what has the wrong shape', async () => {
    answers(json([{ id: 'one' }]))
    expect(await failureOf(request(getTeams, {}))).toMatchObject({
      kind: 'schema',
      message: 'Failed to fetch standings',
    })
  })
})

describe('the sentence of a refusal (spec, section 8)', () => {
  // What it is for every call, tests/web/failure-sentences.test.tsx proves.
  test.each([
    ['a code of the prototype is not a code', { code: 'constructor' }],
    ['an empty answer', null],
  ])("%s: the call's own", async (_, body) => {
    answers(json(body, 400))
    const failure = { kind: 'http', status: 400, message: 'Failed to save team settings' }
    expect(await failureOf(requestOnline(patchTeam, save))).toMatchObject(failure)
  })
})

test.each([
  ['401', json({ code: 'UNAUTHENTICATED' }, 401)],
  ['a redirect to a login page', Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })],
])('a session that has ended: %s', async (_, response) => {
  answers(response)
  expect((await failureOf(request(getTeams, {}))).kind).toBe('login')
})

describe('what the connection learns', () => {
  test.each([
    ['an answer', 200, JSON.stringify([team]), true],
    ['a refusal', 403, '{"code":"FORBIDDEN"}', true],
    ['a 503 with words, whatever they are in', 503, '{"error":"Paused"}', true],
    ['a 503 that is text', 503, 'Back at noon', true],
    ['a 503 without a word', 503, '', false],
    ['our own 503 with a code', 503, '{"code":"UNAVAILABLE","message":"Not ready."}', true],
    ['a gateway without a server behind it', 502, '<h1>Bad Gateway</h1>', false],
    ["a public network's sign-in page", 200, '<!doctype html><p>Welcome', false],
    ['no network', 0, '', false],
  ])('%s', async (_, status, body, online) => {
    if (status === 0) server.mockRejectedValue(new TypeError('Failed to fetch'))
    else answers(new Response(body, { status }))
    await request(getTeams, {}).catch(() => undefined)
    expect(isOnline()).toBe(online)
  })

  test('no answer within 12 seconds is none', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(12_000)
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    })
    server.mockImplementation(async (_, init) => {
      init.signal?.throwIfAborted()
      return json([])
    })
    expect((await failureOf(request(getTeams, {}))).kind).toBe('network')
    vi.restoreAllMocks()
  })

  test('a request that its own caller gave up says nothing', async () => {
    server.mockImplementation(async (_, init) => {
      init.signal?.throwIfAborted()
      return json([])
    })
    await expect(request(getLastUpdated, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(isOnline()).toBe(true)
  })
})
