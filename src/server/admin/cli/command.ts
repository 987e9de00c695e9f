import type { ParseArgsConfig } from 'node:util'
import type { Env } from '../../settings/env.ts'
import type { Terminal } from './terminal.ts'

/** What a command is called with. */
export interface Called {
  readonly env: Env
  readonly terminal: Terminal
  readonly clock: () => Date
  /** All of them, with the command's name. */
  readonly typed: readonly string[]
  /** Words that are no options. */
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean>>
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

/** The command was called with words or options that it does not know. */
export class WrongUse extends Error {}
