import { Value } from 'typebox/value'
import { LineCounter, parseDocument } from 'yaml'
import { checkLeague } from './check-league.ts'
import type { LeagueFile, Problem } from './league-file.ts'
import { likelyMistakes, usualMistakes, withMistakes } from './mistakes.ts'
import { Places } from './places.ts'
import { LeagueFileText } from './schema.ts'
import { schemaProblems } from './schema-problems.ts'

export interface ReadLeagueFile {
  /** Null when there are problems. */
  readonly file: LeagueFile | null
  readonly problems: readonly Problem[]
  /** Valid YAML, but hardly ever meant that way. */
  readonly warnings: readonly Problem[]
}

const LONGEST_FILE = 1_000_000

/** Reads a league file: everything that is wrong with it, by line, or the league. */
export function readLeagueFile(text: string): ReadLeagueFile {
  const failed = (problems: readonly Problem[]): ReadLeagueFile => ({ file: null, problems, warnings: [] })
  const read = readYaml(text)
  if ('problems' in read) return failed(read.problems)
  const { value, places } = read
  if (!Value.Check(LeagueFileText, value)) return failed(inOrder(withMistakes(text, schemaProblems(value, places))))
  const { file, problems, warnings } = checkLeague(value, places)
  return {
    file: problems.length > 0 ? null : file,
    problems: inOrder(problems),
    warnings: inOrder([...warnings, ...likelyMistakes(text)]),
  }
}

/** What a YAML text says, and where; or what is wrong with it. */
export function readYaml(text: string): { value: unknown; places: Places } | { problems: readonly Problem[] } {
  const failed = (line: number, sentence: string) => ({ problems: [{ line, sentence }] })
  if (text.length > LONGEST_FILE) return failed(1, 'The file is longer than a league can be.')
  const lines = new LineCounter()
  // Old Macs ended lines by a carriage return alone.
  const document = parseDocument(text.replaceAll(/\r\n?/g, '\n'), { lineCounter: lines, prettyErrors: false })
  const [fault] = [...document.errors, ...document.warnings]
  if (fault) {
    const { line } = lines.linePos(fault.pos[0])
    const mistakes = usualMistakes(text)
    if (mistakes.length > 0) return { problems: mistakes }
    const tab = [line, line - 1].find((each) => text.split('\n')[each - 1]?.includes('\t'))
    if (tab !== undefined) return failed(tab, `Use spaces, not tabs (line ${tab})`)
    // What follows the first error is mostly caused by it.
    return failed(line, `${withStop(fault.message)} The fault may lie on the line above.`)
  }
  try {
    return { value: document.toJS(), places: new Places(document, lines) }
  } catch (error) {
    // An alias that refers to nothing or to itself, or far too many of them.
    const mistakes = usualMistakes(text)
    if (mistakes.length > 0) return { problems: mistakes }
    return failed(1, withStop(error instanceof Error ? error.message : 'The file cannot be read'))
  }
}

const inOrder = (problems: readonly Problem[]): Problem[] => [...problems].sort((one, other) => one.line - other.line)

const withStop = (message: string): string => `${message.split('\n')[0]?.replace(/[.:]$/, '')}.`
