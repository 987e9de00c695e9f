import type { DraftBoxPlayer } from '#contract/draft'
import { figure } from '../../ui/figure.ts'
import type { Column } from '../../ui/table/column.ts'

// The columns that boxes of keepers and of the draft share. `place` is where boxes.css puts a cell: where a box is narrow
// the figures stand on a second line, below the name.

type PlayerColumn = Column<DraftBoxPlayer>

// Three digits, and 12 pixels between two figures.
const FIGURE_WIDTH = '2.375rem'

const figureColumn = (
  key: string,
  label: string,
  place: string,
  value: (player: DraftBoxPlayer) => number | null | undefined,
): PlayerColumn => ({
  key,
  label,
  kind: 'number',
  width: FIGURE_WIDTH,
  place,
  value,
  text: (player) => figure(value(player)),
})

/** The rank among all players of the position. */
export const rankColumn = figureColumn('rank', '#', 'at-rank', ({ positionRank, boxRank }) => positionRank ?? boxRank)

export const nameColumn: PlayerColumn = {
  key: 'name',
  label: 'Name',
  kind: 'text',
  width: 'minmax(6.25rem, 1fr)',
  place: 'at-name',
  heads: true,
  value: ({ name }) => name,
  text: ({ name }) => name,
  href: ({ playerId }) => `/players/${playerId}`,
}

export const nhlColumn: PlayerColumn = {
  key: 'nhlTeam',
  label: 'NHL',
  kind: 'text',
  width: '2.5rem',
  place: 'at-nhl',
  value: ({ nhlTeam }) => nhlTeam,
  text: ({ nhlTeam }) => nhlTeam ?? '-',
}

/** Last season's points, games, and points over a full season. */
export const formColumns: readonly PlayerColumn[] = [
  figureColumn('points', 'Pts', 'at-points', ({ points }) => points),
  figureColumn('gamesPlayed', 'GP', 'at-games', ({ gamesPlayed }) => gamesPlayed),
  figureColumn('normalizedPoints', 'NP', 'at-normalized', ({ normalizedPoints }) => normalizedPoints),
]

export const fantasyRankColumn = figureColumn(
  'nhlFantasyRank',
  'FR',
  'at-fantasy',
  ({ nhlFantasyRank }) => nhlFantasyRank,
)

export const teamColumn: PlayerColumn = {
  key: 'team',
  label: 'Team',
  kind: 'text',
  width: '4.25rem',
  place: 'at-team',
  value: ({ teamShortName }) => teamShortName,
  text: ({ teamShortName }) => teamShortName ?? '',
}
