// `npm run league`: sets up, feeds, keeps and moves a real league.
import { outliveOutput } from '../../settings/logging.ts'
import { runLeague } from './run-league.ts'

outliveOutput()
process.exitCode = await runLeague(process.argv.slice(2))
