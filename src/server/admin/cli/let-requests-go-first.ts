import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Where Linux lists this process's threads: each has a priority of its own, those too in which V8 compiles. */
const THREADS = '/proc/self/task'

/** Gives this command's work the processors that a server on this machine, PostgreSQL's too, leaves free. */
export function letRequestsGoFirst(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW)
}
