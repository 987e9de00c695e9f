import { isCalendarDay } from '#contract/call'
import * as contract from '#contract/command'
import { errorSentences } from '#contract/errors'
import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import { getOfficeMessage, tellMembers } from '#contract/message'
import { renameAnyTeam } from '#contract/office'
import { type AuditFilter, getAudit, getAuditFile } from '#contract/office-records'
import { checkMessage } from '#rules/members'
import { checkTeamNames } from '#rules/names'
import { isRefusal } from '#rules/refusal'
import {
  type Called,
  type Command,
  dryRunHelp,
  dryRunOption,
  isDry,
  type League,
  optionText,
  Refused,
  sayDone,
  teamNamed,
  timesIn,
  WrongUse,
} from './command.ts'
import { writeWhole } from './files.ts'

export const refresh: Command = {
  name: 'refresh',
  takes: '',
  summary: 'have every process read the league again, after a change by hand',
  help: `Servers keep answers until something changes. What was changed in the database past them, by SQL, shows only then.`,
  options: {},
  words: [0, 0],
  async run({ connect, terminal }) {
    await (await connect()).call(contract.refresh, {})
    terminal.say('Every process reads the league again.')
  },
}

export const tell: Command = {
  name: 'tell',
  takes: 'TEXT [--dry-run]',
  summary: 'show a message to all members, and notify their devices',
  help: `Each member sees it on every screen until they have read it; it replaces the message before. "" removes that.

${dryRunHelp}`,
  options: dryRunOption,
  words: [1, 1],
  async run(called) {
    const { connect, words: typed } = called
    const checked = checkMessage(typed[0] ?? '')
    if (isRefusal(checked)) throw new Refused(errorSentences[checked.refused])
    const { words } = checked
    const league = await connect()
    await league.call(contract.getLeague, {})
    const { message, notified } = await league.call(getOfficeMessage, {})
    await league.call(tellMembers, { body: { words, after: message?.id ?? null } }, { dryRun: isDry(called) })
    if (words === '') return sayDone(called, isDry(called) ? 'Would remove the message.' : 'Message removed.')
    const devices = notified === 0 ? 'no device is' : notified === 1 ? 'one device is' : `${notified} devices are`
    const shown = isDry(called) ? 'Would be shown' : 'Shown'
    sayDone(called, `${shown} to all members until they have read it; ${devices} notified.`)
  },
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
  async run(called) {
    const { words, connect, terminal } = called
    const [name, shortName] = [optionText(called, 'name'), optionText(called, 'short')]
    if (!name && !shortName) throw new WrongUse('rename needs --name, --short or both.')
    const league = await connect()
    const found = await league.call(contract.getLeague, {})
    const { id: teamId, ...team } = teamNamed(found, words[0] ?? '')
    const from = { name: team.name, shortName: team.shortName }
    const others = found.teams.filter(({ id }) => id !== teamId)
    const to = checkTeamNames({ name: name || from.name, shortName: shortName || from.shortName }, others)
    if (isRefusal(to)) throw new Refused(errorSentences[to.refused])
    const [was, is] = [from, to].map(({ name, shortName }) => `${name} (${shortName})`)
    if (was === is) return terminal.say(`It is ${was} already.`)
    await league.call(renameAnyTeam, { params: { teamId }, body: { ...to, from } }, { dryRun: isDry(called) })
    sayDone(called, `${isDry(called) ? 'Would rename' : 'Renamed'} ${was} to ${is}.`)
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
    const text = (name: string) => optionText(called, name)
    const [by, kind, day, csv] = [text('member'), text('call'), text('day'), text('csv')]
    if (day !== null && !isCalendarDay(day)) throw new WrongUse(`${day} is not a day of the calendar.`)
    const league = await called.connect()
    const { timeZone } = await league.call(contract.getLeague, {})
    const filter = { ...(by !== null && { by }), ...(kind !== null && { kind }), ...(day !== null && { day }) }
    if (csv === null) return listRecords(league, filter, timeZone, called)
    const table = await league.call(getAuditFile, { query: filter })
    await writeWhole(called.path(csv), table.csv, { overwrite: true })
    called.terminal.say(`Wrote ${called.path(csv)}.`)
  },
}

/** More than a person reads. */
const MOST_LINES = 500

/** Who changed what, the newest last, as a terminal shows it. */
async function listRecords(
  league: League,
  filter: AuditFilter,
  timeZone: string,
  { terminal }: Pick<Called, 'terminal'>,
): Promise<void> {
  let page = await league.call(getAudit, { query: filter })
  const entries = [...page.entries]
  while (page.next && entries.length < MOST_LINES) {
    page = await league.call(getAudit, { query: { ...filter, before: page.next } })
    entries.push(...page.entries)
  }
  const latest = entries.slice(0, MOST_LINES)
  const format = timesIn(timeZone, 'medium')
  for (const { at, sentence, reason } of latest.toReversed()) {
    terminal.say(`${format.format(new Date(at))}  ${sentence}${reason ? ` Reason: ${reason}` : ''}`)
  }
  if (latest.length === 0) {
    terminal.say('There are no such records.')
    if (filter.by !== undefined) terminal.say(`Something was done by: ${page.by.join(', ') || 'no one yet'}`)
    if (filter.kind !== undefined) terminal.say(`Kinds are: ${page.kinds.join(', ') || 'none yet'}`)
    return
  }
  terminal.say(`Times are those of the league, ${timeZone}.`)
  if (latest.length === MOST_LINES) terminal.say(`These are the latest ${MOST_LINES}; --csv FILE has more.`)
}
