import { isCalendarDay } from '#contract/call'
import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import { JobRefusal } from '../jobs/job-context.ts'
import { type Called, type Command, WrongUse } from './command.ts'
import { dryRunHelp, dryRunOption, isDry } from './dry-run.ts'
import { writeWhole } from './files.ts'
import { readLeague, runJob } from './run-job.ts'

export const refresh: Command = {
  name: 'refresh',
  takes: '',
  summary: 'have every process read the league again, after a change by hand',
  help: `Servers keep answers until something changes. What was changed in the database past them, by SQL, shows only then.`,
  options: {},
  words: [0, 0],
  run: (called) => runJob({ do: 'refresh' }, called),
}

export const tell: Command = {
  name: 'tell',
  takes: 'TEXT [--dry-run]',
  summary: 'show a message to all members, and notify their devices',
  help: `It stands on every screen until its member has read it, in the place of the one before. "" takes that away.

${dryRunHelp}`,
  options: dryRunOption,
  words: [1, 1],
  run: (called) => runJob({ do: 'tell', words: called.words[0] ?? '', dryRun: isDry(called) }, called),
}

export const rename: Command = {
  name: 'rename',
  takes: 'TEAM [--name NAME] [--short NAME] [--dry-run]',
  summary: 'give a team another name or short name',
  help: `TEAM is its id, short name or name. A team that was renamed stays the same team, with everything it did.

  --name NAME   the name, of ${TEAM_NAME_MAX} characters at most
  --short NAME  the short name, of ${SHORT_NAME_MAX} at most
${dryRunHelp}`,
  options: { ...dryRunOption, name: { type: 'string' }, short: { type: 'string' } },
  words: [1, 1],
  run(called) {
    const { words, flags } = called
    const text = (flag: string) => (typeof flags[flag] === 'string' ? flags[flag] : '')
    const [name, shortName] = [text('name'), text('short')]
    if (name === '' && shortName === '') throw new WrongUse('rename needs --name, --short or both.')
    return runJob({ do: 'rename', team: words[0] ?? '', name, shortName, dryRun: isDry(called) }, called)
  },
}

export const audit: Command = {
  name: 'audit',
  takes: '[--member NAME] [--call KIND] [--day DAY] [--csv FILE]',
  summary: 'list who changed what, or write it as a table file',
  help: `The latest 500, the newest last. Changes of members, of admins in the office and of commands are in it.

  --member NAME  what this member did, by their name; \`command\` for commands
  --call KIND    one kind, such as trading or office
  --day DAY      one day of the league, such as 2026-11-20
  --csv FILE     writes the latest 20,000 into FILE, which is overwritten`,
  options: {
    member: { type: 'string' },
    call: { type: 'string' },
    day: { type: 'string' },
    csv: { type: 'string' },
  },
  words: [0, 0],
  async run(called) {
    const { flags } = called
    const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : null)
    const [by, kind, day, csv] = [text('member'), text('call'), text('day'), text('csv')]
    if (day !== null && !isCalendarDay(day)) throw new WrongUse(`${day} is no day of the calendar.`)
    const files = await readLeague({ do: 'audit', by, kind, day, csv: csv !== null }, called)
    const table = files.get('audit.csv')
    if (csv === null || !table) return
    await writeWhole(called.path(csv), table, { overwrite: true })
    called.terminal.say(`Wrote ${called.path(csv)}.`)
  },
}

/** For the office; a server of another version does without. */
export async function noteBackup(place: string, bytes: number, called: Called): Promise<void> {
  try {
    await runJob({ do: 'note-backup', place, bytes }, called)
  } catch (error) {
    if (!(error instanceof JobRefusal)) throw error
    called.terminal.warn(`The office does not know of this backup: ${error.message}`)
  }
}
