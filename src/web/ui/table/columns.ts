import { change, changeTone, figure, MISSING, price } from '../figure.ts'
import { instantOf, instantText } from '../time/instant-text.ts'
import type { Column } from './column.ts'

// The kinds of columns that the tables are made of. Few imports: the first-frame script draws from these, too.

type Maybe<Value> = Value | null | undefined
/** What a column has besides its kind, and what it does differently. */
type Traits<Row> = Omit<Partial<Column<Row>>, 'key' | 'label' | 'kind' | 'width' | 'value'>

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

/** An instant as it comes over the wire. */
export const date = <Row>(
  key: string,
  label: string,
  width: string,
  value: (row: Row) => Maybe<string>,
  traits?: Traits<Row>,
): Column<Row> => ({
  key,
  label,
  kind: 'time',
  width,
  value: (row) => instantOf(value(row)),
  text: (row) => instantText(value(row)),
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
