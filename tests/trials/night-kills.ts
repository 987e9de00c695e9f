import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Instant } from '#rules/calendar'
import type { Dice } from '#rules/pick-sequence'
import { ensureDemoLeague } from '#server/demo/ensure-demo-league'
import { nhlInstant } from '#server/demo/simulation/game-calendar'
import { demoNhl } from '#server/demo/simulation/season'
import { noteImport } from '#server/nhl/store/import-report'
import { cookieOf } from '../support/demo-members.ts'
import { freePort } from '../support/free-port.mjs'
import { oneOf } from '../support/random.ts'
import { readTables } from '../support/recompute.ts'
import { type Known, NaiveNight } from './naive-night.ts'
import { type KillPoint, NightServer, PUBLIC_URL } from './night-server.ts'
import { chooseDay, type Step, stepsOf } from './night-steps.ts'
import type { Place } from './places.ts'

// A night of the simulated NHL in a demo league, whose servers are killed between and around all that they write: every
// reader in between, a server that lives or one that was restarted, hears of each game exactly once.

const MEMBER = 'member'
const TEAMS = 12
/** The servers ask no more often than that. */
const POLL_MS = 20_000
const LOOK_AGAIN_MS = 100
/** About as long as a step takes. */
const TAKES_MS: Readonly<Record<Step['what'], number>> = { follow: 400, work: 2_500 }
/** More than any step writes. */
const KILL_POINTS: readonly KillPoint[] = Array.from({ length: 60 }, (_, index) => [
  { at: index + 1, when: 'before' as const },
  { at: index + 1, when: 'after' as const },
]).flat()

/** A few for the tests, after which goals, goalies, reports and the update are apart from each other. */
export const SHORT_NIGHT: Pick<NightOptions, 'days' | 'last' | 'isKilled'> & { readonly kills: number } = {
  days: 2,
  last: 'the official update',
  isKilled: (step, kill) =>
    (step === 'the official update' && kill === null) ||
    // The score page is stored without the box scores.
    (step === 'the end of all games' && kill?.when === 'after' && kill.at === 2) ||
    // A day's games are final before its lines are there.
    (step === 'the reports of all games' && kill?.when === 'before' && kill.at === 3),
  kills: 3,
}

export interface NightOptions {
  /** One, or two on one database. */
  readonly processes: 1 | 2
  readonly dice: Dice
  /** At which the league stands. */
  readonly now: Instant
  /** How many days ahead of that the night may be. */
  readonly days: number
  /** The step with which it ends; the last one where nothing is said. */
  readonly last?: string
  /** Whether a step is killed there; `null`: at a random moment, before any of the others. */
  isKilled(step: string, kill: KillPoint | null): boolean
}

/** The league on the morning of that day, before anything of it is known. */
async function prepare(place: Place, { now, days }: Pick<NightOptions, 'now' | 'days'>) {
  const database = await place.open()
  try {
    const { league, ...tables } = await readTables(database)
    const nhl = demoNhl({ ...league, demoSeed: league.demoSeed ?? 0 })
    const day = chooseDay(nhl, new NaiveNight(nhl, { league, ...tables }), now, days)
    const morning = nhlInstant(day, 10.05)
    await ensureDemoLeague({ database, clock: () => new Date(morning), report: () => {} })
    // Late corrections of the whole season are not of this night.
    await database.transaction((queries) => noteImport(queries, 'season', morning))
    const naive = new NaiveNight(nhl, await readTables(database))
    return { nhl, day, morning, naive, cookie: await cookieOf(database, MEMBER, PUBLIC_URL, new Date(morning)) }
  } finally {
    await database.close()
  }
}

/** Has the night happened step by step, each of them with its kills, and then done to its end. Answers how many there were. */
export async function killNight(place: Place, options: NightOptions): Promise<number> {
  const { dice } = options
  let kills = 0
  const { nhl, day, morning, naive, cookie } = await prepare(place, options)
  const servers: NightServer[] = []
  for (let index = 0; index < options.processes; index += 1) {
    servers.push(new NightServer(place, cookie, await freePort()))
  }
  try {
    for (const server of servers) await server.start(morning)

    let known: Known = naive.before
    let now = morning
    let team = 0
    const look = async (server: NightServer, possible: readonly Known[], what: string) => {
      team = (team % TEAMS) + 1
      const seen = await server.look(team)
      if (seen === null) return
      expect(naive.faults(seen, possible), what).toEqual([])
    }
    /** Everybody is told of the whole, at the latest when the announcement has come. */
    const untilAllKnow = (only: Known, what: string) =>
      expect
        .poll(
          async () => {
            const seen = await Promise.all(servers.map((server) => server.look(1 + dice(TEAMS))))
            return seen.flatMap((each) => (each ? naive.faults(each, [only]) : ['no answer']))
          },
          { message: what, timeout: 20_000 },
        )
        .toEqual([])
    const after = ({ what, isPublishing }: Step, at: Instant): Known[] => {
      if (what === 'follow') return [naive.poll(known, day, at, false), naive.poll(known, day, at)]
      const imported = naive.import(known, at)
      return isPublishing ? [imported, naive.publish(imported)] : [imported]
    }

    const attempt = async (step: Step, kill: KillPoint | null, possible: Known[], took: number | null) => {
      const doing = oneOf(servers, dice)
      const others = servers.filter((server) => server !== doing)
      for (const server of others) await server.do({ what: 'look', at: now, kill: null })
      possible.push(...after(step, now))
      let isOver = false
      const asking = async () => {
        while (!isOver) {
          for (const server of servers) if (server.isUp) await look(server, possible, step.name)
          await wait(LOOK_AGAIN_MS)
        }
      }
      const ordered = doing.do({ what: step.what, at: now, kill }).finally(() => {
        isOver = true
      })
      const killed = took === null ? null : wait((dice(1_000) / 1_000) * took * 1.2).then(() => doing.kill())
      const [isDone] = await Promise.all([ordered, asking(), killed])
      if (isDone && doing.isUp) return true
      kills += 1
      for (const server of others) await look(server, possible, `${step.name}, beside a killed server`)
      await doing.kill()
      await doing.start(now)
      for (const server of servers) await look(server, possible, `${step.name}, after a kill`)
      // What is read again is read at its time.
      if (step.what === 'follow') now += POLL_MS
      return false
    }

    for (const step of stepsOf(nhl, naive, day)) {
      now = Math.max(step.at, now + POLL_MS)
      const possible = [known]
      let isDone = false
      if (options.isKilled(step.name, null)) isDone = await attempt(step, null, possible, TAKES_MS[step.what])
      for (const kill of KILL_POINTS) {
        if (isDone) break
        if (options.isKilled(step.name, kill)) isDone = await attempt(step, kill, possible, null)
      }
      if (!isDone) expect(await attempt(step, null, possible, null), `${step.name} is done in the end`).toBe(true)
      const [whole] = after(step, now).slice(-1)
      known = whole ?? known
      await untilAllKnow(known, `${step.name}, when all is done`)
      if (step.name === options.last) break
    }
    return kills
  } finally {
    for (const server of servers) await server.kill()
  }
}
