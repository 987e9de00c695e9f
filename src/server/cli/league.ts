// `npm run league`: sets up, feeds, keeps and moves a real league.
import '../build/refuse-old-node.ts'
import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Where Linux lists this process's threads: each has its own priority, including those in which V8 compiles. */
const THREADS = '/proc/self/task'

// Before the modules are loaded, which takes half a second of CPU time. Leaves the processors to a server on this
// machine, PostgreSQL's included: this command takes what they do not need.
const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW)

const { outliveOutput } = await import('../settings/logging.ts')
outliveOutput()
const { runLeague } = await import('./run-league.ts')
const code = await runLeague(process.argv.slice(2))
// Not by itself: an engine that could not open its database leaves a timer of ten seconds. What was printed goes out first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
