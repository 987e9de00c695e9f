import { fileText, NOT_UTF8 } from '../../nhl/file-text.ts'
import type { Queries } from '../../store/engine/database.ts'
import type { CurrentLeague } from '../../store/subjects/league.ts'
import { findLeague, isOwnLeague } from '../../store/subjects/league.ts'
import type { LeagueFile, Problem } from '../file/league-file.ts'
import { readLeagueFile } from '../file/read-league-file.ts'
import { JobRefusal } from './job-context.ts'

export const problemLine = ({ line, sentence }: Problem): string => `line ${line}: ${sentence}`

/** The text that a command reads; `placeOf` names a line of it. */
export function textOfFile(bytes: Uint8Array, placeOf: (line: number) => string): string {
  const text = fileText(bytes)
  if (typeof text !== 'string') throw new JobRefusal(`${placeOf(text.line)}: ${NOT_UTF8}`)
  return text
}

/** The league file of a job; the command has already checked it and shown its warnings. */
export function fileOfJob(text: string): LeagueFile {
  const { file, problems } = readLeagueFile(text)
  if (!file) throw new JobRefusal(problems.map(problemLine).join('\n'))
  return file
}

/** Often it is another folder's league that is meant. */
export const noLeagueIn = (place: string): string =>
  `There is no league in ${place}: say where yours is, as for the server, by DATA_DIR=FOLDER or DATABASE_URL, or make one with \`npm run league -- init FILE\`.`

/** The league that is there, the demo's too. */
export async function anyLeague(queries: Queries): Promise<CurrentLeague> {
  const league = await findLeague(queries)
  if (!league) throw new JobRefusal(noLeagueIn('this database'))
  return league
}

/** The league that is there; commands of a league file never touch the demo's. */
export async function realLeague(queries: Queries): Promise<CurrentLeague> {
  const league = await anyLeague(queries)
  if (!isOwnLeague(league)) {
    throw new JobRefusal(
      'This database holds the demo league. Set DATA_DIR or DATABASE_URL to the one of your league, or to an empty one.',
    )
  }
  return league
}

export const DRY_RUN = 'Dry run: nothing has been changed.'
