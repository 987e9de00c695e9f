import type { Column } from '../../ui/table/column.ts'

/** "2025-26", where there is little room. */
const shortSeason = (id: number): string => `${String(id).slice(0, 4)}-${String(id).slice(6)}`

/** The season of a row, which leads to how it ended. */
export const seasonColumn = <Row>(idOf: (row: Row) => number): Column<Row> => ({
  key: 'season',
  label: 'Season',
  kind: 'text',
  // In one piece, with the room that the cells of a wider window have beside it.
  width: 'clamp(5rem, 18vw, 6.5rem)',
  place: 'season',
  heads: true,
  value: idOf,
  text: (row) => shortSeason(idOf(row)),
  href: (row) => `/history/${idOf(row)}`,
})
