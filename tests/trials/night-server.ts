import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { Instant } from '#rules/calendar'
import { builtModule } from '../support/built-module.ts'
import { BRIEF, isRunning } from '../support/league-server.ts'
import type { Seen } from './naive-night.ts'
import type { Place } from './places.ts'

export const PUBLIC_URL = 'http://localhost:5199'

export type What = 'follow' | 'work' | 'look'

/** At which of the transactions that write, on which side of its commit. */
export interface KillPoint {
  readonly at: number
  readonly when: 'before' | 'after'
}

export interface Order {
  readonly what: What
  readonly at: Instant
  readonly kill: KillPoint | null
}

/** A server with its own clock (night-process.ts). */
export class NightServer {
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
    const child = fork(await builtModule('tests/trials/night-process.ts'), [String(at)], {
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
      execArgv: BRIEF,
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
    if (!child || !isRunning(child)) return
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
