import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { LineCounter, parseDocument } from 'yaml'
import { checkLeague } from './check-league.ts'
import type { LeagueFile, Problem } from './league-file.ts'
import { type Path, Places } from './places.ts'
import { LeagueFileText } from './schema.ts'

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
  if (!Value.Check(LeagueFileText, value)) return failed(schemaProblems(value, places))
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

/** What a person calls the place: `members, entry 3, email`. */
const nameOf = (path: Path): string =>
  path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : step)).join(', ') || 'the file'

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

function schemaProblems(value: unknown, places: Places): Problem[] {
  const problems = new Map<string, Problem>()
  const add = (path: Path, sentence: string) => {
    const key = JSON.stringify(path)
    if (!problems.has(key)) problems.set(key, { line: places.line(path), sentence: capital(sentence) })
  }
  for (const error of Value.Errors(LeagueFileText, value)) {
    // The parts of a union each report the same value; the union reports it once.
    const choice = error.schemaPath.indexOf('/anyOf')
    const steps = error.schemaPath.slice(0, choice < 0 ? undefined : choice)
    const path = pathOf(error.instancePath, value)
    const whole = choice < 0 ? path : path.slice(0, depthOf(steps))
    const schema = schemaAt(steps)
    if (choice < 0 && error.keyword === 'required') {
      for (const name of listed(error.params, 'requiredProperties')) {
        add([...path, name], `${nameOf(path)}: ${name} is missing.`)
      }
    } else if (choice < 0 && error.keyword === 'additionalProperties') {
      for (const name of listed(error.params, 'additionalProperties')) {
        const known = Object.keys(schema && 'properties' in schema ? Object(schema.properties) : {}).join(', ')
        add([...path, name], `${nameOf(path)}: "${name}" is not known here; known are ${known}.`)
      }
    } else if (error.keyword !== 'boolean') {
      const description = schema && 'description' in schema ? String(schema.description) : 'something else'
      add(whole, `${nameOf(whole)} must be ${description}.`)
    }
  }
  return inOrder([...problems.values()])
}

const listed = (params: object, name: string): string[] => {
  const found: unknown = Object.entries(params).find(([key]) => key === name)?.[1]
  return Array.isArray(found) ? found.map(String) : []
}

/** The steps of a JSON pointer; digits are places in a list where the value has a list. */
function pathOf(pointer: string, value: unknown): (string | number)[] {
  const path: (string | number)[] = []
  let at: unknown = value
  for (const written of pointer.split('/').slice(1)) {
    const step = written.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(Array.isArray(at) ? Number(step) : step)
    at = typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === step)?.[1] : undefined
  }
  return path
}

const schemaSteps = (schemaPath: string): string[] => schemaPath.split('/').slice(1)

/** How many steps into the value a path of the schema leads. */
const depthOf = (schemaPath: string): number => {
  let depth = 0
  const steps = schemaSteps(schemaPath)
  for (let at = 0; at < steps.length; at++) {
    if (steps[at] === 'properties' || steps[at] === 'patternProperties') at++
    else if (steps[at] !== 'items') continue
    depth++
  }
  return depth
}

function schemaAt(schemaPath: string): TSchema | null {
  let at: unknown = LeagueFileText
  for (const step of schemaSteps(schemaPath)) {
    if (typeof at !== 'object' || at === null) return null
    at = Object.entries(at).find(([key]) => key === step)?.[1]
  }
  return typeof at === 'object' && at !== null ? at : null
}
