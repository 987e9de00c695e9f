import { existsSync } from 'node:fs'
import { isCalendarDay } from '#contract/call'
import { seasonName } from '#rules/calendar'
import { exampleLeague, exampleSeason, isExample } from '../file/example.ts'
import type { LeagueFile } from '../file/league-file.ts'
import { BACKUP } from '../jobs/back-up.ts'
import type { JobOf } from '../jobs/job.ts'
import { JobRefusal } from '../jobs/job-context.ts'
import { type Called, type Command, WrongUse } from './command.ts'
import { correctCommand } from './correct-command.ts'
import { dryRunHelp, dryRunOption, isDry } from './dry-run.ts'
import { readChecked, refuseUnwritable, writeWhole } from './files.ts'
import { loginCheck } from './login-check.ts'
import { invite, sessions } from './member-commands.ts'
import { audit, noteBackup, refresh, rename, tell } from './office-commands.ts'
import { checkFile, restoreFile } from './restore-file.ts'
import { readLeague, refuseOthers, runJob } from './run-job.ts'
import { exportCommand, history, season } from './season-commands.ts'
import { takeBackCommand } from './take-back-command.ts'

const EXAMPLE = 'league.yaml'

const first = ({ words, path }: Called): string => path(words[0] ?? '')

/** A league of strangers is made by those who paste all commands at once. */
async function askAboutExample({ name, members }: LeagueFile, { words, terminal }: Called): Promise<void> {
  const who = members.map(({ displayName }) => displayName).join(', ')
  const question = `${words[0]} is still the example: "${name}" with ${who}. Make this league anyway?`
  if (await terminal.agrees(question)) return
  throw new JobRefusal(
    `${words[0]} is still the example: "${name}" with ${who}. Edit it first: name, teams, members, days. --anyway makes it as it is.`,
  )
}

const init: Command = {
  name: 'init',
  takes: '[FILE] [--season YEARS] [--anyway] [--dry-run]',
  summary: 'write an example league file, or make the league of FILE',
  help: `Without FILE: writes a commented example as ${EXAMPLE}, to be edited.
With FILE: makes its league in a database that has none, with its teams and members, and prints the admin's invitation
where members log in with passkeys. Rosters in the file are taken over by the first import, which knows their players.

  --season YEARS   the season of the example, such as 2026-2027
  --anyway         makes the league of the example without asking, where FILE was not edited
${dryRunHelp}`,
  options: { ...dryRunOption, season: { type: 'string' }, anyway: { type: 'boolean' } },
  words: [0, 1],
  async run(called) {
    const { words, flags, terminal, path, clock } = called
    if (words.length === 1) {
      if (flags.season) throw new WrongUse('--season is for the example; the season of a league stands in its file.')
      const { text, file } = await readChecked(first(called), terminal)
      if (!isDry(called) && flags.anyway !== true && isExample(file)) await askAboutExample(file, called)
      await runJob({ do: 'init', file: text, dryRun: isDry(called) }, called)
      return
    }
    const season = exampleSeason(typeof flags.season === 'string' ? flags.season : null, clock())
    if (!season) throw new WrongUse('--season is two years such as 2026-2027.')
    refuseOthers(called)
    if (existsSync(path(EXAMPLE))) {
      throw new JobRefusal(
        `${EXAMPLE} is already here. Edit it, then check it and make its league:\n  npm run league -- check ${EXAMPLE}\n  npm run league -- init ${EXAMPLE}\nFor a new example, rename it first.`,
      )
    }
    if (!isDry(called)) await writeWhole(path(EXAMPLE), exampleLeague(season), { overwrite: false })
    terminal.say(
      `${isDry(called) ? 'Would write' : 'Wrote'} ${EXAMPLE}. Edit it, then:\n  npm run league -- check ${EXAMPLE}\n  npm run league -- init ${EXAMPLE}`,
    )
  },
}

const check: Command = {
  name: 'check',
  takes: 'FILE',
  summary: 'show what is wrong with a league file, line by line',
  help: 'Reads the file and nothing else. Names in rosters are looked up later, among the imported players.',
  options: {},
  words: [1, 1],
  async run(called) {
    const { file } = await readChecked(first(called), called.terminal)
    const { name, season, teams, members, lastSeason, soFar } = file
    const count = (rosters: readonly { readonly players: readonly unknown[] }[] = []) =>
      rosters.reduce((sum, { players }) => sum + players.length, 0)
    const begun = soFar ? `, ${count(soFar.rosters)} players of the season so far` : ''
    called.terminal.say(
      `${name}, season ${seasonName(season.id)}: ${teams.length} teams, ${members.length} members, ${count(lastSeason?.rosters)} players of last season${begun}. Nothing is wrong.`,
    )
  },
}

const members: Command = {
  name: 'members',
  takes: '[FILE] [--remove] [--dry-run]',
  summary: 'list the members, or make them those of FILE',
  help: `Without FILE: lists the members. With FILE: adds and changes members by user name, and lists each difference.

  --remove    removes members who are not in the file
${dryRunHelp}`,
  options: { ...dryRunOption, remove: { type: 'boolean' } },
  words: [0, 1],
  async run(called) {
    const file = called.words.length === 0 ? null : (await readChecked(first(called), called.terminal)).text
    await runJob({ do: 'members', file, remove: called.flags.remove === true, dryRun: isDry(called) }, called)
  },
}

const teams: Command = {
  name: 'teams',
  takes: '',
  summary: 'list the teams with their ids, as a league file has them',
  help: `Names are those of today, cash is what each team began the season with. Put the lines into the league file, and it
means these teams whatever their members call them later.`,
  options: {},
  words: [0, 0],
  run: async (called) => void (await runJob({ do: 'teams' }, called)),
}

const DAYS_EXAMPLE = '--days is FROM..TO, such as 2026-10-06..2026-10-12.'

/** Game dates, both included. */
function readDays(text: string): { from: string; through: string } {
  const [, from, through] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? []
  if (from === undefined || through === undefined) throw new WrongUse(DAYS_EXAMPLE)
  for (const day of [from, through]) if (!isCalendarDay(day)) throw new WrongUse(`${day} is no day of the calendar.`)
  if (from > through) throw new WrongUse(`${from} comes after ${through}; ${DAYS_EXAMPLE}`)
  return { from, through }
}

function daysOf(flags: Called['flags']): JobOf<'import'>['days'] {
  const asked = ['recent', 'all', 'days'].filter((name) => flags[name] !== undefined)
  if (asked.length > 1)
    throw new WrongUse(`--${asked[0]} and --${asked[1]} are not for one import; choose one of them.`)
  if (typeof flags.days !== 'string') return flags.all ? 'all' : flags.recent ? 'recent' : 'new'
  if (flags.from !== undefined) throw new WrongUse("--days is for the NHL's API; with --from there is --all.")
  return readDays(flags.days)
}

const importCommand: Command = {
  name: 'import',
  takes: '[--recent | --all | --days FROM..TO] [--from DIR] [--dry-run]',
  summary: "read the NHL's statistics, all that is new",
  help: `Reads standings, schedule, rosters, game lines and earlier seasons: everything that is not here yet, and the last
days again. Members see it once it is published. Running it again does no harm. The first import asks for each player
once, which takes minutes; stopped or killed, it goes on where it was when it is run again.

  --recent         only the last days and games that are not over yet
  --all            every day of the season again, and compares the sums with the NHL's: for late corrections
  --days FROM..TO  the game lines of these days again, such as 2026-10-06..2026-10-12
  --from DIR       reads the table files of a season instead of the NHL's API; not with --days
${dryRunHelp}`,
  options: {
    ...dryRunOption,
    from: { type: 'string' },
    recent: { type: 'boolean' },
    all: { type: 'boolean' },
    days: { type: 'string' },
  },
  words: [0, 0],
  async run(called) {
    const { flags, path } = called
    const from = typeof flags.from === 'string' ? path(flags.from) : null
    await runJob({ do: 'import', from, days: daysOf(flags), dryRun: isDry(called) }, called)
  },
}

const publish: Command = {
  name: 'publish',
  takes: '[--anyway] [--dry-run]',
  summary: 'make an official update of everything imported',
  help: `Points, standings and prices follow at once; members see all of it or nothing. Refused while nothing new waits for
it, as the column Last shows what is new since the update before.

  --anyway    also with nothing new, which empties the column Last
${dryRunHelp}`,
  options: { ...dryRunOption, anyway: { type: 'boolean' } },
  words: [0, 0],
  run: (called) => runJob({ do: 'publish', ifNew: called.flags.anyway !== true, dryRun: isDry(called) }, called),
}

const backup: Command = {
  name: 'backup',
  takes: 'FILE',
  summary: 'write the whole league into one file, also while it runs',
  help: `The file is compressed, restores into either kind of database, and holds members' addresses: keep it safe. It
holds no logins and no keys. A file that is there is not overwritten.`,
  options: {},
  words: [1, 1],
  async run(called) {
    const path = first(called)
    await refuseUnwritable(path)
    const bytes = (await readLeague({ do: 'backup' }, called)).get(BACKUP)
    if (!bytes) throw new Error('The backup was not handed over')
    await writeWhole(path, bytes, { overwrite: false })
    called.terminal.say(`Wrote ${path}, ${(bytes.length / 1_000_000).toFixed(1)} MB.`)
    await noteBackup(path, bytes.length, called)
  },
}

const restore: Command = {
  name: 'restore',
  takes: 'FILE [--replace] [--dry-run | --check]',
  summary: 'check a backup, and put its league into an empty database',
  help: `All of it or nothing: FILE is read to its end and checked before anything is changed. Stop the server first if it uses
the embedded database. Afterwards everyone logs in again, and open invitations have ended.

  --replace   deletes the league already in the database
  --check     only reads FILE, and needs no database: version, league, date, tables and rows
${dryRunHelp}`,
  options: { ...dryRunOption, replace: { type: 'boolean' }, check: { type: 'boolean' } },
  words: [1, 1],
  async run(called) {
    const { flags } = called
    if (flags.check && (flags.replace || isDry(called))) throw new WrongUse('--check only reads FILE; use it alone.')
    if (flags.check) await checkFile(first(called), called)
    else await restoreFile(first(called), called)
  },
}

export const commands: readonly Command[] = [
  init,
  check,
  members,
  teams,
  rename,
  season,
  history,
  invite,
  sessions,
  importCommand,
  publish,
  tell,
  refresh,
  audit,
  correctCommand,
  takeBackCommand,
  backup,
  restore,
  exportCommand,
  loginCheck,
]
