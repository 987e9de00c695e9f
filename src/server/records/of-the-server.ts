import type { OtherRecord } from '../store/subjects/audit.ts'
import { tellAll } from './of-the-league.ts'
import { listed, type Recorded, type Sentences } from './told.ts'

const text = (recorded: Recorded, name: string): string => {
  const value = recorded[name]
  return typeof value === 'string' ? value : ''
}
const quoted = (recorded: Recorded, name: string): string => `“${text(recorded, name)}”`

const membersChanged = (recorded: Recorded): string =>
  listed(
    ['added', 'changed', 'removed'].flatMap((deed) => {
      const names = text(recorded, deed)
      return names === '' ? [] : [`${deed} ${names}`]
    }),
  )

/** What members do on their account's page, and what commands do. */
const SENTENCES: { readonly [Name in OtherRecord]: (recorded: Recorded) => string } = {
  'accounts.useInvitation': (of) => `used an invitation and made the passkey ${quoted(of, 'passkey')}`,
  'accounts.addPasskey': (of) => `added the passkey ${quoted(of, 'passkey')}`,
  'accounts.renamePasskey': (of) => `gave a passkey the name ${quoted(of, 'passkey')}`,
  'accounts.removePasskey': (of) => `removed the passkey ${quoted(of, 'passkey')}`,
  'accounts.endLogin': (of) => `logged out on ${text(of, 'device') || 'another device'}`,
  'accounts.endAllLogins': (of) =>
    text(of, 'user') === '' ? 'logged out everywhere' : `ended the logins of ${text(of, 'user')}`,
  'accounts.endAccount': (of) => `ended the passkeys and logins of ${text(of, 'user')}`,
  'accounts.invite': (of) => `invited ${text(of, 'user')}`,
  'backup.write': (of) => `wrote a backup to ${text(of, 'place')}`,
  'backup.download': () => 'downloaded a backup',
  'history.take': (of) => `took the final standings of ${text(of, 'seasons')} from a file`,
  'members.change': (of) => `${membersChanged(of)} as in the league file`,
  'message.tell': (of) => tellAll(text(of, 'words')),
  publish: () => 'made an official update',
  refresh: () => 'had every process read the league again',
  'season.change': (of) =>
    of.started === true
      ? `started the season ${text(of, 'season')} with the league file`
      : `changed the season ${text(of, 'season')} as in the league file`,
  'season.undo': (of) => `undid the start of the season ${text(of, 'season')}`,
}

export const ofTheServer: Sentences = Object.entries(SENTENCES)
