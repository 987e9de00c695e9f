// `npm run league`: sets up, feeds, keeps and moves a real league.
import { runLeague } from './league/run-league.ts'

process.exitCode = await runLeague(process.argv.slice(2))
