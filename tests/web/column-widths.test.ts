import { describe, expect, test } from 'vitest'
import { buttons, type Columns, count, text, trackStyles } from '#web/ui/table/columns'

interface Row {
  readonly name: string
}

const none = () => null
const columns: Columns<Row> = [
  text('name', 'Name', 'minmax(8rem, 3fr)', ({ name }) => name, { sticky: '0', fills: true }),
  count('points', 'Points', 'minmax(4rem, 1fr)', none),
  count('games', 'GP', 'minmax(3rem, 1fr)', none),
  count('price', 'Price', '5rem', none),
  buttons('buy', 'Buy', '4rem', none),
]

/** The width in rem that a browser makes of a table's `--filled` where the table has this much room. */
const filledIn = (room: number): unknown => {
  const formula = trackStyles(columns)['--filled'] ?? ''
  const script = formula
    .replaceAll('var(--room)', String(room))
    .replaceAll(/(\d)(?:rem|px)/g, '$1')
    .replaceAll(/\b(max|min)\(/g, 'Math.$1(')
  return new Function(`return ${script}`)()
}

describe('a column that fills its table', () => {
  test.each([
    [16, 8, 'the first column just fits'],
    [18, 10, 'the first column, and what the second would be cut to'],
    [19, 8, 'two columns just fit'],
    [18.625, 8, 'the second lacks no more than a part of the room around its words'],
    [23.5, 12.5, 'two columns, and what the third would be cut to'],
    [24, 8, 'all columns have room: the tracks share what is left'],
    [60, 8, 'all columns have room'],
    [15, 8, 'not even one has room'],
  ])('in %s rem is %s rem wide: %s', (room, width) => {
    expect(filledIn(room)).toBe(width)
  })

  test('is a track of a known least width', () => {
    expect(trackStyles(columns)).toMatchObject({
      '--columns': 'minmax(var(--filled), 3fr) minmax(4rem, 1fr) minmax(3rem, 1fr) 5rem 4rem',
      '--start': 'calc(0px + var(--filled))',
      '--end': 'calc(0px + 4rem)',
    })
  })
})
