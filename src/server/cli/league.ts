// `npm run league`: sets up, feeds, keeps and moves a real league.
import '../build/refuse-old-node.ts'
import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Where Linux lists this process's threads: each has its own priority, including those in which V8 compiles. */
const THREADS = '/proc/self/task'

// Leaves the processors to a server on this machine, PostgreSQL's included: a command takes what they do not need.
// Before the modules are loaded, which takes half a second of CPU time.
const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW)

const { outliveOutput } = await import('../settings/logging.ts')
outliveOutput()
const { runLeague } = await import('./run-league.ts')
process.exitCode = await runLeague(process.argv.slice(2))
