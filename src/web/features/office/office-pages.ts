/** A place of the office, with what one does there. */
export interface OfficePage {
  readonly href: string
  readonly title: string
  readonly hint: string
}

/** In the order of the index. */
export const officePages: readonly OfficePage[] = [
  { href: '/league/members', title: 'Members', hint: 'Add, invite, rename, roles, logins' },
  { href: '/league/teams', title: 'Teams', hint: 'Add, rename, hand over, retire' },
  { href: '/league/corrections', title: 'Corrections', hint: 'Correct trades, rosters, lineups, cash' },
  { href: '/league/statistics', title: 'Statistics', hint: 'Import, official update, refused lines' },
  { href: '/league/message', title: 'Message', hint: 'Announcements to all members' },
  { href: '/league/settings', title: 'Season Settings', hint: 'Dates, and constants until the first pick' },
  { href: '/league/season', title: 'Next Season', hint: 'Close this one and start the next, or go back' },
  { href: '/league/records', title: 'Records', hint: 'Who changed what, and when' },
  { href: '/league/backup', title: 'Backup', hint: 'Download one, and when the last one was made' },
]
