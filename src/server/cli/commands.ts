import { existsSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'
import { isCalendarDay } from '#contract/call'
import * as contract from '#contract/command'
import { getOfficeStatistics, publishNow } from '#contract/office-statistics'
import { seasonName } from '#rules/calendar'
import { fileSize, plural } from '#rules/words'
import { exampleLeague, exampleSeason, isExample } from '../league/file/example.ts'
import type { LeagueFile } from '../league/file/league-file.ts'
import { teamLine } from '../league/moving-in/teams-of-file.ts'
import { checkLogin } from '../login/login-check.ts'
import {
  type Called,
  type Command,
  dryRunHelp,
  dryRunOption,
  firstPath,
  isDry,
  type League,
  optionPath,
  optionText,
  ownLeague,
  printLines,
  Refused,
  sayDone,
  WrongUse,
} from './command.ts'
import { refuseOthers } from './connect.ts'
import { correctCommand, takeBackCommand } from './correct-command.ts'
import { readChecked, refuseUnwritable, writeWhole } from './files.ts'
import { invite, members, printInvitation, sessions } from './member-commands.ts'
import { audit, refresh, rename, tell } from './office-commands.ts'
import { checkFile, restoreFile } from './restore-file.ts'
import { exportCommand, history, season } from './season-commands.ts'

const loginCheck: Command = {
  name: 'login-check',
  takes: '',
  summary: 'try the identity provider as the settings have it, and say what to change',
  help: `With the OIDC_ variables and PUBLIC_URL of the server: discovers the provider, reads its keys, shows it the client
and the redirect address, and looks for verified e-mail addresses. No one is logged in, and nothing is changed.`,
  options: {},
  words: [0, 0],
  async run({ env: { oidc, publicUrl }, terminal }) {
    if (!oidc) throw new Refused('OIDC_ISSUER is not set, so there is no identity provider to try.')
    let wrong = 0
    for await (const { isRight, sentence } of checkLogin({ ...oidc, publicUrl })) {
      terminal.say(`${isRight ? 'ok   ' : 'wrong'}  ${sentence}`)
      if (!isRight) wrong += 1
    }
    if (wrong > 0) throw new Refused(wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`)
  },
}

const EXAMPLE = 'league.yaml'

/** A league of strangers is made by those who paste all commands at once. */
async function askAboutExample({ name, members }: LeagueFile, { words, terminal }: Called): Promise<void> {
  const who = members.map(({ displayName }) => displayName).join(', ')
  const question = `${words[0]} is still the example: "${name}" with ${who}. Make this league anyway?`
  if (await terminal.agrees(question)) return
  throw new Refused(
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
      if (flags.season) throw new WrongUse("--season is for the example; a league's season is in its file.")
      const { text, file } = await readChecked(firstPath(called), terminal)
      if (!isDry(called) && flags.anyway !== true && isExample(file)) await askAboutExample(file, called)
      const league = await called.connect('league')
      const made = await league.call(contract.init, { body: { file: text } }, { dryRun: isDry(called) })
      printLines(made, called)
      for (const { name, ...invitation } of made.invitations) printInvitation(name, invitation, called)
      return
    }
    const season = exampleSeason(optionText(called, 'season'), clock())
    if (!season) throw new WrongUse('--season is two years such as 2026-2027.')
    refuseOthers(called)
    if (existsSync(path(EXAMPLE))) {
      throw new Refused(
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
    const { file } = await readChecked(firstPath(called), called.terminal)
    const { name, season, teams, members, lastSeason, soFar } = file
    const count = (rosters: readonly { readonly players: readonly unknown[] }[] = []) =>
      rosters.reduce((sum, { players }) => sum + players.length, 0)
    const begun = soFar ? `, ${count(soFar.rosters)} players of the season so far` : ''
    const verdict = isExample(file)
      ? `No mistakes, but this is still the example: edit name, teams, members and days in ${called.words[0]}.`
      : 'Nothing is wrong.'
    called.terminal.say(
      `${name}, season ${seasonName(season.id)}: ${teams.length} teams, ${members.length} members, ${count(lastSeason?.rosters)} players of last season${begun}. ${verdict}`,
    )
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
  async run({ connect, terminal }) {
    const { seasonId, teams } = await ownLeague(await connect())
    const gone = teams.filter(({ cashCents }) => cashCents === null)
    terminal.say('teams:')
    for (const team of teams) if (!gone.includes(team)) terminal.say(teamLine(team, team.cashCents ?? 0))
    if (gone.length > 0) terminal.say(`  # Not in ${seasonName(seasonId)}:`)
    for (const team of gone) terminal.say(`  #${teamLine(team)}`)
  },
}

const DAYS_EXAMPLE = '--days is FROM..TO, such as 2026-10-06..2026-10-12.'

/** Game dates, both included. */
function readDays(text: string): { from: string; through: string } {
  const [, from, through] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? []
  if (from === undefined || through === undefined) throw new WrongUse(DAYS_EXAMPLE)
  for (const day of [from, through]) if (!isCalendarDay(day)) throw new WrongUse(`${day} is not a day of the calendar.`)
  if (from > through) throw new WrongUse(`${from} comes after ${through}; ${DAYS_EXAMPLE}`)
  return { from, through }
}

function daysOf(flags: Called['flags']): contract.Import['days'] {
  const chosen = ['recent', 'all', 'days'].filter((name) => flags[name] !== undefined)
  if (chosen.length > 1)
    throw new WrongUse(`--${chosen[0]} and --${chosen[1]} are not for one import; choose one of them.`)
  if (typeof flags.days !== 'string') return flags.all ? 'all' : flags.recent ? 'recent' : 'new'
  if (flags.from !== undefined) throw new WrongUse("--days is for the NHL's API; with --from there is --all.")
  return readDays(flags.days)
}

const LOOK_EVERY_MS = 1_000

/** Prints the import's progress from the status that the office shows. */
async function withProgress<T>(league: League, { terminal }: Called, importing: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const follow = async () => {
    for await (const _ of setInterval(LOOK_EVERY_MS, null, { signal: ended.signal })) {
      const { latest } = await league.call(getOfficeStatistics, {})
      if (latest?.state === 'running' && latest.doing !== '') terminal.progress(latest.done, latest.doing)
    }
  }
  // It ends with the import, and what stops it stops the import, too.
  const following = follow().catch(() => {})
  try {
    return await importing()
  } finally {
    ended.abort()
    await following
  }
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
    const { flags } = called
    const from = optionPath(called, 'from')
    const body = { from, days: daysOf(flags) }
    const league = await called.connect()
    if (isDry(called)) return printLines(await league.call(contract.planImport, { body }), called)
    const { lines, refused } = await withProgress(league, called, () =>
      league.call(contract.importStatistics, { body }),
    )
    printLines({ lines }, called)
    if (refused) throw new Refused(refused)
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
  async run(called) {
    const { connect, flags } = called
    const league = await connect()
    await ownLeague(league)
    const { pending, publishedAt = null } = await league.call(getOfficeStatistics, {})
    const { lines, removed, from, through } = pending
    const body = { after: publishedAt, ifNew: flags.anyway !== true }
    await league.call(publishNow, { body }, { dryRun: isDry(called) })
    const what =
      lines === 0
        ? 'an update without new lines'
        : `${plural(lines - removed, 'line')} of ${from === through ? from : `${from} to ${through}`}${removed > 0 ? `, and takes back ${removed}` : ''}`
    sayDone(called, `${isDry(called) ? 'Would publish' : 'Published'} ${what}.`)
  },
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
    const path = firstPath(called)
    await refuseUnwritable(path)
    const league = await called.connect()
    const bytes = await league.backup()
    await writeWhole(path, bytes, { overwrite: false })
    called.terminal.say(`Wrote ${path}, ${fileSize(bytes.length)}.`)
    await league.call(contract.noteBackup, { body: { place: path, bytes: bytes.length } }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      called.terminal.warn(`The office does not know of this backup: ${error.message}`)
    })
  },
}

const restore: Command = {
  name: 'restore',
  takes: 'FILE [--replace] [--dry-run | --check]',
  summary: 'check a backup, and put its league into an empty database',
  help: `All of it or nothing: FILE is read to its end and checked before anything is changed. Stop the server first if it uses
the embedded database. Afterwards everyone logs in again, and open invitations have ended. A move to
PostgreSQL marks the league's folder in DATA_DIR as moved, so it is no longer used by mistake.

  --replace   deletes the league already in the database
  --check     only reads FILE, and needs no database: version, league, date, tables and rows
${dryRunHelp}`,
  options: { ...dryRunOption, replace: { type: 'boolean' }, check: { type: 'boolean' } },
  words: [1, 1],
  async run(called) {
    const { flags } = called
    if (flags.check && (flags.replace || isDry(called))) throw new WrongUse('--check only reads FILE; use it alone.')
    if (flags.check) await checkFile(firstPath(called), called)
    else await restoreFile(firstPath(called), called)
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
