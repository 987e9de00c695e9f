import { pino } from 'pino'
import type { Env } from '../settings/env.ts'
import type { Database } from '../store/engine/database.ts'
import { createContext } from './create-context.ts'
import { createOwnerApp } from './owner-app.ts'

interface OwnProcess {
  readonly env: Env
  /** Opened and migrated; it is closed at the end. */
  readonly database: Database
  readonly clock: () => Date
  readonly stopping: AbortSignal
}

/** What a request is, and its answer. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
}

/** The owner's calls within a command's own process, where no server has the database open. */
export async function openOwnProcess({ env, database, clock, stopping }: OwnProcess) {
  const context = await createContext(env, { database, clock, log: pino({ level: 'silent' }) })
  const faults = new Map<string, unknown>()
  const app = createOwnerApp(context, {
    stopping,
    onFault: (error, request, reply) => {
      faults.set(request.id, error)
      return reply.code(500).header('fault', request.id).send()
    },
  })
  return {
    async send(request: OwnRequest): Promise<{ status: number; bytes: Buffer }> {
      const { statusCode, rawPayload, headers } = await app.inject({ ...request, headers: { ...request.headers } })
      const { fault } = headers
      // As it is: this process is the one that says what happened.
      if (typeof fault === 'string') throw faults.get(fault)
      return { status: statusCode, bytes: rawPayload }
    },
    async close(): Promise<void> {
      await app.close()
      await context.close()
    },
  }
}
