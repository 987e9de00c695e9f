import type { PlanLine } from '#contract/next-season'
import type { Env } from '../../settings/env.ts'
import type { Database, Queries } from '../../store/engine/database.ts'

/** Where a job is done: in the command's own process, or in the server that holds the database. */
export interface JobContext {
  readonly database: Database
  readonly clock: () => Date
  readonly nhlApi: Env['nhlApi']
  /** How members log in, and where. */
  readonly env: Pick<Env, 'login' | 'publicUrl' | 'host' | 'oidc' | 'demoLoginEverywhere'>
  /** A line for the person at the terminal. */
  say(line: string): void
  /** The share that is done, 0 to 1, and what is going on. */
  progress(done: number, what: string): void
  /** Hands over a file that was made. */
  put(name: string, bytes: Buffer): void
  /** Ends a long job after its present step. */
  readonly signal: AbortSignal
}

/** Something to be done, and the line that announces it. */
export interface Step {
  readonly line: PlanLine
  run(queries: Queries): Promise<void>
}

/** Why a job was not done, in sentences. Nothing has been changed. */
export class JobRefusal extends Error {}
