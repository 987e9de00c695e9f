import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Topic } from './database.ts'

const RETRY_MS = [100, 500, 1_000, 2_000, 5_000] as const

type Heard = (payload: string) => void

/** One connection of its own for LISTEN; it comes back after a loss and then tells every listener to catch up. */
export class PostgresListener {
  readonly #connect: () => pg.Client
  readonly #log: { warn(what: object, message: string): void }
  readonly #listeners = new Map<Topic, Set<Heard>>()
  #client: Promise<pg.Client> | null = null
  #closed = false

  constructor(connect: () => pg.Client, log: { warn(what: object, message: string): void }) {
    this.#connect = connect
    this.#log = log
  }

  async listen(topic: Topic, heard: Heard): Promise<() => Promise<void>> {
    const known = this.#listeners.get(topic) ?? new Set()
    known.add(heard)
    this.#listeners.set(topic, known)
    this.#client ??= this.#open()
    const client = await this.#client
    await client.query(`listen ${topic}`)
    return async () => {
      known.delete(heard)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#client?.catch(() => null)
    await client?.end()
  }

  async #open(): Promise<pg.Client> {
    const client = this.#connect()
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    client.on('error', (error) => this.#log.warn({ reason: error.message }, 'The listening database connection broke'))
    client.on('end', () => this.#lost())
    await client.connect()
    for (const topic of this.#listeners.keys()) await client.query(`listen ${topic}`)
    return client
  }

  #lost(): void {
    if (this.#closed) return
    this.#client = this.#reopen()
    // Whoever listens next awaits the same promise; closing in between is no failure.
    this.#client.catch(() => {})
  }

  async #reopen(): Promise<pg.Client> {
    for (let attempt = 0; !this.#closed; attempt += 1) {
      await wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)], undefined, { ref: false })
      try {
        const client = await this.#open()
        for (const topic of this.#listeners.keys()) this.#tell(topic, '')
        return client
      } catch (error) {
        this.#log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'Listening again failed')
      }
    }
    throw new Error('The database is closed.')
  }

  #tell(channel: string, payload: string): void {
    for (const [topic, listeners] of this.#listeners) {
      if (topic === channel) for (const heard of listeners) heard(payload)
    }
  }
}
