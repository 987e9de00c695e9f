import type { Queries } from '../../db/engine/database.ts'
import type { LeagueFile, Problem } from '../file/league-file.ts'
import { readLeagueFile } from '../file/read-league-file.ts'
import { type CurrentLeague, currentLeague, isOwnLeague } from '../league.ts'
import { refusedBecause } from './step.ts'

export const problemLine = ({ line, sentence }: Problem): string => `line ${line}: ${sentence}`

export const refuseProblems = (problems: readonly Problem[]): void => {
  if (problems.length === 0) return
  const inOrder = problems.toSorted((one, other) => one.line - other.line)
  throw refusedBecause(inOrder.map(problemLine).join('\n'))
}

/** The league file that was sent; the command has already checked it and shown its warnings. */
export function fileOfLeague(text: string): LeagueFile {
  const { file, problems } = readLeagueFile(text)
  if (!file) throw refusedBecause(problems.map(problemLine).join('\n'))
  return file
}

/** Often it is another folder's league that is meant. */
export const noLeagueIn = (place: string): string =>
  `There is no league in ${place}: say where yours is, as for the server, by DATA_DIR=FOLDER or DATABASE_URL, or make one with \`npm run league -- init FILE\`.`

/** The league that is there; commands of a league file never touch the demo's. */
export async function ownLeague(queries: Queries): Promise<CurrentLeague> {
  const league = await currentLeague(queries)
  if (!isOwnLeague(league)) throw refusedBecause(DEMO_LEAGUE)
  return league
}

export const DEMO_LEAGUE =
  'This database holds the demo league. Set DATA_DIR or DATABASE_URL to the one of your league, or to an empty one.'
