// `npm run league`: sets up, feeds, keeps and moves a real league.
import { outliveOutput } from '../outlive-output.ts'
import { runLeague } from './league/run-league.ts'

outliveOutput()
process.exitCode = await runLeague(process.argv.slice(2))
