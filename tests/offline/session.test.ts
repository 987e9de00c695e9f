import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/data/query-client'
import { standings } from '#web/data/stats'
import { currentUser } from '#web/data/user'
import { finishEndingSession, isSessionEnding, type SessionState } from '#web/offline/ending-session'
import { hydrateGlance, keepGlance } from '#web/offline/glance'
import { GLANCE_KEY, writeKept } from '#web/offline/glance-format'
import { logOut, startSession } from '#web/offline/log-out'
import { currentOwner, setCurrentOwner } from '#web/offline/owner'
import { openSnapshotStore, SNAPSHOT_VERSION } from '#web/offline/snapshot-store'
import { clearSnapshots } from '#web/offline/snapshots'

const ada = { name: 'Ada', teamId: 3, roles: [] }
const bo = { name: 'Bo', teamId: 4, roles: [] }
const ofAda = [{ id: 3, name: 'Ice Breakers', shortName: 'ICE' }]
const ofBo = [{ id: 4, name: 'Blue Liners', shortName: 'BLU' }]

/** What the server answers, by path. */
let answers: Record<string, { status?: number; body?: unknown }>
let goneTo: string[]
let dropped: string[]
let session: SessionState
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

const wasHere = async () => {
  const at = Date.now() - 60 * 60_000
  localStorage.setItem(GLANCE_KEY, writeKept({ user: { data: ada, at }, teams: { data: ofAda, at } }))
  await store(async (opened) => {
    await opened.setOwner('3/Ada')
    const address = '/api/v1/stats/teams'
    const body = JSON.stringify(ofAda)
    await opened.putIfNewer({ owner: '3/Ada', address, version: SNAPSHOT_VERSION, body, etag: null, fetchedAt: at })
  })
}

const launch = () => {
  client = createQueryClient()
  startSession({
    client,
    askServer: async () => session,
    goTo: (address) => goneTo.push(address),
    dropChanges: async (owner) => void dropped.push(owner),
  })
  hydrateGlance(client)
  stop = keepGlance(client)
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
  vi.unstubAllGlobals()
})

describe('who is asked about at launch', () => {
  test('the same member: everything stays', async () => {
    await wasHere()
    launch()
    expect(await client.fetchQuery(currentUser())).toEqual(ada)
    expect(client.getQueryData(['teams'])).toEqual(ofAda)
    expect((await kept()).row).not.toBeNull()
  })

  test('another member: nothing of the first is left, in memory or stored', async () => {
    await wasHere()
    launch()
    answers['/api/v1/user'] = { body: bo }
    answers['/api/v1/stats/teams'] = { body: ofBo }
    const shown: unknown[] = []
    const observer = new QueryObserver(client, standings())
    const unsubscribe = observer.subscribe(({ data }) => shown.push(data))
    expect(await client.fetchQuery(currentUser())).toEqual(bo)
    expect(client.getQueryData(['teams'])).not.toEqual(ofAda)
    expect(localStorage.getItem(GLANCE_KEY) ?? '').not.toContain('Ice Breakers')
    expect((await kept()).row).toBeNull()
    await vi.waitFor(() => expect(client.getQueryData(['teams'])).toEqual(ofBo))
    expect(shown).toContain(undefined)
    expect(currentOwner()).toBe('4/Bo')
    unsubscribe()
  })

  test('nobody any more: nothing is left', async () => {
    await wasHere()
    launch()
    answers['/api/v1/user'] = { status: 401, body: { code: 'UNAUTHENTICATED' } }
    expect(await client.fetchQuery(currentUser())).toBeNull()
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect(localStorage.getItem(GLANCE_KEY)).toBeNull()
    expect(await kept()).toEqual({ owner: null, row: null })
  })

  test('no network: the member and his figures stay', async () => {
    await wasHere()
    launch()
    answers = {}
    await client.fetchQuery(currentUser()).catch(() => undefined)
    expect(client.getQueryData(['user'])).toEqual(ada)
    expect(client.getQueryData(['teams'])).toEqual(ofAda)
    expect((await kept()).row).not.toBeNull()
  })

  test('a server with a fault does not log anybody out', async () => {
    await wasHere()
    launch()
    answers['/api/v1/user'] = { status: 500 }
    await client.fetchQuery(currentUser()).catch(() => undefined)
    expect(client.getQueryData(['user'])).toEqual(ada)
  })

  test('a session that ends later is noticed by the first refused call', async () => {
    launch()
    const observer = new QueryObserver(client, currentUser())
    const unsubscribe = observer.subscribe(() => undefined)
    await vi.waitFor(() => expect(client.getQueryData(['user'])).toEqual(ada))
    const gone = { status: 401, body: { code: 'UNAUTHENTICATED' } }
    answers = { '/api/v1/user': gone, '/api/v1/stats/teams': gone }
    await client.fetchQuery(standings()).catch(() => undefined)
    await vi.waitFor(() => expect(client.getQueryData(['user'])).toBeNull())
    unsubscribe()
  })
})

describe('logging out', () => {
  test('clears memory, first frame and stored answers, tells other tabs, then leaves', async () => {
    await wasHere()
    launch()
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
    await vi.waitFor(() => expect(heard).toEqual(['logged-out']))
    otherTab.close()
  })

  test('a question that was under way brings nothing back', async () => {
    await wasHere()
    launch()
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
    await wasHere()
    launch()
    const otherTab = new BroadcastChannel('pool-session')
    otherTab.postMessage('logged-out')
    await vi.waitFor(() => expect(goneTo).toEqual(['/']))
    expect(client.getQueryData(['teams'])).toBeUndefined()
    otherTab.close()
  })

  test('without a connection clears at once, and ends the session before anything is shown again', async () => {
    await wasHere()
    launch()
    session = 'unknown'
    await logOut()
    expect(goneTo).toEqual(['/'])
    expect(client.getQueryData(['teams'])).toBeUndefined()
    expect(await kept()).toEqual({ owner: null, row: null })

    // Back online the session is still alive, but nobody is shown.
    expect(isSessionEnding()).toBe(true)
    expect(await client.fetchQuery({ ...currentUser(), staleTime: 0 })).toBeNull()
    await expect(client.fetchQuery(standings())).rejects.toMatchObject({ kind: 'login' })

    const finish = () =>
      finishEndingSession(
        async () => session,
        (address) => goneTo.push(address),
      )
    expect(await finish()).toBe(false)
    expect(goneTo).toEqual(['/'])
    session = 'alive'
    expect(await finish()).toBe(false)
    expect(goneTo).toEqual(['/', '/auth/logout'])
    session = 'ended'
    expect(await finish()).toBe(true)
    expect(isSessionEnding()).toBe(false)
  })
})
