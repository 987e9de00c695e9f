import type { CSSProperties, ReactNode } from 'react'
import { change, changeTone, figure, MISSING, price } from '../figure.ts'

// Few imports: the first-frame script draws from the same columns as the screens.

/** A small sign beside a figure, and its words for readers. */
export interface Sign {
  readonly text: string
  readonly words: string
  readonly tone: 'gain' | 'loss'
}

export interface Column<Row> {
  /** The name in the URL. */
  readonly key: string
  readonly label: string
  /**
   * Text sorts ascending first, numbers and times descending, missing values always last. A time's value is a number.
   */
  readonly kind: 'text' | 'number' | 'time'
  /** A track of the grid; with a fixed least width new figures move nothing. */
  readonly width: string
  readonly value: (row: Row) => string | number | null | undefined
  readonly text: (row: Row) => string
  /** Names the row: it is the row's header. */
  readonly heads?: boolean
  /** Distance to the left edge at which the column stays while the others scroll; what heads the row is the last. */
  readonly sticky?: string
  readonly strong?: boolean
  /** Stays at the right edge: what the thumb is for. */
  readonly end?: boolean
  /** Takes the room of the first column that the table would cut: those beside it are whole at every width. */
  readonly fills?: boolean
  readonly href?: (row: Row) => string
  readonly tone?: (row: Row) => 'gain' | 'loss' | 'gold' | null
  /** Something else than text: a button, a picture with it. Such a column is not drawn in the first frame. */
  readonly cell?: (row: Row, stateWords: string) => ReactNode
  /** The cell heads the row and itself puts the words for its state, for readers, right after the name. */
  readonly placesWords?: boolean
  /** A column of buttons has nothing to sort by. */
  readonly unsorted?: boolean
  /** Words of a mark beside the text; null for none. */
  readonly mark?: (row: Row) => string | null
  /** A change beside the text; null for none. Neither sorted by nor a part of the text. */
  readonly sign?: (row: Row) => Sign | null
  /** In small type after the text where a phone has another column out of sight; readers have that column. */
  readonly note?: (row: Row) => string | null | undefined
  /** By this name a screen's style reaches the cell (`at-` and the name), and lays it into that area (`--place`). */
  readonly place?: string
}

export type Columns<Row> = readonly Column<Row>[]

/** How a row stands out from the others: by colour and by a mark. */
export type RowState = 'own' | 'reserved' | 'scratched' | null

const flags = ['heads', 'strong', 'end'] as const

export const cellClass = <Row>(column: Column<Row>): string =>
  [
    'cell',
    column.kind,
    column.sticky !== undefined && (column.heads ? 'sticky edge' : 'sticky'),
    column.place && `at-${column.place}`,
    ...flags.filter((flag) => column[flag]),
  ]
    .filter(Boolean)
    .join(' ')

/** None for most cells: React compares a style property by property at each drawing. */
export const cellStyle = <Row>({ sticky, place }: Column<Row>): CSSProperties | undefined =>
  sticky === undefined && place === undefined
    ? undefined
    : { ...(sticky !== undefined && { left: sticky }), ...(place !== undefined && { '--place': place }) }

/** For readers, who see neither colour nor line; the viewer's row has its mark. */
export const stateWords = (state?: RowState): string =>
  state === 'reserved' || state === 'scratched' ? `, ${state}` : ''

export const rowClass = (state?: RowState): string => (state ? `row ${state}` : 'row')

/** The place of a row, counted from 0, as screen readers count: the head is the first. */
export const rowIndex = (place: number): number => place + 2

/** The least that a track may be: `width` itself, or the first of its `minmax`. */
export const leastOf = ({ width }: Pick<Column<never>, 'width'>): string =>
  /^minmax\((.+), [^,]+\)$/.exec(width)?.[1] ?? width

/** What the last whole column may lack: a part of the room around its words. */
const SPARE = '0.375rem'

/**
 * The width of a column that fills the table, from the room of the table (`--room` in table.css): that which is left by
 * as many whole columns after it as there is room for, its own least where all columns or not even one have room.
 */
const filled = <Row>(columns: Columns<Row>, filling: Column<Row>): string => {
  const least = leastOf(filling)
  const [before, after] = [columns.slice(0, columns.indexOf(filling)), columns.slice(columns.indexOf(filling) + 1)]
  const passing = after.filter(({ sticky, end }) => sticky === undefined && !end)
  const beside = [...before, ...after.filter((column) => !passing.includes(column))]
  const isScrolledTo = before.some(({ sticky }) => sticky === undefined)
  const left = [[], ...passing.map((_, index) => passing.slice(0, index + 1))]
    .slice(isScrolledTo ? 0 : 1)
    .map((whole) => ['var(--room)', ...[...beside, ...whole].map(leastOf)].join(' - '))
  // A width that is no answer is made too large to be the smallest.
  const unless = (width: string, missing: string) => `${width} + max(0px, ${missing}) * 1000`
  const answers = left.map((room, index) =>
    unless(index === left.length - 1 ? least : room, `${least} - ${SPARE} - (${room})`),
  )
  return `max(${least}, min(${[...answers, unless(least, `${left[0]} - ${least} + ${SPARE}`)].join(', ')}))`
}

const sumOf = (widths: readonly string[]): string => `calc(${['0px', ...widths].join(' + ')})`

/**
 * Of a table: the tracks of its rows, the least width of a row, and how much of it stays in place at both sides, under
 * which nothing with the focus may end. The least width is given, since a row that had to find it out would lay out
 * each of its cells twice.
 */
export const trackStyles = <Row>(columns: Columns<Row>) => {
  const filling = columns.find(({ fills }) => fills)
  const leastIn = (column: Column<Row>) => (column === filling ? 'var(--filled)' : leastOf(column))
  return {
    ...(filling && { '--filled': filled(columns, filling) }),
    '--columns': columns.map((column) => column.width.replace(leastOf(column), leastIn(column))).join(' '),
    '--least': sumOf(columns.map(leastIn)),
    '--start': sumOf(columns.filter(({ sticky }) => sticky !== undefined).map(leastIn)),
    '--end': sumOf(columns.filter(({ end }) => end).map(leastIn)),
  }
}

/** How a change of places is shown beside a rank. */
export const shiftSign = (shift: number): Sign | null => {
  if (shift === 0) return null
  const [arrow, way, tone] = shift > 0 ? (['▲', 'up', 'gain'] as const) : (['▼', 'down', 'loss'] as const)
  const places = Math.abs(shift)
  return { text: arrow + places, words: `, ${way} ${places}`, tone }
}

// The kinds of columns that the tables are made of.

export type Maybe<Value> = Value | null | undefined
/** What a column has besides its kind, and what it does differently. */
export type Traits<Row> = Omit<Partial<Column<Row>>, 'key' | 'label' | 'kind' | 'width' | 'value'>

/** Words, '-' where there are none. */
export const text = <Row>(
  key: string,
  label: string,
  width: string,
  value: (row: Row) => Maybe<string>,
  traits?: Traits<Row>,
): Column<Row> => ({ key, label, kind: 'text', width, value, text: (row) => value(row) || MISSING, ...traits })

/** A whole number. */
export const count = <Row>(
  key: string,
  label: string,
  width: string,
  value: (row: Row) => Maybe<number>,
  traits?: Traits<Row>,
): Column<Row> => ({ key, label, kind: 'number', width, value, text: (row) => figure(value(row)), ...traits })

/** A number with two decimals. */
export const decimal = <Row>(...[key, label, width, value, traits]: Parameters<typeof count<Row>>): Column<Row> =>
  count(key, label, width, value, { text: (row) => figure(value(row), 2), ...traits })

/** What a player costs or brought. */
export const money = <Row>(...[key, label, width, value, traits]: Parameters<typeof count<Row>>): Column<Row> =>
  count(key, label, width, value, { text: (row) => price(value(row)), ...traits })

/** A place, the first one in gold. */
export const rank = <Row>(...[key, label, width, value, traits]: Parameters<typeof count<Row>>): Column<Row> =>
  count(key, label, width, value, { tone: (row) => (value(row) === 1 ? 'gold' : null), ...traits })

/** A change, with its sign and its colour. */
export const sign = <Row>(...[key, label, width, value, traits]: Parameters<typeof count<Row>>): Column<Row> =>
  count(key, label, width, value, {
    text: (row) => change(value(row)),
    tone: (row) => changeTone(value(row)),
    ...traits,
  })

/** Buttons at the right edge, with nothing to sort by. */
export const buttons = <Row>(
  key: string,
  label: string,
  width: string,
  cell: Column<Row>['cell'],
  traits?: Traits<Row>,
): Column<Row> => ({
  key,
  label,
  kind: 'text',
  width,
  end: true,
  unsorted: true,
  value: () => null,
  text: () => '',
  cell,
  ...traits,
})
