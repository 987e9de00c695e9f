import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { addDays, type Instant, type LeagueDay } from '#rules/calendar'
import type { Dice } from '#rules/dice'
import { nightOf } from '#rules/tonight'
import { ensureDemoLeague } from '#server/demo/ensure-demo-league'
import { correctedGame } from '#server/demo/simulation/corrections'
import { type DemoNhl, demoNhl } from '#server/demo/simulation/demo-nhl'
import { nhlInstant, startOf } from '#server/demo/simulation/game-calendar'
import { noteImport } from '#server/store/subjects/schedule'
import { cookieOf } from './demo-members.ts'
import { freePort, projectRoot } from './league-server.ts'
import { type Known, NaiveNight, type Seen } from './naive-night.ts'
import type { Place } from './office-kills.ts'
import { oneOf } from './random.ts'
import { readTables } from './recompute.ts'

// A night of the simulated NHL in a demo league, whose servers are killed between and around all that they write: whoever
// asks in between, a server that lives or one that was started again, is told of each game exactly once.

const PUBLIC_URL = 'http://localhost:5199'
const MEMBER = 'member'
const TEAMS = 12
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Asked no more often by the servers. */
const POLL_MS = 20 * SECOND_MS
const LOOK_AGAIN_MS = 20

type What = 'follow' | 'work' | 'look'

/** At which of the transactions that write, on which side of its commit. */
export interface KillPoint {
  readonly at: number
  readonly when: 'before' | 'after'
}

interface Order {
  readonly what: What
  readonly at: Instant
  readonly kill: KillPoint | null
}

/** A server with a clock of its own (night-process.mjs). */
class NightServer {
  readonly #place: Place
  readonly #cookie: string
  readonly #port: number
  #child: ChildProcess | null = null
  #printed = ''

  constructor(place: Place, cookie: string, port: number) {
    this.#place = place
    this.#cookie = cookie
    this.#port = port
  }

  get isUp(): boolean {
    return this.#child !== null
  }

  async start(at: Instant): Promise<void> {
    const { dataDir, env } = this.#place
    const child = fork(`${projectRoot}/tests/support/night-process.mjs`, [String(at)], {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(this.#port),
        DATA_DIR: dataDir,
        PUBLIC_URL,
        LOGIN: 'trial',
        SCHEDULE: 'off',
        // Or a start would bring the league up to date by itself.
        DEMO_LEAGUE: 'off',
        LOG_LEVEL: 'warn',
        RATE_LIMIT: '0',
        ...env,
      },
      // Not those of the test runner.
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#printed += text))
    this.#child = child
    expect(await this.#answer(child), this.#printed).toBe(true)
  }

  /** False: it died of it. */
  async do(order: Order): Promise<boolean> {
    const child = this.#child
    if (!child) throw new Error('There is no server to do it.')
    const answer = this.#answer(child)
    child.send(order)
    return answer
  }

  async #answer(child: ChildProcess): Promise<boolean> {
    const heard = new AbortController()
    const { signal } = heard
    const message = once(child, 'message', { signal }).then(([{ failure }]) => {
      expect(failure).toBeNull()
      return true
    })
    const exit = once(child, 'exit', { signal }).then(() => {
      if (this.#child === child) this.#child = null
      return false
    })
    try {
      return await Promise.race([message, exit])
    } finally {
      heard.abort()
      await Promise.allSettled([message, exit])
    }
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  async #ask(path: string) {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v1${path}`, {
      headers: { 'x-requested-with': 'hockey-pool', cookie: this.#cookie },
    })
    expect(answer.status, path).toBe(200)
    return answer.json()
  }

  /** Null: it was killed meanwhile. */
  async look(teamId: number): Promise<Seen | null> {
    try {
      return {
        night: await this.#ask('/tonight'),
        standings: await this.#ask('/stats/teams'),
        roster: { teamId, items: await this.#ask(`/roster/teams/${teamId}/players?current=true`) },
      }
    } catch (error) {
      // The connection broke.
      if (error instanceof TypeError) return null
      throw error
    }
  }
}

interface Step {
  readonly name: string
  readonly what: Exclude<What, 'look'>
  readonly at: Instant
  readonly isPublishing?: boolean
}

/** A day of games before the demo league's future, on which a goal is taken back, after one with a correction. */
function chooseDay(nhl: DemoNhl, naive: NaiveNight, now: Instant, days: number): LeagueDay {
  const first = addDays(nightOf(now), 1)
  const coming = Array.from({ length: days }, (_, index) => addDays(first, index))
  const withGames = coming.filter((day) => nhl.season.fixtures.filter(({ date }) => date === day).length >= 2)
  const hasCorrection = (day: LeagueDay) => nhl.season.played(day).some(correctedGame)
  const takenBack = withGames.filter((day) => takenBackAt(nhl, naive, day) !== null)
  const day = takenBack.find((each) => hasCorrection(addDays(each, -1))) ?? takenBack[0] ?? withGames[0]
  if (day === undefined) throw new Error(`The demo league has no games in ${days} days.`)
  return day
}

const startsOn = (nhl: DemoNhl, day: LeagueDay): Instant[] =>
  nhl.season.fixtures
    .filter(({ date }) => date === day)
    .map((fixture) => startOf(fixture).getTime())
    .sort((one, other) => one - other)

/** The first minute in which a goal is not there any more; null: all of the day stand. */
function takenBackAt(nhl: DemoNhl, naive: NaiveNight, day: LeagueDay): Instant | null {
  const starts = startsOn(nhl, day)
  let before = new Map<number, number>()
  for (let at = starts[0] ?? 0; at < (starts.at(-1) ?? 0) + 150 * MINUTE_MS; at += MINUTE_MS) {
    const goals = new Map(naive.goals(day, at))
    if ([...goals].some(([id, count]) => count < (before.get(id) ?? 0))) return at
    before = goals
  }
  return null
}

/** From the morning of the night to the morning after the next. */
function stepsOf(nhl: DemoNhl, naive: NaiveNight, day: LeagueDay): Step[] {
  const starts = startsOn(nhl, day)
  const [first = 0, last = 0] = [starts[0], starts.at(-1)]
  const back = takenBackAt(nhl, naive, day)
  const night: Step[] = [
    { name: 'goals', what: 'follow', at: first + 35 * MINUTE_MS },
    ...(back === null
      ? []
      : ([
          { name: 'a goal that will not stand', what: 'follow', at: back - MINUTE_MS },
          { name: 'the goal taken back', what: 'follow', at: back },
        ] as const)),
    { name: 'the end of a game', what: 'follow', at: first + 152 * MINUTE_MS },
    { name: 'the reports of a game', what: 'work', at: first + 160 * MINUTE_MS },
    // Nobody has looked meanwhile: games that were on are official.
    { name: 'the end of all games', what: 'follow', at: last + 190 * MINUTE_MS },
    { name: 'the reports of all games', what: 'work', at: last + 215 * MINUTE_MS },
  ]
  return [
    { name: 'a correction', what: 'work', at: nhlInstant(day, 10.1) },
    ...night.sort((one, other) => one.at - other.at),
    { name: 'the official update', what: 'work', at: nhlInstant(addDays(day, 1), 5.1), isPublishing: true },
    { name: 'a correction of the night', what: 'work', at: nhlInstant(addDays(day, 1), 10.1) },
    { name: 'its official update', what: 'work', at: nhlInstant(addDays(day, 2), 5.1), isPublishing: true },
  ]
}

/** A few for the tests, after which goals, goalies, reports and the update are apart from each other. */
export const SHORT_NIGHT: Pick<NightOptions, 'days' | 'last' | 'isKilled'> & { readonly kills: number } = {
  days: 2,
  last: 'the official update',
  isKilled: (step, kill) =>
    (step === 'the official update' && kill === null) ||
    // The score page is kept without the box scores.
    (step === 'the end of all games' && kill?.when === 'after' && kill.at === 2) ||
    // A day's games are final before its lines are there.
    (step === 'the reports of all games' && kill?.when === 'before' && kill.at === 3),
  kills: 3,
}

export interface NightKills {
  kills: number
  /** Of them, at a random moment. */
  random: number
  /** How often somebody asked and was answered, while something was written or after a kill. */
  looks: number
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

export async function killNight(place: Place, options: NightOptions): Promise<NightKills> {
  const { dice } = options
  const counts: NightKills = { kills: 0, random: 0, looks: 0 }
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
      counts.looks += 1
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
      const ordered = doing.do({ what: step.what, at: now, kill }).finally(() => {
        isOver = true
      })
      const asking = (async () => {
        while (!isOver) {
          for (const server of servers) if (server.isUp) await look(server, possible, step.name)
          await wait(LOOK_AGAIN_MS)
        }
      })()
      if (took !== null) {
        await wait((dice(1_000) / 1_000) * took * 1.2)
        await doing.kill()
      }
      const isDone = await ordered
      await asking
      if (isDone && doing.isUp) return true
      counts.kills += 1
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
      const points = function* (): Generator<KillPoint> {
        for (let at = 1; ; at += 1) for (const when of ['before', 'after'] as const) yield { at, when }
      }
      let isDone = false
      if (options.isKilled(step.name, null)) {
        counts.random += 1
        isDone = await attempt(step, null, possible, step.what === 'follow' ? 400 : 2_500)
      }
      const most = 60
      for (const kill of points()) {
        if (isDone || kill.at > most) break
        if (options.isKilled(step.name, kill)) isDone = await attempt(step, kill, possible, null)
      }
      if (!isDone) expect(await attempt(step, null, possible, null), `${step.name} is done in the end`).toBe(true)
      const [whole] = after(step, now).slice(-1)
      known = whole ?? known
      await untilAllKnow(known, `${step.name}, when all is done`)
      if (step.name === options.last) break
    }
    return counts
  } finally {
    for (const server of servers) await server.kill()
  }
}
