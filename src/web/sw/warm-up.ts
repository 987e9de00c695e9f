import { getTeams } from '#contract/stats'
import { getUser } from '#contract/user'
import type { SnapshotStore } from '../offline/snapshot-store.ts'
import type { StoreAccess } from '../offline/store-access.ts'
import {
  historyAddress,
  lastSeasonPages,
  type Member,
  memberOf,
  ownPages,
  playerPages,
  rosterAddress,
  sharedPages,
  teamPages,
} from './offline-set.ts'

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

/** Fetches what the screens need, so that those never opened before also work without a connection. */
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
    const asked = [getUser.path, getTeams.path, ...[roster, history].filter((address) => address !== null)]
    const waiting = [...sharedPages, ...ownPages(member), ...teams, ...players, ...lastSeason].filter(
      (page) => !asked.includes(page),
    )
    const total = waiting.length + asked.length
    let done = asked.length
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
