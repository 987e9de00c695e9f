/** What a kind of record is about, by the section of the API in which it was done. */
const KINDS: Readonly<Record<string, string>> = {
  accounts: 'Passkeys and logins',
  backup: 'Backups',
  command: 'Files, imports and updates by command',
  corrections: 'Corrections',
  draft: 'Picks, keepers and tags',
  'draft-admin': 'Draft administration',
  'draft-room': 'Pick lists, clock and turns',
  message: 'Messages',
  'next-season': 'Next season',
  office: 'Members and teams',
  'office-statistics': 'Statistics and settings',
  push: 'Notifications',
  refresh: 'Refresh',
  roster: 'Lineups',
  stats: 'Team names',
  trading: 'Carts and trades',
}

/** As the choice calls it; a kind that is not known by its own name. */
export const kindWords = (kind: string): string => KINDS[kind] ?? kind.replaceAll('-', ' ')
