import * as contract from '#contract/command'
import { errorSentences } from '#contract/errors'
import {
  endLogins,
  getOfficeMembers,
  type Invitation,
  inviteMember,
  type OfficeMember,
  type OfficeMembers,
} from '#contract/office'
import { sameIdentity } from '#rules/members'
import { plural } from '#rules/words'
import { isLocal } from '../settings/variables.ts'
import {
  type Called,
  type Command,
  dryRunHelp,
  dryRunOption,
  isDry,
  type League,
  optionText,
  printLines,
  Refused,
  sayDone,
  timesIn,
  WrongUse,
} from './command.ts'
import { readChecked } from './files.ts'

export const members: Command = {
  name: 'members',
  takes: '[FILE] [--remove] [--dry-run]',
  summary: 'list the members, or make them those of FILE',
  help: `Without FILE: lists the members. With FILE: adds and changes members by user name, and lists each difference.

  --remove    removes members who are not in the file
${dryRunHelp}`,
  options: { ...dryRunOption, remove: { type: 'boolean' } },
  words: [0, 1],
  async run(called) {
    const { words, flags, terminal, path, connect } = called
    const [file] = words
    const text = file === undefined ? null : (await readChecked(path(file), terminal)).text
    const league = await connect()
    if (text !== null) {
      const body = { file: text, remove: flags.remove === true }
      printLines(await league.call(contract.members, { body }, { dryRun: isDry(called) }), called)
      if (isDry(called)) return
    } else await league.call(contract.getLeague, {})
    const listed = await league.call(getOfficeMembers, {})
    if (text === null) printLines({ lines: listing(listed.members) }, called)
    printWhoIsOut(listed, called)
  },
}

function listing(found: readonly OfficeMember[]): string[] {
  if (found.length === 0) return ['There are no members yet.']
  const rows = [
    ['user', 'name', 'email', 'subject', 'team', 'roles'],
    ...found.map(({ userName, displayName, email, subject, teamShortName, roles }) => [
      userName,
      displayName,
      email ?? '-',
      subject ?? '-',
      teamShortName ?? '-',
      [...roles].sort().join(' ') || '-',
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Members who cannot log in yet as the server's settings are, and what lets them in. */
function printWhoIsOut({ loginBy, members: all, unconfirmed }: OfficeMembers, { terminal }: Called): void {
  const names = all.filter(({ passkeys }) => passkeys === 0).map(({ userName }) => userName)
  if (loginBy === 'accounts' && names.length > 0)
    terminal.say(`Without a passkey: ${names.join(', ')}. Invite them: npm run league -- invite ${names.join(' ')}`)
  if (unconfirmed.length === 0) return
  terminal.say(`The identity provider does not say whether these addresses are verified, so they identify no one:`)
  for (const { account, subject } of unconfirmed) terminal.say(`  ${account}, subject ${subject}`)
  terminal.say(
    'Have it send email_verified (docs/install/identity-providers.md), or put the subjects into the league file.',
  )
}

async function memberNamed(league: League, text: string): Promise<OfficeMember & Pick<OfficeMembers, 'loginBy'>> {
  const { members: all, loginBy } = await league.call(getOfficeMembers, {})
  // As `checkMember` keeps it: some keyboards write an accent as a separate character.
  const userNameGiven = text.normalize('NFC').trim()
  const found = all.find(({ userName }) => sameIdentity(userName, userNameGiven))
  if (!found) throw new Refused(`There is no member "${text}"; \`npm run league -- members\` lists them.`)
  return { ...found, loginBy }
}

/** The first to open it is in, so it is shown once, neither stored nor logged. */
export function printInvitation(name: string, { link, expiresAt }: Invitation, { terminal }: Called): void {
  terminal.say(`${name}'s invitation (single use, expires ${expiresAt.slice(0, 10)}, won't be shown again):`)
  terminal.say(`  ${link}`)
  if (isLocal(new URL(link)))
    terminal.say(
      'This link only works on this machine. If your server has a public address, set PUBLIC_URL as for the server.',
    )
}

export const invite: Command = {
  name: 'invite',
  takes: 'USER ... [--lost] [--dry-run]',
  summary: 'print the links with which members log in for the first time',
  help: `One link for each member. It leads to PUBLIC_URL, works once and for 14 days; an earlier one of the same member ends.
With it they create a passkey on their phone or computer. Passkeys that they have already stay. Send it to no one else.

  --lost      for a lost phone: ends all passkeys and logins that they have
${dryRunHelp}`,
  options: { ...dryRunOption, lost: { type: 'boolean' } },
  words: [1, 100],
  async run(called) {
    const { words, flags, connect, terminal } = called
    const lost = flags.lost === true
    const league = await connect()
    for (const user of words) {
      const { id: memberId, displayName, passkeys, logins, loginBy } = await memberNamed(league, user)
      if (loginBy !== 'accounts') {
        // Without a league there is nothing to invite to, either.
        await league.call(contract.getLeague, {})
        throw new Refused(errorSentences.NO_INVITATIONS)
      }
      const made = await league.call(inviteMember, { params: { memberId }, body: { lost } }, { dryRun: isDry(called) })
      if (isDry(called)) {
        const also = lost ? ', and their passkeys and logins' : ''
        sayDone(called, `Would invite ${displayName}; an earlier link would end${also}.`)
        continue
      }
      if (lost)
        terminal.say(
          `${displayName} is logged out everywhere: ${plural(passkeys, 'passkey')} and ${plural(logins.length, 'login')} ended.`,
        )
      printInvitation(displayName, made, called)
    }
  },
}

export const sessions: Command = {
  name: 'sessions',
  takes: '[USER] [--end USER] [--dry-run]',
  summary: 'list where members are logged in, or end the logins of one',
  help: `Without USER: lists everyone's logins.

  --end USER  logs the member out everywhere, at once
${dryRunHelp}`,
  options: { ...dryRunOption, end: { type: 'string' } },
  words: [0, 1],
  async run(called) {
    const { words, connect, terminal } = called
    const ended = optionText(called, 'end')
    if (ended !== null && words.length > 0) throw new WrongUse('--end names the member already.')
    const user = ended ?? words[0] ?? null
    const league = await connect()
    const { timeZone } = await league.call(contract.getLeague, {})
    const one = user === null ? null : await memberNamed(league, user)
    const found = one ? [one] : (await league.call(getOfficeMembers, {})).members
    const lines = loginLines(found, timeZone)
    if (one && ended !== null) {
      await league.call(endLogins, { params: { memberId: one.id } }, { dryRun: isDry(called) })
    }
    for (const line of lines) terminal.say(line)
    if (lines.length > 0) terminal.say(`Times are those of the league, ${timeZone}.`)
    if (ended === null) {
      if (lines.length === 0) terminal.say('No one is logged in.')
    } else if (lines.length === 0) terminal.say(`${ended} is logged in nowhere.`)
    else sayDone(called, `${isDry(called) ? 'Would end' : 'Ended'} ${lines.length} of them.`)
  },
}

function loginLines(found: readonly OfficeMember[], timeZone: string): string[] {
  const format = timesIn(timeZone, 'short')
  const when = (instant: string) => format.format(new Date(instant))
  return found
    .toSorted((one, other) => (one.userName < other.userName ? -1 : 1))
    .flatMap(({ userName, logins }) =>
      logins.map(
        ({ device, since, seenAt }) =>
          `${userName}: ${device ?? 'unknown device'}, since ${when(since)}, last seen ${when(seenAt)}`,
      ),
    )
}
