import type { FinalStanding } from '#contract/history'
import { figure } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/column.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'
import { inSeason } from '../season/season-choice.ts'

/** The table's name in the URL. */
export const FINAL = 'final'
const byRank: Sort = { key: 'rank', direction: 'asc' }

/** How a season ended. A file of earlier years has neither points nor cash, and none of its teams has a page. */
export const standingColumns = (seasonId: number, isPlayedHere: boolean): Columns<FinalStanding> => [
  {
    key: 'rank',
    label: 'Rank',
    kind: 'number',
    width: '3.5rem',
    sticky: '0',
    value: ({ rank }) => rank,
    text: ({ rank }) => String(rank),
    tone: ({ rank }) => (rank === 1 ? 'gold' : null),
  },
  {
    key: 'team',
    label: 'Team',
    kind: 'text',
    width: 'minmax(9.25rem, 3fr)',
    sticky: '3.5rem',
    edge: true,
    heads: true,
    value: ({ team }) => team,
    text: ({ team }) => team,
    ...(isPlayedHere ? { href: ({ teamId }: FinalStanding) => inSeason(`/teams/${teamId}`, seasonId) } : {}),
  },
  {
    key: 'total',
    label: 'Total',
    kind: 'number',
    width: 'minmax(6rem, 1fr)',
    strong: true,
    value: ({ total }) => total,
    text: ({ total }) => figure(total, 2),
  },
  {
    key: 'member',
    label: 'Member',
    kind: 'text',
    width: 'minmax(6rem, 2fr)',
    value: ({ member }) => member,
    text: ({ member }) => member ?? '-',
  },
  ...(isPlayedHere
    ? [
        {
          key: 'points',
          label: 'Points',
          kind: 'number' as const,
          width: 'minmax(4.5rem, 1fr)',
          value: ({ points }: FinalStanding) => points,
          text: ({ points }: FinalStanding) => figure(points),
        },
        {
          key: 'cash',
          label: 'Cash',
          kind: 'number' as const,
          width: 'minmax(6rem, 1fr)',
          value: ({ cash }: FinalStanding) => cash,
          text: ({ cash }: FinalStanding) => figure(cash, 2),
        },
      ]
    : []),
]

export const readFinalSort = (search: Readonly<Record<string, unknown>>): Sort =>
  readSort(search, FINAL, standingColumns(0, true), byRank)
