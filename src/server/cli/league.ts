// `npm run league`: sets up, feeds, keeps and moves a real league.
import '../build/refuse-old-node.ts'

const { lowerPriority } = await import('./lower-priority.ts')
// Before the modules are loaded, which takes half a second of CPU time.
lowerPriority()
const { outliveOutput } = await import('../settings/logging.ts')
outliveOutput()
const { runLeague } = await import('./run-league.ts')
const code = await runLeague(process.argv.slice(2))
// Not by itself: an engine that could not open its database leaves a timer of ten seconds. What was printed goes out first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
