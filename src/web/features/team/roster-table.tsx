import { createContext, useContext, useId } from 'react'
import type { LeagueConstants } from '#contract/limits'
import type { RosterItem } from '#contract/roster'
import { type PositionGroup, parsePosition, positionGroup } from '#rules/positions'
import { PlainButton } from '../../ui/buttons.tsx'
import { buttons, type Column, type Columns, count, money, type RowState, sign, text } from '../../ui/table/columns.ts'
import { date } from '../../ui/table/date-column.ts'
import type { Sort } from '../../ui/table/sort.ts'
import { SortedTable } from '../../ui/table/table.tsx'
import type { LineupMove } from '../lineup/lineup-moves.ts'
import { LiveNote, type LivePlayers } from '../tonight/live-players.tsx'
import { liveText } from '../tonight/night-words.ts'

export type GroupKey = 'all' | PositionGroup | 'scratched'

/** Which of the team's players are shown, with how many they are and what the rules say of that. */
export interface LineupGroup {
  readonly key: GroupKey
  readonly label: string
  readonly items: readonly RosterItem[]
  readonly hint: string
  /** No more of them may go out. */
  readonly isAtLimit: boolean
}

const isScratched = ({ rosterEntry }: RosterItem): boolean => rosterEntry.scratched === true

const labels: Record<PositionGroup, string> = { forward: 'Forwards', defender: 'Defense', goalie: 'Goalies' }

type Minima = Record<PositionGroup, number>

const limitHint = (count: number, least: number): string => {
  if (count === least && least > 0) return 'the minimum'
  // Shown while it matters: when one more scratch would reach it, or it is missed.
  return count <= least + 1 && least > 0 ? `at least ${least}` : ''
}

/**
 * Everybody, the dressed by position, and the scratched. `constants` is null while the league's rules are not known.
 */
export const lineupGroups = (
  items: readonly RosterItem[],
  constants: Pick<LeagueConstants, 'maxDressed' | 'minDefenders' | 'minGoalies'> | null,
): readonly LineupGroup[] => {
  const dressed = items.filter((item) => !isScratched(item))
  const minima: Minima = { forward: 0, defender: constants?.minDefenders ?? 0, goalie: constants?.minGoalies ?? 0 }
  const group = (key: PositionGroup): LineupGroup => {
    const own = dressed.filter(({ player }) => {
      const position = parsePosition(player.position)
      return position !== null && positionGroup(position) === key
    })
    const least = minima[key]
    return {
      key,
      label: labels[key],
      items: own,
      hint: limitHint(own.length, least),
      isAtLimit: least > 0 && own.length <= least,
    }
  }
  return [
    {
      key: 'all',
      label: 'All',
      items,
      hint: constants ? `${dressed.length} of ${constants.maxDressed} dressed` : '',
      isAtLimit: false,
    },
    group('forward'),
    group('defender'),
    group('goalie'),
    { key: 'scratched', label: 'Scratched', items: items.filter(isScratched), hint: '', isAtLimit: false },
  ]
}

interface NextMoves {
  readonly moves: ReadonlyMap<number, LineupMove>
  /** When a player may be sold, where that is not now. */
  readonly sales: ReadonlyMap<number, string | null>
  /** What the cell shows of the games of a player's club. */
  readonly games: ReadonlyMap<number, string>
  /** Those whose game tonight has begun: what they did takes the place of their next game. */
  readonly live: LivePlayers
  readonly press: (move: LineupMove) => void
  readonly isBusyWith: (playerId: number) => boolean
}

/** What changes beside the rows: the columns stay the same, and only these cells draw again. */
export const NextMovesContext = createContext<NextMoves | null>(null)

/** A player of the member's team, and what they do tonight or when their club plays. */
function NameCell({ player, stateWords }: RosterItem & { readonly stateWords: string }) {
  const next = useContext(NextMovesContext)
  const note = next?.games.get(player.id)
  const played = next?.live.get(player.id)
  const link = (
    <>
      <a className="reach" href={`/players/${player.id}`}>
        {player.name}
      </a>
      {stateWords && <span className="quiet">{stateWords}</span>}
    </>
  )
  if (!note && !played) return link
  return (
    <div className="next-game">
      {link}
      {played ? (
        <LiveNote className="next-note" game={played.game}>
          {liveText(played)}
        </LiveNote>
      ) : (
        <small className="next-note">{note}</small>
      )}
    </div>
  )
}

/** The one thing to do with a player of the member's team, and what cannot be done yet. */
function NextCell({ player }: RosterItem) {
  const next = useContext(NextMovesContext)
  const why = useId()
  const move = next?.moves.get(player.id)
  if (!next || !move) return null
  const notes = [move.off, next.sales.get(player.id)].filter(Boolean)
  const verb = move.to === 'scratched' ? 'Scratch' : 'Dress'
  return (
    <div className="next">
      <PlainButton
        aria-label={`${verb} ${player.name}`}
        aria-disabled={move.off !== null}
        aria-describedby={notes.length > 0 ? why : undefined}
        aria-busy={next.isBusyWith(player.id)}
        onClick={() => next.press(move)}
      >
        {verb}
      </PlainButton>
      {notes.length > 0 && (
        <ul className="muted next-notes" id={why}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The tables' names in the URL. */
export const TEAM_CURRENT = 'teamCurrent'
export const TEAM_SOLD = 'teamSold'

const rosterSort: Sort = { key: 'rosterEntry.teamPoints', direction: 'desc' }

type RosterColumn = Column<RosterItem>

const PRICE_WIDTH = 'minmax(4.75rem, 1fr)'
const TIME_WIDTH = 'minmax(9rem, 1fr)'

const name: RosterColumn = text('player.name', 'Player', 'minmax(8.625rem, 3fr)', ({ player }) => player.name, {
  sticky: '0',
  heads: true,
  href: ({ player }) => `/players/${player.id}`,
})

const position: RosterColumn = text('player.position', 'Pos', 'minmax(3rem, 1fr)', ({ player }) => player.position)

/** Two kinds of points stand side by side in every table: those for the team, and all of the season's. */
const teamPoints: RosterColumn = count(
  'rosterEntry.teamPoints',
  'Team Points',
  'minmax(4rem, 1fr)',
  ({ rosterEntry }) => rosterEntry.teamPoints,
  { strong: true },
)

const origin: Columns<RosterItem> = [
  text('player.nhlTeam', 'NHL', 'minmax(4rem, 1fr)', ({ player }) => player.nhlTeam),
  count('player.points', 'Season Points', 'minmax(5rem, 1fr)', ({ player }) => player.points),
  count(
    'rosterEntry.scratchPoints',
    'Scratch Points',
    'minmax(5rem, 1fr)',
    ({ rosterEntry }) => rosterEntry.scratchPoints,
  ),
  date('rosterEntry.boughtAt', 'Bought at', TIME_WIDTH, ({ rosterEntry }) => rosterEntry.boughtAt),
  money('rosterEntry.boughtPrice', 'Bought Price', PRICE_WIDTH, ({ rosterEntry }) => rosterEntry.boughtPrice),
]

const last: RosterColumn = sign(
  'player.pointsDiffPrevious',
  'Last',
  'minmax(3.5rem, 1fr)',
  ({ player }) => player.pointsDiffPrevious,
)

const weeks: Columns<RosterItem> = [
  count('player.pointsThisWeek', 'This Week', 'minmax(4rem, 1fr)', ({ player }) => player.pointsThisWeek),
  count('player.pointsLastWeek', 'Last Week', 'minmax(4rem, 1fr)', ({ player }) => player.pointsLastWeek),
]

const status: RosterColumn = text('rosterEntry.scratched', 'Status', 'minmax(6rem, 1fr)', (item) =>
  isScratched(item) ? 'Scratched' : 'Dressed',
)

/** Stays at the right edge, under the thumb. */
const next: RosterColumn = buttons('next', 'Lineup', 'minmax(var(--act), 2fr)', (item) => <NextCell {...item} />)

/** Of a server that names it in the list of a team. */
const sell: RosterColumn = money(
  'rosterEntry.sellPrice',
  'Sell Price',
  PRICE_WIDTH,
  ({ rosterEntry }) => rosterEntry.sellPrice,
)

/** A phone shows the first three without scrolling, and the buttons beside them. */
export const plainColumns: Columns<RosterItem> = [name, last, teamPoints, position, ...weeks, status, ...origin]
const ownName: RosterColumn = {
  ...name,
  width: 'minmax(var(--who), 3fr)',
  fills: true,
  cell: (item, stateWords) => <NameCell {...item} stateWords={stateWords} />,
  placesWords: true,
}
const ownColumns: Columns<RosterItem> = [ownName, ...plainColumns.slice(1), next]
const pricedColumns: Columns<RosterItem> = [ownName, ...plainColumns.slice(1), sell, next]
export const ownColumnsFor = (items: readonly RosterItem[]): Columns<RosterItem> =>
  items.some(({ rosterEntry }) => rosterEntry.sellPrice != null) ? pricedColumns : ownColumns

/** Of a season that is over: nothing changes. */
export const formerColumns: Columns<RosterItem> = [name, teamPoints, position, ...origin]

export const soldColumns: Columns<RosterItem> = [
  name,
  position,
  teamPoints,
  money(
    'rosterEntry.soldPrice',
    'Sale Price',
    PRICE_WIDTH,
    ({ rosterEntry }) => rosterEntry.soldPrice ?? rosterEntry.sellPrice,
  ),
  date('rosterEntry.soldAt', 'Sold at', TIME_WIDTH, ({ rosterEntry }) => rosterEntry.soldAt),
  ...origin,
]

export const currentState = (item: RosterItem): RowState => (isScratched(item) ? 'scratched' : null)

interface RosterTableProps {
  readonly label: string
  /** The table's name in the URL. */
  readonly name: string
  readonly items: readonly RosterItem[]
  readonly columns: Columns<RosterItem>
  readonly rowState?: (item: RosterItem) => RowState
}

export const RosterTable = ({ items, ...table }: RosterTableProps) =>
  items.length === 0 ? (
    <p className="none">No players</p>
  ) : (
    <SortedTable rows={items} rowKey={({ player }) => player.id} defaultSort={rosterSort} {...table} />
  )
