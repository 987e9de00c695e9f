import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DatabaseUnavailable, storageSentence } from '../db/engine/database-errors.ts'
import { readEnv } from '../settings/env.ts'
import { describeError } from '../settings/logging.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import { refuseMisspeltSettings } from '../settings/variables.ts'
import { version } from '../settings/version.ts'
import { type Command, Refused, WrongUse } from './command.ts'
import { commands } from './commands.ts'
import { connector } from './connect.ts'
import { Terminal } from './terminal.ts'

const USE = 'npm run league --'
/** What a command needs of the environment; the rest is the server's. */
const VARIABLES = [
  'DATA_DIR',
  'DATABASE_URL',
  'NHL_API_WEB',
  'NHL_API_STATS',
  // For the links of invitations, and to try the provider.
  'LOGIN',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_AUTH',
  'PUBLIC_URL',
  'PORT',
]

const EXIT = { done: 0, refused: 1, wrongUse: 2 } as const

const width = Math.max(...commands.map(({ name }) => name.length))

const overview =
  (): string => `Sets up and keeps a league. DATA_DIR or DATABASE_URL says where, as for the server; each command shows
that place first, as "League: ...".

${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

${USE} COMMAND --help shows more; --version, the version. Exit codes: 0 done, 1 refused or failed, 2 called wrongly.`

const helpOf = ({ name, takes, help }: Command): string => `${`${USE} ${name} ${takes}`.trimEnd()}\n\n${help}`

/** Runs the command line. Returns the exit code. */
export async function runLeague(words: readonly string[], terminal = new Terminal()): Promise<number> {
  const [name, ...rest] = words
  if (name === '--version') {
    terminal.say(version)
    return EXIT.done
  }
  const command = commands.find((each) => each.name === name)
  if (!command) {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      terminal.say(overview())
      return EXIT.done
    }
    terminal.warn(`There is no command "${name}".\n\n${overview()}`)
    return EXIT.wrongUse
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.say(helpOf(command))
    return EXIT.done
  }
  try {
    await call(command, rest, terminal)
    return EXIT.done
  } catch (error) {
    if (error instanceof WrongUse) {
      terminal.warn(`${error.message}\n\n${helpOf(command)}`)
      return EXIT.wrongUse
    }
    terminal.warn(sentenceOf(error))
    return EXIT.refused
  }
}

async function call(command: Command, rest: readonly string[], terminal: Terminal): Promise<void> {
  const { words, flags } = parse(command, rest)
  const [least, most] = command.words
  if (words.length < least) throw new WrongUse(`${command.name} needs ${command.takes.split(' ')[0]}.`)
  if (words.length > most) throw new WrongUse(`${command.name} does not know what to do with "${words[most]}".`)
  refuseMisspeltSettings(process.env)
  // npm runs scripts in the folder of the package, wherever it was called.
  const here = (process.env.npm_lifecycle_event === 'league' && process.env.INIT_CWD) || process.cwd()
  const env = readEnv(Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]])))
  const given = { env, terminal, clock: () => new Date(), typed: [command.name, ...rest] }
  const { connect, close } = connector(given, flags['dry-run'] === true)
  try {
    await command.run({ ...given, connect, words, flags, path: (word) => resolve(here, word) })
  } finally {
    await close()
  }
}

function parse({ options }: Command, rest: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true })
    const flags = Object.entries(values).filter(
      (entry): entry is [string, string | boolean] => typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
    )
    return { words: positionals, flags: Object.fromEntries(flags) }
  } catch (error) {
    throw new WrongUse(error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'The options are wrong.')
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused || error instanceof StartRefusal) return error.message
  if (error instanceof Error && error.name === 'AbortError') {
    return 'Stopped. Completed steps are saved. Run it again to continue.'
  }
  const ofStorage = storageSentence(error)
  if (ofStorage !== null) return ofStorage
  if (error instanceof DatabaseUnavailable) {
    const { cause } = error
    const why = cause instanceof Error ? ` (${cause.message})` : ''
    return `The database no longer answers${why}. Completed steps are saved. Run it again to continue.`
  }
  return `It failed:\n${JSON.stringify(describeError(error), null, 2).replaceAll('\\n', '\n')}`
}
