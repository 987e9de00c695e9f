import { beforeEach, describe, expect, test } from 'vitest'
import { createWarmUp } from '#web/sw/warm-up'
import { memoryStore } from './memory-store.ts'

const teams = [{ id: 1 }, { id: 2 }, { id: 3 }]
const body = (address: string) => (address === '/api/v1/stats/teams' ? teams : {})

interface Step {
  done: number
  total: number
  first: boolean
}

let asked: string[]
let steps: Step[]
let most: number
let kept: ReturnType<typeof memoryStore>
beforeEach(() => {
  asked = []
  steps = []
  most = 0
  kept = memoryStore()
})

interface Over {
  status?: (address: string) => number
  takes?: (address: string) => number
  savesData?: boolean
  now?: number
}

const start = (over: Over = {}) => {
  let running = 0
  return createWarmUp({
    access: kept.access,
    load: async (address) => {
      asked.push(address)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, over.takes?.(address) ?? 1))
      running -= 1
      const status = over.status?.(address) ?? 200
      if (status === 0) throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(body(address)), { status })
    },
    now: () => over.now ?? 1_000_000,
    savesData: () => over.savesData ?? false,
    progress: async (step) => {
      steps.push(step)
    },
  })
}

describe('filling the phone', () => {
  test('standings, user, last updated, settings and every team, two at a time', async () => {
    await start()(false)
    expect(asked.sort()).toEqual([
      '/api/v1/league-admin/settings',
      '/api/v1/stats/last-updated',
      '/api/v1/stats/teams',
      '/api/v1/stats/teams/1',
      '/api/v1/stats/teams/2',
      '/api/v1/stats/teams/3',
      '/api/v1/user',
    ])
    expect(most).toBe(2)
  })

  test('tells how far it is, and that it is the first time', async () => {
    await start()(false)
    expect(steps.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(steps.every(({ total, first }) => total === 7 && first)).toBe(true)
  })

  test('nothing is reported any more once it has stopped', async () => {
    const late = (address: string) => (address.endsWith('/last-updated') ? 30 : 1)
    await start({ status: (address) => (address === '/api/v1/user' ? 401 : 200), takes: late })(false)
    expect(steps.at(-1)).toMatchObject({ done: 1, total: 1 })
    const reported = steps.length
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(steps).toHaveLength(reported)
  })

  test('a call that this server does not have is skipped', async () => {
    await start({ status: (address) => (address.endsWith('/settings') ? 404 : 200) })(false)
    expect(asked).toHaveLength(7)
    expect(await kept.store.warmedAt()).toBe(1_000_000)
  })

  test('not again within ten minutes, unless it must', async () => {
    await kept.store.setWarmedAt(1_000_000 - 9 * 60_000)
    await start()(false)
    expect(asked).toEqual([])
    await start()(true)
    expect(asked).toHaveLength(7)
    expect(steps[0]?.first).toBe(false)
  })

  test('asked twice at once, it runs once', async () => {
    const warmUp = start()
    await Promise.all([warmUp(true), warmUp(true)])
    expect(asked).toHaveLength(7)
  })

  test.each([
    ['nobody is logged in', () => memoryStore(null), {}],
    ['the reader saves data', () => memoryStore(), { savesData: true }],
  ])('nothing when %s', async (_, store, over) => {
    kept = store()
    await start(over)(true)
    expect(asked).toEqual([])
  })

  test.each([
    ['the session has ended', 401],
    ['the connection is lost', 0],
  ])('stops when %s, and begins anew the next time', async (_, status) => {
    await start({ status: (address) => (address === '/api/v1/user' ? status : 200) })(false)
    expect(asked.length).toBeLessThan(7)
    expect(await kept.store.warmedAt()).toBeNull()
    expect(steps.at(-1)).toMatchObject({ done: 1, total: 1 })
  })
})
