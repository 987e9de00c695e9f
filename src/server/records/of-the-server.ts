import { seasonName } from '#rules/calendar'
import type { OtherRecord } from '../store/subjects/audit.ts'
import { tellAll } from './of-the-league.ts'
import { listed, type Recorded, type Sentences, textsOf } from './told.ts'

const text = (recorded: Recorded, name: string): string => {
  const value = recorded[name]
  return typeof value === 'string' ? value : ''
}

const namesAfter = (words: string, names: unknown): string[] => {
  const texts = textsOf(names)
  return texts.length === 0 ? [] : [`${words} ${listed(texts)}`]
}

const counted = (values: unknown, one: string, many: string): string => {
  const count = Array.isArray(values) ? values.length : 0
  return count === 0 ? many : `${count} ${count === 1 ? one : many}`
}

const season = ({ seasonId }: Recorded): string => `the season ${seasonName(Number(seasonId))}`

/** What members do on their account's page, and what commands do. */
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
  'command.history': ({ seasonIds }) =>
    `took the final standings of ${counted(seasonIds, 'earlier season', 'earlier seasons')} from a file`,
  'command.import': ({ days, changedLines }) =>
    `imported ${days === 1 ? '1 day' : `${days} days`} of statistics; new or different lines: ${changedLines}`,
  'command.init': (of) => `made the league ${text(of, 'name')}`,
  'command.members': ({ added, changed, removed }) => {
    const parts = [...namesAfter('added', added), ...namesAfter('changed', changed), ...namesAfter('removed', removed)]
    return `made the members those of a file${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
  },
  'command.publish': () => 'made an official update',
  'command.season': (of) =>
    of.isStart === true ? `started ${season(of)} with a file` : `brought ${season(of)} up to date with a file`,
  'command.startSeason': (of) => `started ${season(of)} with a file`,
  'command.takeOver': () => 'took over the rosters of the league file',
  'command.undoSeason': (of) => `undid the start of ${season(of)}`,
  'message.tell': (of) => tellAll(text(of, 'words')),
  refresh: () => 'had every process read the league again',
}

export const ofTheServer: Sentences = Object.entries(SENTENCES)
