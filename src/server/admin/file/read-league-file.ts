import { Value } from 'typebox/value'
import { LineCounter, parseDocument } from 'yaml'
import { checkLeague } from './check-league.ts'
import type { LeagueFile, Problem } from './league-file.ts'
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
  if ('problem' in read) return failed([read.problem])
  const { value, places } = read
  if (!Value.Check(LeagueFileText, value)) return failed(inOrder(schemaProblems(value, places)))
  const { file, problems, warnings } = checkLeague(value, places)
  return { file: problems.length > 0 ? null : file, problems: inOrder(problems), warnings: inOrder(warnings) }
}

/** What a YAML text says, and where; or its first fault. */
export function readYaml(text: string): { value: unknown; places: Places } | { problem: Problem } {
  if (text.length > LONGEST_FILE) return { problem: { line: 1, sentence: 'The file is longer than a league can be.' } }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [fault] = [...document.errors, ...document.warnings]
  if (fault) {
    // What follows the first error is mostly caused by it.
    const sentence = `${withStop(fault.message)} The fault may lie on the line above.`
    return { problem: { line: lines.linePos(fault.pos[0]).line, sentence } }
  }
  try {
    return { value: document.toJS(), places: new Places(document, lines) }
  } catch (error) {
    // An alias that refers to nothing or to itself, or far too many of them.
    const sentence = withStop(error instanceof Error ? error.message : 'The file cannot be read')
    return { problem: { line: 1, sentence } }
  }
}

const inOrder = (problems: readonly Problem[]): Problem[] => [...problems].sort((one, other) => one.line - other.line)

const withStop = (message: string): string => `${message.split('\n')[0]?.replace(/[.:]$/, '')}.`
