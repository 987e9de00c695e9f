import { getLeagueSettings } from '#contract/league'
import { getLastUpdated, getTeam, getTeams } from '#contract/stats'
import { getUser } from '#contract/user'
import type { StoreAccess } from '../offline/store-access.ts'

const AT_ONCE = 2
const PAUSE_MS = 10 * 60_000

interface Surroundings {
  readonly access: StoreAccess
  /** Asks for one address and keeps the answer. */
  readonly load: (address: string) => Promise<Response>
  readonly now: () => number
  readonly savesData: () => boolean
  readonly progress: (step: { done: number; total: number; first: boolean }) => Promise<void>
}

const teamPages = (body: unknown): string[] => {
  if (!Array.isArray(body)) return []
  return body.flatMap((team: unknown) => {
    const id = typeof team === 'object' && team !== null && 'id' in team ? team.id : null
    return typeof id === 'number' ? [getTeam.path.replace('{teamId}', String(id))] : []
  })
}

/** The session has ended, or there is no connection: going on would only repeat it. */
class Stop extends Error {}

/** Fetches what the screens need, so that those never opened before also work without a connection. */
export const createWarmUp = ({ access, load, now, savesData, progress }: Surroundings) => {
  let running: Promise<void> | null = null

  const ask = async (address: string): Promise<Response> => {
    const response = await load(address)
    if (response.status === 401 || response.type === 'opaqueredirect') throw new Stop()
    return response
  }

  const fill = async (first: boolean): Promise<void> => {
    const teams = await ask(getTeams.path)
    const pages = teams.ok ? teamPages(await teams.json()) : []
    const waiting = [getUser.path, getLastUpdated.path, getLeagueSettings.path, ...pages]
    const total = waiting.length + 1
    let done = 1
    await progress({ done, total, first })
    const worker = async () => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        // A refusal (a call that this server does not have) is no reason to stop.
        await ask(address)
        done += 1
        await progress({ done, total, first })
      }
    }
    const stop = (error: unknown) => {
      waiting.length = 0
      throw error
    }
    // Waits for all of them: what one reports after another has failed would be taken for the state of things.
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
      // No connection or no session: the next launch or the connection's return begins anew.
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
