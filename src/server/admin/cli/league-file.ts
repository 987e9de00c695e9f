import { relative } from 'node:path'
import type { Problem } from '../file/league-file.ts'
import { readLeagueFile } from '../file/read-league-file.ts'
import { JobRefusal } from '../jobs/job-context.ts'
import { readText } from './files.ts'
import type { Terminal } from './terminal.ts'

/** Reads and checks a league file; what is wrong with it is told as FILE:LINE, which editors open. */
export async function readChecked(path: string, terminal: Terminal) {
  const text = await readText(path)
  const { file, problems, warnings } = readLeagueFile(text)
  const shown = relative(process.cwd(), path)
  const line = (problem: Problem, word = '') => `${shown}:${problem.line}: ${word}${problem.sentence}`
  if (!file) throw new JobRefusal(problems.map((problem) => line(problem)).join('\n'))
  for (const warning of warnings) terminal.warn(line(warning, 'note: '))
  return { text, file }
}
