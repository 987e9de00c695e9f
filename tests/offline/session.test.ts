import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { standings } from '#web/data/league'
import { createQueryClient } from '#web/data/query-client'
import { logOut, startSession } from '#web/data/session'
import { currentUser } from '#web/data/user'
import { askSessionState, finishEndingSession, isSessionEnding, type SessionState } from '#web/net/session-state'
import { currentOwner, formerOwner, formerOwnerOf, ownerOf, setCurrentOwner } from '#web/offline/owner'
import { openSnapshotStore, SNAPSHOT_VERSION } from '#web/offline/snapshot-store'
import { clearSnapshots } from '#web/offline/snapshots'
import { hydrateFromStartupCache, keepStartupCache, thawStartupCache } from '#web/offline/startup-cache'
import { readFirstFrameData, STARTUP_CACHE_KEY, serializeStartupCache } from '#web/offline/startup-cache-format'

const ada = { name: 'Ada', teamId: 3, roles: [] }
const bo = { name: 'Bo', teamId: 4, roles: [] }
const ofAda = [{ id: 3, name: 'Ice Breakers', shortName: 'ICE' }]
const ofBo = [{ id: 4, name: 'Blue Liners', shortName: 'BLU' }]

/** What the server answers, by path. */
let answers: Record<string, { status?: number; body?: unknown }>
let goneTo: string[]
let dropped: string[]
let session: SessionState | 'silent'
let client: QueryClient
let stop: () => void

const store = async <T>(work: (opened: ReturnType<typeof openSnapshotStore>) => Promise<T>) => {
  const opened = openSnapshotStore()
  try {
    return await work(opened)
  } finally {
    opened.close()
  }
}

const kept = () =>
  store(async (opened) => ({ owner: await opened.owner(), row: await opened.read('/api/v1/stats/teams') }))

/** As a member who was here an hour ago has left the device. */
const leave = async (user: object, owner: string) => {
  const at = Date.now() - 60 * 60_000
  localStorage.setItem(
    STARTUP_CACHE_KEY,
    serializeStartupCache({ user: { data: user, at }, teams: { data: ofAda, at } }),
  )
  await store(async (opened) => {
    await opened.setOwner(owner)
    const address = '/api/v1/stats/teams'
    const body = JSON.stringify(ofAda)
    await opened.putIfNewer({ owner, address, version: SNAPSHOT_VERSION, body, etag: null, fetchedAt: at })
  })
}

const launch = () => {
  client = createQueryClient()
  startSession({
    client,
    askServer: async () => (session === 'silent' ? new Promise<never>(() => undefined) : session),
    goTo: (address) => goneTo.push(address),
    dropChanges: async (owner) => void dropped.push(owner),
  })
  hydrateFromStartupCache(client)
  stop = keepStartupCache(client)
}

const launchAgain = async () => {
  await leave(ada, '3/Ada')
  launch()
}

beforeEach(async () => {
  localStorage.clear()
  await clearSnapshots()
  setCurrentOwner(null)
  goneTo = []
  dropped = []
  session = 'alive'
  answers = { '/api/v1/user': { body: ada }, '/api/v1/stats/teams': { body: ofAda } }
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = answers[address]
    if (!answer) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
  })
})
afterEach(async () => {
  // What a new page would begin with.
  await finishEndingSession(
    async () => 'ended',
    () => undefined,
  )
  stop?.()
  client?.clear()
})

describe('who is asked about at launch', () => {
  test('the same member: everything stays', async () => {
    await launchAgain()
    expect(await client.fetchQuery(currentUser())).toEqual(ada)
    expect(client.getQueryData(['teams'])).toEqual(ofAda)
    expect((await kept()).row).not.toBeNull()
  })

  test('another member: nothing of the first is left, in memory or stored', async () => {
    await launchAgain()
    answers['/api/v1/user'] = { body: bo }
    answers['/api/v1/stats/teams'] = { body: ofBo }
    const shown: unknown[] = []
    const observer = new QueryObserver(client, standings())
    const unsubscribe = observer.subscribe(({ data }) => shown.push(data))
    expect(await client.fetchQuery(currentUser())).toEqual(bo)
    expect(client.getQueryData(['teams'])).not.toEqual(ofAda)
    expect(localStorage.getItem(STARTUP_CACHE_KEY) ?? '').not.toContain('Ice Breakers')
    expect((await kept()).row).toBeNull()
    await expect.poll(() => client.getQueryData(['teams'])).toEqual(ofBo)
    expect(shown).toContain(undefined)
    expect(currentOwner()).toBe('4/Bo')
    unsubscribe()
  })

  test.each([401, 403, 404])('no one is logged in now, by a %i: nothing is left', async (status) => {
    await launchAgain()
    answers['/api/v1/user'] = { status, body: {} }
    expect(await askSessionState()).toBe('ended')
    expect(await client.fetchQuery(currentUser())).toBeNull()
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect(readFirstFrameData(localStorage.getItem(STARTUP_CACHE_KEY))).toBeNull()
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
    expect(await kept()).toEqual({ owner: null, row: null })
    expect(currentOwner()).toBeNull()
  })

  test.each([
    ['no network', undefined],
    ['a server with a fault', { status: 500 }],
    ['a gateway without a server behind it', { status: 503 }],
    ["a public network's login in place of the answer", { body: { message: 'Please accept the terms.' } }],
    ['too many questions', { status: 429 }],
  ])('%s does not log anybody out', async (_, answer) => {
    await launchAgain()
    answers = answer === undefined ? {} : { ...answers, '/api/v1/user': answer }
    await client.fetchQuery(currentUser()).catch(() => undefined)
    expect(client.getQueryData(['user'])).toEqual(ada)
    expect(client.getQueryData(['teams'])).toEqual(ofAda)
    expect((await kept()).row).not.toBeNull()
  })

  test('a session that ends later is noticed by the first refused call', async () => {
    launch()
    const observer = new QueryObserver(client, currentUser())
    const unsubscribe = observer.subscribe(() => undefined)
    await expect.poll(() => client.getQueryData(['user'])).toEqual(ada)
    const gone = { status: 401, body: { code: 'UNAUTHENTICATED' } }
    answers = { '/api/v1/user': gone, '/api/v1/stats/teams': gone }
    await client.fetchQuery(standings()).catch(() => undefined)
    await expect.poll(() => client.getQueryData(['user'])).toBeNull()
    unsubscribe()
  })
})

describe('whose the stored data is', () => {
  const adaById = { ...ada, id: 'one' }
  const announced = (user: object) => {
    answers['/api/v1/user'] = { body: user }
  }
  const visit = async () => {
    setCurrentOwner(null)
    stop?.()
    client?.clear()
    thawStartupCache()
    launch()
    return await client.fetchQuery(currentUser())
  }
  test.each([
    ['with an id, by the id alone', { id: 'one', name: 'Ada', teamId: 3 }, '#one', '3/Ada'],
    ['without an id, by name and team', { name: 'Ada', teamId: 3 }, '3/Ada', null],
    ['without a team, by the name', { name: 'Ada' }, '-/Ada', null],
    ['a name alone was perhaps another’s', { id: 'one', name: 'Ada' }, '#one', null],
    ['a team without a name, too', { id: 'one', name: ' ', teamId: 3 }, '#one', null],
    ['with neither, no one', { name: '' }, null, null],
    ['with neither but blanks, no one', { name: ' ', teamId: null }, null, null],
  ])('%s', (_, user, owner, former) => {
    expect(ownerOf(user)).toBe(owner)
    expect(formerOwnerOf(user)).toBe(former)
  })

  test('a member who has another name now is the same one', async () => {
    announced(adaById)
    await visit()
    await leave(adaById, '#one')
    window.dispatchEvent(new Event('pagehide'))
    announced({ ...adaById, name: 'Ada Lind' })
    client.setQueryData(['teams'], ofAda)
    expect(await client.fetchQuery({ ...currentUser(), staleTime: 0 })).toMatchObject({ name: 'Ada Lind' })
    expect(client.getQueryData(['teams'])).toEqual(ofAda)
    expect((await kept()).row?.body).toBe(JSON.stringify(ofAda))
    expect(currentOwner()).toBe('#one')
  })

  test('what was stored before the server announced ids stays', async () => {
    await launchAgain()
    announced(adaById)
    await client.fetchQuery(currentUser())
    expect(client.getQueryData(['teams'])).toEqual(ofAda)
    expect([currentOwner(), formerOwner()]).toEqual(['#one', '3/Ada'])
    // As the worker does when it is told.
    await store((opened) => opened.setOwner('#one', '3/Ada'))
    expect(await kept()).toMatchObject({ owner: '#one', row: { owner: '#one', body: JSON.stringify(ofAda) } })
  })

  test('unless it may be another member’s', async () => {
    await launchAgain()
    announced({ ...adaById, name: 'Ada Lind' })
    await client.fetchQuery(currentUser())
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect((await kept()).row).toBeNull()
  })

  test('two members without a name and a team leave each other nothing, and are kept nothing for', async () => {
    const nameless = { name: '', roles: [] }
    announced(nameless)
    expect(await visit()).toEqual(nameless)
    client.setQueryData(['teams'], ofAda)
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
    expect(await kept()).toEqual({ owner: null, row: null })
    // What was kept for such a one before, in whatever way.
    await leave(nameless, '-/')
    expect(readFirstFrameData(localStorage.getItem(STARTUP_CACHE_KEY))).toBeNull()
    await visit()
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
    expect(await kept()).toEqual({ owner: null, row: null })
  })

  test('a member with no name after another member sees nothing of them', async () => {
    await launchAgain()
    announced({ name: '', roles: [] })
    answers['/api/v1/stats/teams'] = { body: ofBo }
    const observer = new QueryObserver(client, standings())
    const unsubscribe = observer.subscribe(() => undefined)
    await client.fetchQuery(currentUser())
    await expect.poll(() => client.getQueryData(['teams'])).toEqual(ofBo)
    expect(await kept()).toEqual({ owner: null, row: null })
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
    unsubscribe()
  })
})

describe('logging out', () => {
  const finishAs = (state: SessionState) =>
    finishEndingSession(
      async () => state,
      (address) => goneTo.push(address),
    )

  test('and closing the app before the server was heard: the next launch ends the session', async () => {
    await launchAgain()
    session = 'silent'
    void logOut()
    expect(localStorage.getItem('pool-ending-session')).not.toBeNull()
    expect(goneTo).toEqual([])
    expect(await finishAs('alive')).toBe(false)
    expect(goneTo).toEqual(['/auth/logout'])
  })

  test('clears memory, first frame and stored answers, tells other tabs, then leaves', async () => {
    await launchAgain()
    const heard: unknown[] = []
    const otherTab = new BroadcastChannel('pool-session')
    otherTab.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data)
    await logOut()
    expect(goneTo).toEqual(['/auth/logout'])
    expect(dropped).toEqual(['3/Ada'])
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect(await kept()).toEqual({ owner: null, row: null })
    window.dispatchEvent(new Event('pagehide'))
    expect(client.getQueryData(['user'])).toBeNull()
    expect(localStorage.length).toBe(0)
    await expect.poll(() => heard).toEqual(['logged-out'])
    otherTab.close()
  })

  test('a question that was under way brings nothing back', async () => {
    await launchAgain()
    const underWay = client.fetchQuery({ ...currentUser(), staleTime: 0 }).catch(() => undefined)
    const left = logOut()
    await underWay
    await client.fetchQuery({ ...currentUser(), staleTime: 0 })
    await client.fetchQuery(standings()).catch(() => undefined)
    await left
    expect(client.getQueryData(['user'])).toBeNull()
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect(await kept()).toEqual({ owner: null, row: null })
  })

  test('in another tab clears this one, too', async () => {
    await launchAgain()
    const otherTab = new BroadcastChannel('pool-session')
    otherTab.postMessage('logged-out')
    await expect.poll(() => goneTo).toEqual(['/'])
    expect(client.getQueryData(['teams'])).toBeUndefined()
    otherTab.close()
  })

  test('without a connection clears at once, and ends the session before anything is shown again', async () => {
    await launchAgain()
    session = 'unknown'
    await logOut()
    expect(goneTo).toEqual(['/'])
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect(await kept()).toEqual({ owner: null, row: null })

    // Back online the session is still alive, but no user is shown.
    expect(isSessionEnding()).toBe(true)
    expect(await client.fetchQuery({ ...currentUser(), staleTime: 0 })).toBeNull()
    await expect(client.fetchQuery(standings())).rejects.toMatchObject({ kind: 'login' })

    expect(await finishAs('unknown')).toBe(false)
    expect(goneTo).toEqual(['/'])
    expect(await finishAs('alive')).toBe(false)
    expect(goneTo).toEqual(['/', '/auth/logout'])
    expect(await finishAs('ended')).toBe(true)
    expect(isSessionEnding()).toBe(false)
  })
})
