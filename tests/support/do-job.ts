import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '#contract/command'
import type { CORRECTION_KINDS } from '#contract/corrections'
import { seasonName } from '#rules/calendar'
import { openOwnProcess } from '#server/app/owner-app'
import type { League } from '#server/cli/command'
import { commands } from '#server/cli/commands'
import { leagueOver } from '#server/cli/connect'
import { Terminal } from '#server/cli/terminal'
import type { Database } from '#server/db/engine/database'
import { readLeagueFile } from '#server/league/file/read-league-file'
import { type Env, readEnv } from '#server/settings/env'
import { removeFolder, temporaryFolder } from './demo-league.ts'

/** What a command is called with, by name; `file` is the text of its file. */
export type Job =
  | { readonly do: 'init'; readonly file: string; readonly dryRun: boolean }
  | { readonly do: 'history'; readonly file: string; readonly dryRun: boolean }
  | { readonly do: 'members'; readonly file: string | null; readonly remove: boolean; readonly dryRun: boolean }
  | { readonly do: 'season'; readonly file: string; readonly from: string | null; readonly dryRun: boolean }
  | { readonly do: 'undo-season'; readonly dryRun: boolean }
  | { readonly do: 'teams' | 'refresh' }
  | { readonly do: 'invite'; readonly user: string; readonly lost: boolean; readonly dryRun: boolean }
  | { readonly do: 'sessions'; readonly user: string | null; readonly end: boolean; readonly dryRun: boolean }
  | {
      readonly do: 'import'
      readonly from: string | null
      readonly days: 'new' | 'recent' | 'all' | { readonly from: string; readonly through: string }
      readonly dryRun: boolean
    }
  | { readonly do: 'publish'; readonly ifNew?: boolean; readonly dryRun: boolean }
  | { readonly do: 'tell'; readonly words: string; readonly dryRun: boolean }
  | {
      readonly do: 'correct'
      readonly asked: CommandCorrection | null
      readonly reason: string
      readonly by: string
      readonly dryRun: boolean
    }
  | {
      readonly do: 'rename'
      readonly team: string
      readonly name: string
      readonly shortName: string
      readonly dryRun: boolean
    }
  | { readonly do: 'take-back'; readonly player: string; readonly by: string; readonly dryRun: boolean }
  | { readonly do: 'backup' }
  | { readonly do: 'note-backup'; readonly place: string; readonly bytes: number }
  | { readonly do: 'export'; readonly seasonId: number | null }
  | {
      readonly do: 'audit'
      readonly by: string | null
      readonly kind: string | null
      readonly day: string | null
      readonly csv: boolean
    }
export type JobOf<Name extends Job['do']> = Extract<Job, { readonly do: Name }>

export interface CommandCorrection {
  readonly kind: (typeof CORRECTION_KINDS)[number]
  readonly team: string
  readonly player: string
  readonly asOf: string
  readonly amount: number | null
  readonly nr: number | null
  readonly isHalf: boolean
  readonly againstRules: boolean
}

/** A correction as its command has it, with what it leaves out. */
export const correctionOf = (
  kind: CommandCorrection['kind'],
  given: Partial<CommandCorrection> = {},
): CommandCorrection => ({
  ...{ kind, team: '', player: '', asOf: '', amount: null, nr: null, isHalf: false, againstRules: false },
  ...given,
})

type Flags = Record<string, string | boolean | null>
interface Called {
  readonly name: string
  readonly words: string[]
  readonly flags: Flags
}

/** The words and options of the command; `FILE` and `DIR` lie in the folder of the test. */
function called(job: Job): Called {
  const call = (words: string[], flags: Flags, name: string = job.do): Called => ({ name, words, flags })
  switch (job.do) {
    case 'init':
      // Not asked about the example.
      return call(['FILE'], { anyway: true })
    case 'history':
      return call(['FILE'], {})
    case 'members':
      return call(job.file === null ? [] : ['FILE'], { remove: job.remove })
    case 'season':
      return call(['FILE'], { from: job.from })
    case 'undo-season':
      return call([], { undo: true }, 'season')
    case 'invite':
      return call([job.user], { lost: job.lost })
    case 'sessions':
      return job.end ? call([], { end: job.user }) : call(job.user === null ? [] : [job.user], {})
    case 'import': {
      const { days, from } = job
      const flags: Flags = typeof days === 'string' ? { [days]: true } : { days: `${days.from}..${days.through}` }
      return call([], { ...flags, from })
    }
    case 'publish':
      return call([], { anyway: job.ifNew !== true })
    case 'tell':
      return call([job.words], {})
    case 'correct':
      return { name: 'correct', ...correction(job) }
    case 'rename':
      return call([job.team], { name: job.name, short: job.shortName })
    case 'take-back':
      return call(job.player === '' ? [] : [job.player], { by: job.by })
    case 'backup':
      return call(['BACKUP'], {})
    case 'export':
      return call(['DIR'], { season: job.seasonId === null ? null : seasonName(job.seasonId) })
    case 'audit':
      return call([], { member: job.by, call: job.kind, day: job.day, csv: job.csv ? 'DIR/audit.csv' : null })
    default:
      return call([], {})
  }
}

function correction({ asked, reason, by }: JobOf<'correct'>): { words: string[]; flags: Flags } {
  if (!asked) return { words: [], flags: { reason, by } }
  const { kind, team, player, asOf, amount, nr, isHalf, againstRules } = asked
  const about = kind === 'undo' ? [String(nr)] : kind === 'cash' ? [team] : [team, player]
  const figure = amount === null ? null : amount.toFixed(2)
  return {
    words: [kind, ...about],
    flags: {
      reason,
      by,
      'as-of': asOf === '' ? null : asOf,
      ...(kind === 'cash' ? { amount: figure } : { price: figure }),
      half: isHalf,
      'against-rules': againstRules,
    },
  }
}

export interface Options {
  readonly now?: string | (() => Date)
  /** Of a fake; there is no NHL otherwise. */
  readonly nhlApi?: Env['nhlApi']
  /** Of the command; without invitations unless it says so. */
  readonly env?: Record<string, string>
  /** Hears each line as soon as it is printed, also of a command that fails later. */
  readonly heard?: (line: string) => void
  readonly progress?: (done: number, what: string) => void
  readonly signal?: AbortSignal
}

/** Runs a command in this process, on a database that stays open, and answers what it prints. */
export async function doJob(
  database: Database,
  job: Job,
  {
    now = '2025-06-01T12:00:00Z',
    nhlApi = { web: 'http://127.0.0.1:9', stats: 'http://127.0.0.1:9' },
    env = { LOGIN: 'trial' },
    heard = () => {},
    progress = () => {},
    signal = new AbortController().signal,
  }: Options = {},
): Promise<string[]> {
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
  const settings = { ...readEnv(env), nhlApi }
  const clock = typeof now === 'string' ? () => new Date(now) : now
  const { name, words, flags } = called(job)
  const folder = await temporaryFolder()
  const open = { ...database, close: async () => {} }
  const own = await openOwnProcess({ env: settings, database: open, clock, stopping: signal })
  const league = leagueOver(own.send)
  try {
    if (job.do === 'note-backup') {
      // What the command does once it has written its file.
      await league.call(contract.noteBackup, { body: { place: job.place, bytes: job.bytes } })
      return said
    }
    if ('file' in job && job.file !== null && job.do !== 'history' && !readLeagueFile(job.file).file) {
      // A command refuses it by itself.
      await sendFile(league, { ...job, file: job.file })
    }
    if ('file' in job && job.file !== null) await writeFile(join(folder, 'FILE'), job.file)
    const command = commands.find((each) => each.name === name)
    if (!command) throw new Error(`There is no command ${name}`)
    await command.run({
      env: settings,
      terminal: new Listener(),
      clock,
      typed: [],
      connect: async () => league,
      words,
      flags: flagsOf({ ...flags, 'dry-run': 'dryRun' in job && job.dryRun }),
      path: (word) => (word.startsWith('/') ? word : join(folder, word)),
    })
    if (job.do === 'export' || (job.do === 'audit' && job.csv)) return await filesIn(join(folder, 'DIR'), said)
    return said
  } finally {
    await own.close()
    await removeFolder(folder)
  }
}

type FileJob = JobOf<'init' | 'members' | 'season'> & { readonly file: string }

async function sendFile(league: League, { file, ...job }: FileJob): Promise<void> {
  if (job.do === 'init') await league.call(contract.init, { body: { file } })
  else if (job.do === 'members') await league.call(contract.members, { body: { file, remove: job.remove } })
  else await league.call(contract.season, { body: { file, from: job.from } })
}

const flagsOf = (flags: Flags): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries(flags).filter(
      (entry): entry is [string, string | boolean] => entry[1] !== null && entry[1] !== false && entry[1] !== '',
    ),
  )

/** Each with its name, in the order in which the command named them. */
async function filesIn(folder: string, said: readonly string[]): Promise<string[]> {
  const names = await readdir(folder)
  const order = said.join(' ')
  const sorted = names.toSorted((one, other) => order.indexOf(` ${one}`) - order.indexOf(` ${other}`))
  return Promise.all(sorted.map(async (name) => `${name}:\n${await readFile(join(folder, name), 'utf8')}`))
}
