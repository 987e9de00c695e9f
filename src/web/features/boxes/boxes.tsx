import './boxes.css'
import type { ReactNode } from 'react'
import type { DraftBoxPlayer } from '#contract/draft'
import { useFirstFrame, windowWidth } from '../../ui/first-paint.ts'
import { type Column, count, text } from '../../ui/table/columns.ts'

interface Named {
  readonly boxName: string
}

interface BoxSection<Box> {
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

/**
 * The boxes in their sections (spec, section 2), each by number and then from left to right; empty sections are left
 * out.
 */
export const boxSections = <Box extends Named>(boxes: readonly Box[]): readonly BoxSection<Box>[] =>
  sections.flatMap(({ title, kinds, perRow }) => {
    const order: readonly string[] = kinds
    const place = ({ boxName }: Named) => order.indexOf(kindOf(boxName))
    const own = boxes
      .filter((box) => place(box) >= 0)
      .sort((a, b) => numberOf(a.boxName) - numberOf(b.boxName) || place(a) - place(b))
    return own.length === 0 ? [] : [{ title, perRow, boxes: own }]
  })

/** Closed: the viewer's team has filled it. Active: it is the viewer's turn. */
export type BoxState = 'active' | 'waiting' | 'closed'

const words: Record<BoxState, string> = { active: 'Your pick', waiting: 'Waiting', closed: 'Filled' }

interface BoxCardProps {
  readonly name: string
  /** Shown by the colour of the header and by a word; none where boxes have no turn. */
  readonly state?: BoxState
  /** How many rows its table has. */
  readonly rows: number
  /** What became of an action in the box, in place of the word. */
  readonly answer?: ReactNode
  readonly children: ReactNode
}

const headId = (name: string): string => `box-${name}`

/** Brings the focus to the box's name, and moves nothing. */
export const focusBox = (name: string): void => document.getElementById(headId(name))?.focus({ preventScroll: true })

/** Brings the box to the top of the window, below what stays there, and the focus to its name. */
export const goToBox = (name: string): void => {
  document.getElementById(headId(name))?.closest('.box')?.scrollIntoView()
  focusBox(name)
}

export const BoxCard = ({ name, state, rows, answer, children }: BoxCardProps) => (
  <article className="box" aria-label={`Box ${name}`} style={{ '--rows': rows }}>
    <header className={state ? `spread box-head ${state}` : 'spread box-head'}>
      <h3 id={headId(name)} tabIndex={-1}>
        {name}
      </h3>
      {answer || (state && <span className="box-state">{words[state]}</span>)}
    </header>
    {children}
  </article>
)

interface BoxGridProps<Box> {
  readonly boxes: readonly Box[]
  readonly children: (box: Box) => ReactNode
}

/** How many boxes fit in the window: one on a phone, several side by side on wider screens. */
const boxesInSight = (): number => (windowWidth() < 768 ? 1 : 6)

/** The boxes by position, side by side where there is room. The first frame has those in sight; the others follow. */
export const BoxGrid = <Box extends { readonly boxName: string }>({ boxes, children }: BoxGridProps<Box>) => {
  const drawn = useFirstFrame() ? boxesInSight() : boxes.length
  const sections = boxSections(boxes)
  const inSight = new Set(sections.flatMap((section) => section.boxes).slice(0, drawn))
  return sections.map(({ title, perRow, boxes: own }) => (
    <section key={title} className="part" aria-label={title}>
      <h2>{title}</h2>
      <div className={perRow === 3 ? 'box-row three' : 'box-row'}>
        {own.map((box) => (inSight.has(box) ? children(box) : <div key={box.boxName} className="box" />))}
      </div>
    </section>
  ))
}

// The columns that boxes of keepers and of the draft share. `place` is where boxes.css puts a cell: where a box is
// narrow the figures stand on a second line, below the name.

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
export const rankColumn = figureColumn('rank', '#', 'rank', ({ positionRank, boxRank }) => positionRank ?? boxRank)

export const nameColumn: PlayerColumn = text('name', 'Name', 'minmax(6.25rem, 1fr)', ({ name }) => name, {
  place: 'name',
  heads: true,
  href: ({ playerId }) => `/players/${playerId}`,
})

export const nhlColumn: PlayerColumn = text('nhlTeam', 'NHL', '2.5rem', ({ nhlTeam }) => nhlTeam, { place: 'nhl' })

/** Last season's points, games, and points over a full season. */
export const formColumns: readonly PlayerColumn[] = [
  figureColumn('points', 'Pts', 'points', ({ points }) => points),
  figureColumn('gamesPlayed', 'GP', 'games', ({ gamesPlayed }) => gamesPlayed),
  figureColumn('normalizedPoints', 'NP', 'normalized', ({ normalizedPoints }) => normalizedPoints),
]

export const fantasyRankColumn = figureColumn('nhlFantasyRank', 'FR', 'fantasy', ({ nhlFantasyRank }) => nhlFantasyRank)

export const teamColumn: PlayerColumn = text('team', 'Team', '4.25rem', ({ teamShortName }) => teamShortName, {
  place: 'team',
  text: ({ teamShortName }) => teamShortName ?? '',
})
