import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { LineCounter, parseDocument } from 'yaml'
import { checkLeague } from './check-league.ts'
import { type LeagueFile, type Path, Places, type Problem, tooLong } from './league-file.ts'
import { likelyMistakes, usualMistakes, withMistakes } from './mistakes.ts'
import { LeagueFileText } from './schema.ts'

type Fault = ReturnType<typeof Value.Errors>[number]

/** Eight by default: of a long file only the first wrong lines would be reported. */
const MOST_FAULTS = 10_000

function faultsOf(value: unknown): Fault[] {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: MOST_FAULTS })
  try {
    return Value.Errors(LeagueFileText, value)
  } finally {
    Settings.Set({ maxErrors })
  }
}

/** What a person calls the place: `members, entry 3, email`. */
const nameOf = (path: Path): string =>
  path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : step)).join(', ') || 'the file'

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** What is wrong with the shape of the file, each with its line. */
function schemaProblems(value: unknown, places: Places): Problem[] {
  const problems = new Map<string, Problem>()
  const add = (path: Path, sentence: string) => {
    const key = JSON.stringify(path)
    if (!problems.has(key)) problems.set(key, { line: places.line(path), sentence: capital(sentence) })
  }
  const tell = ({ keyword, params, schemaPath, instancePath }: Fault) => {
    const path = pathOf(instancePath, value)
    const schema = schemaAt(schemaPath)
    if (keyword === 'required') {
      for (const name of listed(params, 'requiredProperties')) {
        add([...path, name], `${nameOf(path)}: ${name} is missing.`)
      }
    } else if (keyword === 'additionalProperties') {
      for (const name of listed(params, 'additionalProperties')) {
        const known = Object.keys(schema && 'properties' in schema ? Object(schema.properties) : {}).join(', ')
        add([...path, name], `${nameOf(path)}: "${name}" is unknown; use one of ${known}.`)
      }
    } else if (keyword === 'maxLength') {
      add(path, tooLong(String(valueAt(path, value)), schema && 'maxLength' in schema ? Number(schema.maxLength) : 0))
    } else if (keyword !== 'boolean') {
      const description = schema && 'description' in schema ? String(schema.description) : 'something else'
      add(path, `${nameOf(path)} must be ${description}.`)
    }
  }
  /** The faults under one place of the schema; those of a choice by the shape that is meant, if one is. */
  const tellAll = (faults: readonly Fault[], under: string) => {
    for (const fault of faults) {
      if (fault.schemaPath.slice(under.length).includes('/anyOf/')) continue
      const meant = fault.keyword === 'anyOf' ? shapeMeant(faults, fault) : null
      if (meant) tellAll(meant.faults, meant.under)
      else tell(fault)
    }
  }
  tellAll(faultsOf(value), '')
  return [...problems.values()]
}

/** Of the shapes that a value may have, the one that it fits but for parts of it, or words that are not known there. */
function shapeMeant(faults: readonly Fault[], { schemaPath, instancePath }: Fault) {
  const choice = `${schemaPath}/anyOf/`
  const shapes = new Map<string, Fault[]>()
  for (const fault of faults) {
    const isOfThis = fault.instancePath === instancePath || fault.instancePath.startsWith(`${instancePath}/`)
    if (!isOfThis || !fault.schemaPath.startsWith(choice)) continue
    const nr = fault.schemaPath.slice(choice.length).split('/')[0] ?? ''
    shapes.set(nr, [...(shapes.get(nr) ?? []), fault])
  }
  const isOfPart = (fault: Fault) =>
    fault.instancePath !== instancePath || fault.keyword === 'additionalProperties' || fault.keyword === 'boolean'
  for (const [nr, found] of shapes) if (found.every(isOfPart)) return { under: choice + nr, faults: found }
  return null
}

const listed = (params: object, name: string): string[] => {
  const found: unknown = Object.entries(params).find(([key]) => key === name)?.[1]
  return Array.isArray(found) ? found.map(String) : []
}

const valueAt = (path: Path, value: unknown): unknown =>
  path.reduce((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value)

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

function schemaAt(schemaPath: string): TSchema | null {
  let at: unknown = LeagueFileText
  for (const step of schemaPath.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return null
    at = Object.entries(at).find(([key]) => key === step)?.[1]
  }
  return typeof at === 'object' && at !== null ? at : null
}

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
