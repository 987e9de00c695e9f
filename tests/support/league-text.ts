/** A small league file with every part, in a season of the real statistics. */
export const LEAGUE_TEXT = `name: The Pool
season: { season: 2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17 }
teams:
  - { name: Rink Rats, short: RATS, cash: 12.50 }
  - { name: Blue Liners, short: BLUE }
members:
  - { user: anna, name: Anna, email: anna@example.org, team: RATS, roles: [admin] }
  - { user: bruno, subject: "4711", team: BLUE }
`

/** What a command says to do from a new season to its draft. */
export const STEPS_TO_DRAFT = [
  'Next:',
  '  1. npm run league -- import, then publish if it says so',
  '  2. in the app, Draft Admin: Generate Draft Boxes',
  '  3. members choose their keepers in the app; then Draft Admin: Lock Keepers',
  '  4. the draft itself: docs/league/draft-night.md',
]

/** The file in the season after. */
export const inNextSeason = (file: string): string =>
  file.replace(
    '2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17',
    '2025-2026, firstDay: 2025-10-07, lastDay: 2026-04-16',
  )

/** With rosters of the season before, from line 14 on. */
export const withLastSeason = (...rosters: string[]): string =>
  [
    LEAGUE_TEXT.trimEnd(),
    'lastSeason:',
    '  season: 2023-2024',
    '  firstDay: 2023-10-10',
    '  lastDay: 2024-04-18',
    '  rosters:',
    ...rosters.map((line) => `    ${line}`),
    '',
  ].join('\n')
