import type { ParseArgsConfig } from 'node:util'
import type { Answer, Call, CallInput } from '#contract/call'
import { getLeague, type LeagueOfCommand } from '#contract/command'
import { sameName } from '#rules/names'
import { DEMO_LEAGUE } from '../league/moving-in/file-of-league.ts'
import { DRY_RUN } from '../league/moving-in/step.ts'
import type { Env } from '../settings/env.ts'
import type { Terminal } from './terminal.ts'

export interface Options {
  /** What would be done is answered, and nothing is. */
  readonly dryRun?: boolean
  /** The member for whom it is done; empty: the server. */
  readonly by?: string
}

/** The league's calls, as the owner of the machine makes them. */
export interface League {
  call<const C extends Call>(call: C, input: CallInput<C>, options?: Options): Promise<Answer<C>>
  backup(): Promise<Buffer>
}

/** `makes`: the call makes the league; a dry run of that leaves no database behind. */
export type Connect = (makes?: 'league') => Promise<League>

export interface Called {
  readonly env: Env
  readonly terminal: Terminal
  readonly clock: () => Date
  /** All of them, with the command's name. */
  readonly typed: readonly string[]
  /** Words that are not options. */
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean>>
  readonly connect: Connect
  /** A path relative to where the person called npm. */
  path(word: string): string
}

export interface Command {
  readonly name: string
  /** Behind the name: "FILE [--dry-run]". */
  readonly takes: string
  /** In the list of commands. */
  readonly summary: string
  readonly help: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** How many words it takes, at least and at most. */
  readonly words: readonly [number, number]
  run(called: Called): Promise<void>
}

/** Why nothing was done, in sentences. */
export class Refused extends Error {
  /** Of a call. */
  readonly code: string | null

  constructor(sentences: string, code: string | null = null) {
    super(sentences)
    this.code = code
  }
}

/** The command was called with words or options that it does not know. */
export class WrongUse extends Error {}

export const dryRunOption = { 'dry-run': { type: 'boolean' } } as const
export const dryRunHelp = '  --dry-run   shows what would change, and changes nothing'

/** The value of an option; null where it is not given. */
export const optionText = ({ flags }: Pick<Called, 'flags'>, name: string): string | null => {
  const value = flags[name]
  return typeof value === 'string' ? value : null
}

export const firstPath = ({ words, path }: Called): string => path(words[0] ?? '')

export const optionPath = (called: Called, name: string): string | null => {
  const word = optionText(called, name)
  return word === null ? null : called.path(word)
}

export const isDry = ({ flags }: Called): boolean => flags['dry-run'] === true

/** Says what was done, or what would be. */
export function sayDone(called: Called, sentence: string): void {
  called.terminal.say(sentence)
  if (isDry(called)) called.terminal.say(DRY_RUN)
}

/** The league that is there; commands of a league's own never touch the demo's. */
export async function ownLeague(league: League): Promise<LeagueOfCommand> {
  const found = await league.call(getLeague, {})
  if (!found.isOwn) throw new Refused(DEMO_LEAGUE)
  return found
}

/** Which team a command means: by id, short name or name. */
export function teamNamed({ teams }: LeagueOfCommand, text: string): LeagueOfCommand['teams'][number] {
  const team = teams.find(
    ({ id, name, shortName }) => String(id) === text || sameName(shortName, text) || sameName(name, text),
  )
  if (!team) throw new Refused(`There is no team "${text}"; \`npm run league -- teams\` lists them.`)
  return team
}

/** Times as a terminal shows them, by the league's clock. */
export const timesIn = (timeZone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeStyle, hourCycle: 'h23', timeZone })

export function printLines(
  { lines }: { readonly lines: readonly string[] },
  { terminal }: Pick<Called, 'terminal'>,
): void {
  for (const line of lines) terminal.say(line)
}
