import type { DraftBoxPlayer } from '#contract/draft'
import type { Column } from '../../ui/table/columns.ts'
import { count, text } from '../../ui/table/columns.ts'

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
): PlayerColumn => count(key, label, FIGURE_WIDTH, value, { place })

/** The rank among all players of the position. */
export const rankColumn = figureColumn('rank', '#', 'at-rank', ({ positionRank, boxRank }) => positionRank ?? boxRank)

export const nameColumn: PlayerColumn = text('name', 'Name', 'minmax(6.25rem, 1fr)', ({ name }) => name, {
  place: 'at-name',
  heads: true,
  href: ({ playerId }) => `/players/${playerId}`,
})

export const nhlColumn: PlayerColumn = text('nhlTeam', 'NHL', '2.5rem', ({ nhlTeam }) => nhlTeam, { place: 'at-nhl' })

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

export const teamColumn: PlayerColumn = text('team', 'Team', '4.25rem', ({ teamShortName }) => teamShortName, {
  place: 'at-team',
  text: ({ teamShortName }) => teamShortName ?? '',
})
