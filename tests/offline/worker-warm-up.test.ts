import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { corrections, teamCorrections } from '#web/data/corrections'
import * as draft from '#web/data/draft'
import { draftLog, pickList } from '#web/data/draft-room'
import {
  history,
  seasonChanges,
  seasonCorrections,
  seasonDraft,
  seasonDraftLog,
  seasonHistory,
  seasonNhlCorrections,
  seasonTeam,
  seasonTrades,
} from '#web/data/history'
import * as league from '#web/data/league'
import { createQueryClient } from '#web/data/query-client'
import * as roster from '#web/data/roster'
import { schedule, tonight } from '#web/data/tonight'
import { openSnapshotStore, type SnapshotStore } from '#web/offline/snapshot-store'
import type { StoreAccess } from '#web/offline/store-access'
import { cachedPaths, isCachedCall } from '#web/sw/response-cache'
import { createWarmUp } from '#web/sw/warm-up'

const answers: Record<string, unknown> = {
  '/api/v1/user': {
    name: 'Ada',
    teamId: 2,
    roles: ['premium'],
    features: ['recent-points', 'draft-room', 'corrections', 'tonight', 'history'],
  },
  '/api/v1/stats/teams': [{ id: 1 }, { id: 2 }],
  '/api/v1/roster/teams/2/players?current=true': [{ player: { id: 7 } }, { player: { id: 9 } }],
  '/api/v1/history': {
    seasons: [{ id: 20252026, isPlayedHere: true }, { id: 20242025, isPlayedHere: true }, { id: 19951996 }],
  },
}

/** For a premium member of team 2. */
const everything = [
  'user stats/teams roster/teams/2/players?current=true history',
  'stats/last-updated league-admin/settings stats/players?type=skater stats/players?type=goalie',
  'draft/pick-sequence draft/players?drafted=true trading/trades roster/changes stats/nhl-teams tonight stats/schedule',
  'trading/teams/2/shopping-cart teams/2/recent-points stats/players-preview draft/log draft/teams/2/pick-list',
  'corrections teams/2/corrections stats/teams/1 roster/teams/1/players?current=true',
  'roster/teams/1/players?current=false stats/teams/2 roster/teams/2/players?current=false',
  ...[7, 9].flatMap((id) => [
    `stats/players/${id} stats/players/${id}/time-series stats/players/${id}/previous-seasons`,
    `roster/teams/2/roster-entries/${id}`,
  ]),
  'history/20252026 history/20252026/trades history/20252026/roster-changes history/20252026/draft',
  'history/20252026/draft-log history/20252026/corrections history/20252026/nhl-corrections history/20252026/teams/2',
].flatMap((line) => line.split(' ').map((path) => `/api/v1/${path}`))

interface Step {
  done: number
  total: number
  first: boolean
}

let asked: string[]
let steps: Step[]
let most: number
let store: SnapshotStore
const access: StoreAccess<SnapshotStore> = { use: (work) => work(store), probe: async () => undefined }
beforeEach(async () => {
  asked = []
  steps = []
  most = 0
  store = openSnapshotStore()
  await store.clear()
  await store.setOwner('3/Ada')
})
afterEach(() => store.close())

interface Over {
  answers?: Record<string, unknown>
  status?: (address: string) => number
  takes?: (address: string) => number
  savesData?: boolean
  isLeaving?: () => boolean
  now?: number
}

const start = (over: Over = {}) => {
  let running = 0
  return createWarmUp({
    access,
    load: async (address) => {
      asked.push(address)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, over.takes?.(address) ?? 1))
      running -= 1
      const status = over.status?.(address) ?? 200
      if (status === 0) throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify({ ...answers, ...over.answers }[address] ?? {}), { status })
    },
    now: () => over.now ?? 1_000_000,
    savesData: () => over.savesData ?? false,
    isLeaving: over.isLeaving ?? (() => false),
    progress: async (step) => {
      steps.push(step)
    },
  })
}

describe('filling the phone', () => {
  test("every call that is kept, with the pages of the member's players, two at a time and once", async () => {
    await start()(false)
    expect(asked).toEqual(everything)
    expect(most).toBe(2)
    for (const address of asked) {
      expect(isCachedCall('GET', new URL(address, 'https://pool.example')), address).toBe(true)
    }
    const paths = new Set(asked.map((address) => new URL(address, 'https://pool.example').pathname))
    const missing = cachedPaths.filter((path) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '\\d+')}$`)
      return ![...paths].some((asked) => pattern.test(asked))
    })
    expect(missing).toEqual([])
  })

  test('the addresses are those that the screens ask for', async () => {
    await start()(false)
    const client = createQueryClient()
    const sent: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      sent.push(address)
      return new Response('null', { status: 404 })
    })
    const queries = [
      () => client.fetchQuery(league.standings()),
      () => client.fetchQuery(league.lastUpdated()),
      () => client.fetchQuery(league.team(2)),
      () => client.fetchQuery(league.recentPoints(2)),
      () => client.fetchQuery(league.players('skater')),
      () => client.fetchQuery(league.players('goalie')),
      () => client.fetchQuery(league.playersPreview()),
      () => client.fetchQuery(league.player(7)),
      () => client.fetchQuery(league.timeSeries(7)),
      () => client.fetchQuery(league.previousSeasons(7)),
      () => client.fetchQuery(league.nhlTeams()),
      () => client.fetchQuery(roster.teamPlayers(2, true)),
      () => client.fetchQuery(roster.teamPlayers(2, false)),
      () => client.fetchQuery(roster.rosterEntry(2, 7)),
      () => client.fetchQuery(roster.rosterChanges()),
      () => client.fetchQuery(league.trades()),
      () => client.fetchQuery(league.cart(2)),
      () => client.fetchQuery(draft.pickSequence()),
      () => client.fetchQuery(draft.draftedPlayers()),
      () => client.fetchQuery(draftLog()),
      () => client.fetchQuery(history()),
      () => client.fetchQuery(seasonHistory(20252026)),
      () => client.fetchQuery(seasonTrades(20252026)),
      () => client.fetchQuery(seasonChanges(20252026)),
      () => client.fetchQuery(seasonDraft(20252026)),
      () => client.fetchQuery(seasonDraftLog(20252026)),
      () => client.fetchQuery(seasonCorrections(20252026)),
      () => client.fetchQuery(seasonNhlCorrections(20252026)),
      () => client.fetchQuery(seasonTeam(20252026, 2)),
      () => client.fetchQuery(pickList(2)),
      () => client.fetchQuery(tonight()),
      () => client.fetchQuery(schedule()),
      () => client.fetchQuery(corrections()),
      () => client.fetchQuery(teamCorrections(2)),
      () => client.fetchQuery(league.leagueSettings()),
    ]
    for (const ask of queries) await ask().catch(() => undefined)
    vi.unstubAllGlobals()
    expect(sent).toHaveLength(queries.length)
    expect(sent.filter((address) => !asked.includes(address))).toEqual([])
  })

  /** What a server announces beyond the specification. */
  const beyond = /\/(recent-points|log|pick-list|tonight|schedule|corrections|history.*)$/

  test('a newcomer has no cart and no players, and only premium members a preview', async () => {
    await start({ answers: { '/api/v1/user': { name: 'Bo', roles: ['ROLE_admin'] } } })(false)
    const own = /shopping-cart|players-preview|roster-entries|stats\/players\/\d/
    // A member's own team comes first.
    const theirs = everything.filter((address) => !beyond.test(address) && !own.test(address))
    expect(asked.toSorted()).toEqual(theirs.toSorted())
  })

  test('what the server does not announce is not asked for', async () => {
    await start({ answers: { '/api/v1/user': { name: 'Ada', teamId: 2, roles: ['premium'] } } })(false)
    expect(asked).toEqual(everything.filter((address) => !beyond.test(address)))
  })

  test('without an answer to who is asking there is nothing to fetch', async () => {
    for (const status of [401, 403, 404, 500]) {
      asked = []
      await start({ status: (address) => (address.endsWith('/user') ? status : 200) })(true)
      expect(asked, String(status)).toEqual(['/api/v1/user'])
    }
    expect(await store.warmedAt()).toBeNull()
  })

  test('teams that are not what they should be end nothing', async () => {
    await start({ answers: { '/api/v1/stats/teams': [null, { id: 'one' }, 3] } })(false)
    expect(asked).toEqual(
      everything.filter(
        (address) =>
          !/(stats|roster)\/teams\/\d+(\?|$|\/players\?current=false)/.test(address) && !address.includes('/teams/1/'),
      ),
    )
    expect(await store.warmedAt()).toBe(1_000_000)
  })

  test('tells how far it is, and that it is the first time', async () => {
    await start()(false)
    const total = everything.length
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: total - 3 }, (_, index) => index + 4))
    expect(steps.every((step) => step.total === total && step.first)).toBe(true)
  })

  test('nothing is reported once it has stopped', async () => {
    const late = (address: string) => (address.endsWith('/last-updated') ? 30 : 1)
    await start({ status: (address) => (address.endsWith('/settings') ? 401 : 200), takes: late })(false)
    expect(steps.at(-1)).toMatchObject({ done: 1, total: 1 })
    const reported = steps.length
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(steps).toHaveLength(reported)
  })

  test('a call that this server does not have is skipped', async () => {
    await start({ status: (address) => (address.endsWith('/settings') ? 404 : 200) })(false)
    expect(asked).toHaveLength(everything.length)
    expect(await store.warmedAt()).toBe(1_000_000)
  })

  test('not again within ten minutes, unless it must', async () => {
    await store.setWarmedAt(1_000_000 - 9 * 60_000)
    await start()(false)
    expect(asked).toEqual([])
    await start()(true)
    expect(asked).toHaveLength(everything.length)
    expect(steps[0]?.first).toBe(false)
  })

  test('asked twice at once, it runs once', async () => {
    const warmUp = start()
    await Promise.all([warmUp(true), warmUp(true)])
    expect(asked).toHaveLength(everything.length)
  })

  test.each([
    ['no one is logged in', null, {}],
    ['the reader saves data', '3/Ada', { savesData: true }],
  ])('nothing when %s', async (_, owner, over) => {
    await store.clear()
    if (owner !== null) await store.setOwner(owner)
    await start(over)(true)
    expect(asked).toEqual([])
  })

  test.each([
    ['the session has ended', 401],
    ['the session is another member’s', 403],
    ['the connection is lost', 0],
  ])('stops when %s, and restarts the next time', async (_, status) => {
    await start({ status: (address) => (address.endsWith('/settings') ? status : 200) })(false)
    expect(asked.length).toBeLessThan(everything.length)
    expect(await store.warmedAt()).toBeNull()
    expect(steps.at(-1)).toMatchObject({ done: 1, total: 1 })
  })

  test('stops when a new version waits, which is let in when nothing is under way', async () => {
    await start({ isLeaving: () => asked.length >= 5 })(false)
    expect(asked.length).toBeLessThanOrEqual(6)
    expect(await store.warmedAt()).toBeNull()
    expect(steps.at(-1)).toMatchObject({ done: 1, total: 1 })
  })
})
