import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Where Linux lists this process's threads: each has its own priority, including those in which V8 compiles. */
const THREADS = '/proc/self/task'

/** Leaves the processors to a server on this machine, PostgreSQL's included: this command takes what they do not need. */
export function lowerPriority(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW)
}
