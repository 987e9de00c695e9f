import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openOwnProcess } from '#server/app/owner-app'
import type { League } from '#server/cli/command'
import { commands } from '#server/cli/commands'
import { leagueOver } from '#server/cli/connect'
import { Terminal } from '#server/cli/terminal'
import type { Database } from '#server/db/engine/database'
import { type Env, readEnv } from '#server/settings/env'
import { removeFolder, temporaryFolder } from './demo-league.ts'

/** What is typed behind `npm run league --`; a list where there are spaces within a word. */
export type Words = string | readonly string[]

interface Place {
  readonly now?: string | (() => Date)
  /** Of a fake; there is no NHL otherwise. */
  readonly nhlApi?: Env['nhlApi']
  /** Of the command; without invitations unless it says so. */
  readonly env?: Record<string, string>
  readonly signal?: AbortSignal
}

export interface CommandOptions extends Place {
  /** The text of the file that the words call FILE. */
  readonly file?: string | undefined
  /** Hears each line as soon as it is printed, also of a command that fails later. */
  readonly heard?: (line: string) => void
  readonly progress?: (done: number, what: string) => void
}

const settingsOf = ({
  nhlApi = { web: 'http://127.0.0.1:9', stats: 'http://127.0.0.1:9' },
  env = { LOGIN: 'trial' },
}: Place): Env => ({ ...readEnv(env), nhlApi })

const clockOf = ({ now = '2025-06-01T12:00:00Z' }: Place) => (typeof now === 'string' ? () => new Date(now) : now)

/** Calls of the league's owner on a database that stays open. */
export async function asOwner<T>(
  database: Database,
  work: (league: League) => Promise<T>,
  place: Place = {},
): Promise<T> {
  const { send, close } = await openOwnProcess({
    env: settingsOf(place),
    database: { ...database, close: async () => {} },
    clock: clockOf(place),
    stopping: place.signal ?? new AbortController().signal,
  })
  try {
    return await work(leagueOver(send))
  } finally {
    await close()
  }
}

/** Runs a command in this process, on a database that stays open. Answers what it prints, or the files it puts into DIR. */
export async function commandOn(
  database: Database,
  typed: Words,
  { file, heard = () => {}, progress = () => {}, ...place }: CommandOptions = {},
): Promise<string[]> {
  const [name, ...args] = typeof typed === 'string' ? typed.split(' ') : typed
  const command = commands.find((each) => each.name === name)
  if (!command) throw new Error(`There is no command ${name}`)
  const { values, positionals: words } = parseArgs({ args, options: command.options, allowPositionals: true })
  const flags = Object.entries(values).flatMap(([flag, value]) => (Array.isArray(value) ? [] : [[flag, value ?? '']]))
  const said: string[] = []
  class Listener extends Terminal {
    override say(line: string): void {
      said.push(line)
      heard(line)
    }
    override warn(): void {}
    override progress(done: number, what: string): void {
      progress(done, what)
    }
  }
  const folder = await temporaryFolder()
  try {
    if (file !== undefined) await writeFile(join(folder, 'FILE'), file)
    await asOwner(
      database,
      (league) =>
        command.run({
          env: settingsOf(place),
          terminal: new Listener(),
          clock: clockOf(place),
          typed: [],
          connect: async () => league,
          words,
          flags: Object.fromEntries(flags),
          path: (word) => (word.startsWith('/') ? word : join(folder, word)),
        }),
      place,
    )
    return existsSync(join(folder, 'DIR')) ? await filesIn(join(folder, 'DIR'), said) : said
  } finally {
    await removeFolder(folder)
  }
}

/** Each with its name, in the order in which the command named them. */
async function filesIn(folder: string, said: readonly string[]): Promise<string[]> {
  const names = await readdir(folder)
  const order = said.join(' ')
  const sorted = names.toSorted((one, other) => order.indexOf(` ${one}`) - order.indexOf(` ${other}`))
  return Promise.all(sorted.map(async (name) => `${name}:\n${await readFile(join(folder, name), 'utf8')}`))
}
