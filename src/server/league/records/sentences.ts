import { type Static, Type } from 'typebox'
import { seasonName } from '#rules/calendar'
import { plural } from '#rules/words'
import { fits } from '../../http/answers/validator.ts'
import type { AuditNames, AuditRow, Names, OtherRecord, Recorded, Sentence, Sentences } from '../audit.ts'

const text = (recorded: Recorded, name: string): string => {
  const value = recorded[name]
  return typeof value === 'string' ? value : ''
}

export const messageToAll = (words: string): string =>
  words === '' ? 'removed the message to members' : `sent all members the message “${words}”`

const season = ({ seasonId }: Recorded): string => `the season ${seasonName(Number(seasonId))}`

/** What members do on their account's page, what is done beside calls, and what commands did before they were calls. */
const SENTENCES: { readonly [Name in OtherRecord]: (recorded: Recorded) => string } = {
  'accounts.useInvitation': () => 'used an invitation and made a passkey',
  'accounts.addPasskey': () => 'added a passkey',
  'accounts.renamePasskey': () => 'renamed a passkey',
  'accounts.removePasskey': () => 'removed a passkey',
  'accounts.endLogin': (of) => `logged out on ${text(of, 'device') || 'another device'}`,
  'accounts.endAllLogins': (of) =>
    text(of, 'user') === '' ? 'logged out everywhere' : `ended the logins of ${text(of, 'user')}`,
  'accounts.endAccount': (of) => `ended the passkeys and logins of ${text(of, 'user')}`,
  'accounts.invite': (of) => `invited ${text(of, 'user')}`,
  'backup.write': (of) => `wrote a backup to ${text(of, 'place')}`,
  'backup.download': () => 'downloaded a backup',
  'command.import': ({ days, changedLines }) =>
    `imported ${plural(Number(days), 'day')} of statistics; new or different lines: ${changedLines}`,
  'command.publish': () => 'made an official update',
  'command.startSeason': (of) => `started ${season(of)} with a file`,
  'command.takeOver': () => 'took over the rosters of the league file',
  'command.undoSeason': (of) => `undid the start of ${season(of)}`,
  'message.tell': (of) => messageToAll(text(of, 'words')),
  refresh: () => 'had every process read the league again',
}

export const otherSentences: readonly (readonly [name: string, sentence: Sentence])[] = Object.entries(SENTENCES)

/** Who acts without being a member. */
const ACTORS: Readonly<Record<string, string>> = {
  command: 'The command',
  'pick-list': 'The pick list',
  server: 'The server',
}

/** By command, a member may be named who answers for it. */
const actorOf = (subject: string, { by }: AuditRow['params']): string =>
  subject === 'command' && typeof by === 'string' && by !== subject
    ? `${by}, by command,`
    : (ACTORS[subject] ?? subject)

/** `executeTrade` as `execute trade`. */
const inWords = (name: string): string =>
  name.replaceAll('-', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function namesFor({ teams, players, members }: AuditNames): Names {
  return {
    team: (id) => teams.get(id) ?? 'a team that is gone',
    player: (id) => players.get(id) ?? 'a player who is unknown',
    member: (id) => members.get(id) ?? 'a member who is gone',
  }
}

/** What was done, and by whom. Of what this version does not know, only the kind. */
export function sentenceOf(
  { by, isPerson = false, call, params }: Pick<AuditRow, 'by' | 'call' | 'params'> & Partial<AuditRow>,
  names: Names,
  sentences: Sentences,
): string {
  const who = isPerson ? by : actorOf(by, params)
  const sentence = sentences.get(call)?.(params, names)
  if (sentence === undefined || sentence === null) return `${who}: ${call.split('.').map(inWords).join(', ')}`
  return /[.!?]”$/.test(sentence) ? `${who} ${sentence}` : `${who} ${sentence}.`
}

const Reasoned = Type.Object({ reason: Type.String({ minLength: 1 }) })
type Reasoned = Static<typeof Reasoned>

/** The reason, in the words of the person who did it. */
export function reasonOf({ params }: Pick<AuditRow, 'params'>): string | null {
  if (fits<Reasoned>(Reasoned, params)) return params.reason
  return fits<Reasoned>(Reasoned, params.body) ? params.body.reason : null
}
