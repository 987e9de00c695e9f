import { ClubLogo } from '../../ui/art/club-logo.tsx'
import { figure } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/column.ts'
import type { PlacedTeam } from './conferences.ts'

const LOGO_PX = 28

/** All five fit a phone of 360 pixels. */
export const nhlColumns: Columns<PlacedTeam> = [
  {
    key: 'rank',
    label: 'Rank',
    kind: 'number',
    width: 'clamp(3.5rem, 8vw, 4.25rem)',
    value: ({ place }) => place,
    text: ({ place }) => figure(place),
  },
  {
    key: 'team',
    label: 'Team',
    kind: 'text',
    width: 'minmax(9.5rem, 1fr)',
    heads: true,
    value: ({ longName }) => longName,
    text: ({ longName }) => longName,
    cell: ({ longName, shortName, logoUrl }) => (
      <>
        <ClubLogo abbreviation={shortName} url={logoUrl} size={LOGO_PX} />
        {longName}
      </>
    ),
  },
  {
    key: 'nhl',
    label: 'NHL',
    kind: 'text',
    width: 'clamp(3.5rem, 9vw, 4.5rem)',
    value: ({ shortName }) => shortName,
    text: ({ shortName }) => shortName,
  },
  {
    key: 'gamesPlayed',
    label: 'GP',
    kind: 'number',
    width: 'clamp(2.75rem, 7vw, 3.5rem)',
    value: ({ gamesPlayed }) => gamesPlayed,
    text: ({ gamesPlayed }) => figure(gamesPlayed),
  },
  {
    key: 'points',
    label: 'Pts',
    kind: 'number',
    width: 'clamp(3.25rem, 8vw, 4.25rem)',
    strong: true,
    value: ({ points }) => points,
    text: ({ points }) => figure(points),
  },
]
