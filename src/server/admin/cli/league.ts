// `npm run league`: sets up, feeds, keeps and moves a real league.
import { outliveOutput } from '../../settings/outlive-output.ts'
import { runLeague } from './run-league.ts'

outliveOutput()
process.exitCode = await runLeague(process.argv.slice(2))
