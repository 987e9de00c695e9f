interface Named {
  readonly boxName: string
}

export interface BoxSection<Box> {
  readonly title: string
  /** Boxes side by side on a large screen. */
  readonly perRow: 2 | 3
  readonly boxes: readonly Box[]
}

// The order of the kinds inside a section is the order on the ice: left wing, centre, right wing.
const sections = [
  { title: 'Forwards', kinds: ['LW', 'C', 'RW'], perRow: 3 },
  { title: 'Defense', kinds: ['LD', 'RD'], perRow: 2 },
  { title: 'Goalies', kinds: ['G'], perRow: 2 },
  { title: 'Special Picks', kinds: ['OUT'], perRow: 2 },
] as const

const kindOf = (boxName: string): string => boxName.split('.').at(-1) ?? ''
const numberOf = (boxName: string): number => Number.parseInt(boxName, 10) || 0

/** The boxes in their sections (spec, section 2), each by number and then from left to right; empty sections are left out. */
export const boxSections = <Box extends Named>(boxes: readonly Box[]): readonly BoxSection<Box>[] =>
  sections.flatMap(({ title, kinds, perRow }) => {
    const order: readonly string[] = kinds
    const place = ({ boxName }: Named) => order.indexOf(kindOf(boxName))
    const own = boxes
      .filter((box) => place(box) >= 0)
      .sort((a, b) => numberOf(a.boxName) - numberOf(b.boxName) || place(a) - place(b))
    return own.length === 0 ? [] : [{ title, perRow, boxes: own }]
  })
