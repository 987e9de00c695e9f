import type { DraftBoxPlayer } from '#contract/draft'
import { figure } from '../../ui/figure.ts'
import type { Column } from '../../ui/table/column.ts'

// The columns that boxes of keepers and of the draft share.

type PlayerColumn = Column<DraftBoxPlayer>

// All columns of a member's box together fit a phone of 390 pixels.
const FIGURE_WIDTH = '1.875rem'

const figureColumn = (
  key: string,
  label: string,
  value: (player: DraftBoxPlayer) => number | null | undefined,
): PlayerColumn => ({
  key,
  label,
  kind: 'number',
  width: FIGURE_WIDTH,
  value,
  text: (player) => figure(value(player)),
})

/** The rank among all players of the position. */
export const rankColumn = figureColumn('rank', '#', ({ positionRank, boxRank }) => positionRank ?? boxRank)

export const nameColumn: PlayerColumn = {
  key: 'name',
  label: 'Name',
  kind: 'text',
  width: 'minmax(6.25rem, 1fr)',
  sticky: '0',
  edge: true,
  heads: true,
  value: ({ name }) => name,
  text: ({ name }) => name,
  href: ({ playerId }) => `/players/${playerId}`,
}

export const nhlColumn: PlayerColumn = {
  key: 'nhlTeam',
  label: 'NHL',
  kind: 'text',
  width: '2.25rem',
  value: ({ nhlTeam }) => nhlTeam,
  text: ({ nhlTeam }) => nhlTeam ?? '-',
}

/** Last season's points, games, and points over a full season. */
export const formColumns: readonly PlayerColumn[] = [
  figureColumn('points', 'Pts', ({ points }) => points),
  figureColumn('gamesPlayed', 'GP', ({ gamesPlayed }) => gamesPlayed),
  figureColumn('normalizedPoints', 'NP', ({ normalizedPoints }) => normalizedPoints),
]

export const fantasyRankColumn = figureColumn('nhlFantasyRank', 'FR', ({ nhlFantasyRank }) => nhlFantasyRank)

export const teamColumn: PlayerColumn = {
  key: 'team',
  label: 'Team',
  kind: 'text',
  width: '4.125rem',
  value: ({ teamShortName }) => teamShortName,
  text: ({ teamShortName }) => teamShortName ?? '',
}
