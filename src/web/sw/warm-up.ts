import { addressOf } from '#contract/call'
import { getCorrections, getTeamCorrections } from '#contract/corrections'
import { getDraftedPlayers, getPickSequence } from '#contract/draft'
import { getDraftLog, getPickList } from '#contract/draft-room'
import {
  getHistory,
  getSeasonChanges,
  getSeasonCorrections,
  getSeasonDraft,
  getSeasonDraftLog,
  getSeasonHistory,
  getSeasonNhlCorrections,
  getSeasonTeam,
  getSeasonTrades,
} from '#contract/history'
import { getLeagueSettings } from '#contract/league'
import { getRosterChanges, getRosterEntry, getTeamPlayers } from '#contract/roster'
import {
  getLastUpdated,
  getNhlTeams,
  getPlayer,
  getPlayers,
  getPlayersPreview,
  getPreviousSeasons,
  getRecentPoints,
  getTeam,
  getTeams,
  getTimeSeries,
} from '#contract/stats'
import { getSchedule, getTonight } from '#contract/tonight'
import { getCart, getTrades } from '#contract/trading'
import { type Feature, getUser } from '#contract/user'
import { hasRole } from '#rules/roles'
import type { SnapshotStore } from '../offline/snapshot-store.ts'
import type { StoreAccess } from '../offline/store-access.ts'

// The addresses behind the screens that open without a connection, byte for byte as the screens ask for them.

/** Of the answer to "who am I", what the offline set depends on. */
interface Member {
  readonly teamId: number | null
  readonly isPremium: boolean
  /** Beyond the specification: whether the server has it. */
  readonly hasFeature: (feature: Feature) => boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const idOf = (value: unknown): number[] => (isRecord(value) && typeof value.id === 'number' ? [value.id] : [])

const listOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : [])

const memberOf = (body: unknown): Member => {
  const { teamId, roles, features } = isRecord(body) ? body : {}
  const names = listOf(roles).filter((role) => typeof role === 'string')
  return {
    teamId: typeof teamId === 'number' ? teamId : null,
    isPremium: hasRole({ roles: names }, 'premium'),
    hasFeature: (feature) => listOf(features).includes(feature),
  }
}

/** For everybody, what is opened most often first. */
const sharedPages: readonly string[] = [
  addressOf(getLastUpdated),
  addressOf(getLeagueSettings),
  addressOf(getPlayers, {}, { type: 'skater' }),
  addressOf(getPlayers, {}, { type: 'goalie' }),
  addressOf(getPickSequence),
  addressOf(getDraftedPlayers, {}, { drafted: true }),
  addressOf(getTrades),
  addressOf(getRosterChanges),
  addressOf(getNhlTeams),
]

const ownPages = ({ teamId, isPremium, hasFeature }: Member): string[] => [
  ...(hasFeature('tonight') ? [addressOf(getTonight), addressOf(getSchedule)] : []),
  ...(teamId === null ? [] : [addressOf(getCart, { teamId })]),
  ...(teamId !== null && hasFeature('recent-points') ? [addressOf(getRecentPoints, { teamId })] : []),
  ...(isPremium ? [addressOf(getPlayersPreview)] : []),
  ...(hasFeature('draft-room') ? [addressOf(getDraftLog)] : []),
  ...(hasFeature('draft-room') && teamId !== null ? [addressOf(getPickList, { teamId })] : []),
  ...(hasFeature('corrections') ? [addressOf(getCorrections)] : []),
  ...(hasFeature('corrections') && teamId !== null ? [addressOf(getTeamCorrections, { teamId })] : []),
]

/** The seasons that are over. */
const historyAddress = ({ hasFeature }: Member): string | null => (hasFeature('history') ? addressOf(getHistory) : null)

/** Of the last season its lists, and the member's own team; of the others the history has the standings. */
const lastSeasonPages = ({ teamId, hasFeature }: Member, history: unknown): string[] => {
  const seasons = isRecord(history) ? listOf(history.seasons).filter(isRecord) : []
  const [seasonId] = seasons.filter(({ isPlayedHere }) => isPlayedHere === true).flatMap(idOf)
  if (seasonId === undefined) return []
  const lists = [
    getSeasonHistory,
    getSeasonTrades,
    getSeasonChanges,
    getSeasonDraft,
    ...(hasFeature('draft-room') ? [getSeasonDraftLog] : []),
    ...(hasFeature('corrections') ? [getSeasonCorrections, getSeasonNhlCorrections] : []),
  ]
  return [
    ...lists.map((call) => addressOf(call, { seasonId })),
    ...(teamId === null ? [] : [addressOf(getSeasonTeam, { seasonId, teamId })]),
  ]
}

/** Every team with its current and its sold players. */
const teamPages = (teams: unknown): string[] =>
  listOf(teams)
    .flatMap(idOf)
    .flatMap((teamId) => [
      addressOf(getTeam, { teamId }),
      addressOf(getTeamPlayers, { teamId }, { current: true }),
      addressOf(getTeamPlayers, { teamId }, { current: false }),
    ])

/** The players of the member's team. */
const rosterAddress = ({ teamId }: Member): string | null =>
  teamId === null ? null : addressOf(getTeamPlayers, { teamId }, { current: true })

/** The pages of the team's own players. */
const playerPages = ({ teamId }: Member, roster: unknown): string[] =>
  listOf(roster)
    .flatMap((item) => (isRecord(item) ? idOf(item.player) : []))
    .flatMap((playerId) => [
      addressOf(getPlayer, { playerId }),
      addressOf(getTimeSeries, { playerId }),
      addressOf(getPreviousSeasons, { playerId }),
      ...(teamId === null ? [] : [addressOf(getRosterEntry, { teamId, playerId })]),
    ])

const AT_ONCE = 2
const PAUSE_MS = 10 * 60_000

interface Deps {
  readonly access: StoreAccess<SnapshotStore>
  /** Fetches one address and stores the answer. */
  readonly load: (address: string) => Promise<Response>
  readonly now: () => number
  readonly savesData: () => boolean
  /** A new version is waiting. It will warm up itself, and activates only once this worker is idle. */
  readonly isLeaving: () => boolean
  readonly progress: (step: { done: number; total: number; first: boolean }) => Promise<void>
}

/** The session has ended or is another member's, there is no connection, or the worker's time is over. */
class Stop extends Error {}

/** Fetches what the screens need: those never opened before also work without a connection. */
export const createWarmUp = ({ access, load, now, savesData, isLeaving, progress }: Deps) => {
  let running: Promise<void> | null = null

  const ask = async (address: string): Promise<Response> => {
    if (isLeaving()) throw new Stop()
    const response = await load(address)
    if (response.status === 401 || response.status === 403 || response.type === 'opaqueredirect') throw new Stop()
    return response
  }

  const read = async (address: string): Promise<unknown> => {
    const response = await ask(address)
    return response.ok ? response.json() : null
  }

  const whoAmI = async (): Promise<Member> => {
    const response = await ask(getUser.path)
    // Without a member there is nothing to fetch, whatever the reason.
    if (!response.ok) throw new Stop()
    return memberOf(await response.json())
  }

  const fill = async (first: boolean): Promise<void> => {
    // What to fetch depends on the member, the teams, the member's roster, and the seasons that are over.
    const member = await whoAmI()
    const teams = teamPages(await read(getTeams.path))
    const roster = rosterAddress(member)
    const players = roster === null ? [] : playerPages(member, await read(roster))
    const history = historyAddress(member)
    const lastSeason = history === null ? [] : lastSeasonPages(member, await read(history))
    const fetched = [getUser.path, getTeams.path, ...[roster, history].filter((address) => address !== null)]
    const waiting = [...sharedPages, ...ownPages(member), ...teams, ...players, ...lastSeason].filter(
      (page) => !fetched.includes(page),
    )
    const total = waiting.length + fetched.length
    let done = fetched.length
    await progress({ done, total, first })
    const worker = async () => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        // A refusal (this server does not have the call) is no reason to stop.
        await ask(address)
        done += 1
        await progress({ done, total, first })
      }
    }
    const stop = (error: unknown) => {
      waiting.length = 0
      throw error
    }
    // Waits for all of them: progress reported by one after another has failed would be misleading.
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => worker().catch(stop)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  const run = async (always: boolean): Promise<void> => {
    if (savesData()) return
    const state = await access.use(async (store) => ({ owner: await store.owner(), at: await store.warmedAt() }))
    if (!state?.owner) return
    if (!always && state.at !== null && now() - state.at < PAUSE_MS) return
    const first = state.at === null
    try {
      await fill(first)
      await access.use((store) => store.setWarmedAt(now()))
    } catch {
      // No connection, no session, a newer worker: the next launch or the connection's return starts over.
      await progress({ done: 1, total: 1, first })
    }
  }

  return (always: boolean): Promise<void> => {
    running ??= run(always).finally(() => {
      running = null
    })
    return running
  }
}
