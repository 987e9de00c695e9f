import { instantOf, instantText } from '../time/instant-text.ts'
import type { Column, Maybe, Traits } from './columns.ts'

// Apart from the other kinds of columns: the first screen carries those, and no times.

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
