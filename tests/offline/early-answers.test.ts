import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getTeams } from '#contract/stats'
import { getUser } from '#contract/user'
import { CallError } from '#web/net/call-error'
import { reportAnswer } from '#web/net/connection'
import { askEarly, forgetEarlyTeams } from '#web/net/early-answers'
import { request } from '#web/net/request'
import type {} from '#web/net/sending'
import { readFirstFrameData } from '#web/offline/startup-cache-format'

const USER = '/api/v1/user'
const TEAMS = '/api/v1/stats/teams'
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

let answers: Record<string, () => Response | Promise<Response>>
const server = vi.fn(async (address: string, _init?: RequestInit) => {
  const answer = answers[address]
  if (!answer) throw new TypeError('Failed to fetch')
  return answer()
})
const asked = () => server.mock.calls.map(([address]) => address)

beforeEach(() => {
  answers = {
    [USER]: () => json({ name: 'Ada', teamId: 3, roles: [] }),
    [TEAMS]: () => json([{ id: 3, name: 'Ice Breakers', shortName: 'ICE' }]),
  }
  vi.stubGlobal('fetch', server)
  delete globalThis.earlyAnswers
})
afterEach(() => {
  server.mockClear()
  localStorage.clear()
  reportAnswer()
})

/** As the script asks: until nothing is under way. */
const early = async () => {
  void askEarly()
  await vi.waitFor(async () => {
    await Promise.allSettled(Object.values(globalThis.earlyAnswers ?? {}).map((early) => early?.response))
    expect(server.mock.results.length).toBe(asked().length)
  })
  await new Promise((resolve) => setTimeout(resolve))
}

describe('what is asked before the app runs', () => {
  test('is sent like every other call, and the app takes the answers instead of asking again', async () => {
    await early()
    expect(asked()).toEqual([USER, TEAMS])
    const sentEarly = server.mock.calls[0]?.[1]
    expect(await request(getUser, {})).toMatchObject({ name: 'Ada' })
    expect(await request(getTeams, {})).toHaveLength(1)
    expect(asked()).toEqual([USER, TEAMS])
    await request(getUser, {})
    expect(asked()).toEqual([USER, TEAMS, USER])
    const { method: _, signal: __, ...sent } = server.mock.calls[2]?.[1] ?? {}
    const { signal: ___, ...first } = sentEarly ?? {}
    expect(first).toEqual(sent)
  })

  test('is both at once, without waiting for the first answer', async () => {
    answers[USER] = () => new Promise(() => {})
    void askEarly()
    expect(asked()).toEqual([USER, TEAMS])
  })

  test("answers a visitor's question who is logged in without another request", async () => {
    answers[USER] = () => json({ code: 'UNAUTHENTICATED' }, 401)
    answers[TEAMS] = () => json({ code: 'UNAUTHENTICATED' }, 401)
    await early()
    await expect(request(getUser, {})).rejects.toMatchObject({ kind: 'login', status: 401 })
    expect(asked()).toEqual([USER, TEAMS])
  })

  test.each<[string, () => Response, Partial<CallError>]>([
    ['a sign-in page', () => new Response('<html></html>'), { kind: 'network' }],
    ['something else', () => json([1]), { kind: 'schema' }],
    ['a fault', () => json({ code: 'INTERNAL', message: 'Broken' }, 500), { kind: 'http', status: 500 }],
  ])('fails like any other answer when it is %s', async (_, answer, failure) => {
    answers[USER] = answer
    await early()
    await expect(request(getUser, {})).rejects.toMatchObject(failure)
    expect(asked().filter((address) => address === USER)).toHaveLength(1)
  })

  test('fails like any other request when nothing answers', async () => {
    answers = {}
    await early()
    const failed = await request(getUser, {}).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(CallError)
    expect(failed).toMatchObject({ kind: 'network', status: 0 })
    expect(asked()).toEqual([USER, TEAMS])
  })

  test('is too old after the time in which an answer has to come', async () => {
    await early()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 12_000)
    await request(getTeams, {})
    expect(asked()).toEqual([USER, TEAMS, TEAMS])
    vi.restoreAllMocks()
  })

  test('is nothing while a session has to be ended first', async () => {
    localStorage.setItem('pool-ending-session', '0')
    expect(await askEarly()).toBeNull()
    expect(asked()).toEqual([])
  })

  test('is drawn meanwhile, as from the startup cache', async () => {
    const drawn = readFirstFrameData(await askEarly())
    expect(drawn?.user.name).toBe('Ada')
    expect(drawn?.teams.map(({ name }) => name)).toEqual(['Ice Breakers'])
    expect(await request(getUser, {}), 'the app reads the same answer').toMatchObject({ name: 'Ada' })
  })

  test('is not drawn when the app was first to take it', async () => {
    const drawing = askEarly()
    await request(getUser, {})
    expect(await drawing).toBeNull()
  })

  test.each<[string, string, () => Response]>([
    ['a visitor', USER, () => json({ code: 'UNAUTHENTICATED' }, 401)],
    ['a member whose standings fail', TEAMS, () => json({ code: 'INTERNAL' }, 500)],
    ['a member whose standings are a page', TEAMS, () => new Response('<html></html>')],
  ])('is not drawn for %s', async (_, address, answer) => {
    answers[address] = answer
    expect(await askEarly()).toBeNull()
  })

  test('is asked for again once the app finds the standings in its startup cache', async () => {
    await askEarly()
    forgetEarlyTeams()
    await request(getTeams, {})
    expect(asked()).toEqual([USER, TEAMS, TEAMS])
  })
})
