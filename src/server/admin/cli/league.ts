// `npm run league`: sets up, feeds, keeps and moves a real league.
import { outliveOutput } from '../../settings/logging.ts'
import { letRequestsGoFirst } from './let-requests-go-first.ts'

// Before the modules are loaded, which takes half a second of CPU time.
letRequestsGoFirst()
outliveOutput()
const { runLeague } = await import('./run-league.ts')
process.exitCode = await runLeague(process.argv.slice(2))
