import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { PlayerRef, TeamRef } from '#contract/call'
import type { CorrectionMark } from '#contract/trading'
import { hasFeature } from '#contract/user'
import { seasonName } from '#rules/calendar'
import { plural } from '#rules/words'
import { currentUser } from '../../data/user.ts'
import { Choose } from '../../ui/choose.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, type Columns, text } from '../../ui/table/columns.ts'
import { date } from '../../ui/table/date-column.ts'
import { SortedTable } from '../../ui/table/table.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { useAddress } from '../../ui/use-address.ts'
import { SeasonCorrections } from '../corrections/correction-lists.tsx'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import { inSeason, SeasonSelect, useSeasonChoice } from '../season/season-choice.tsx'
import './transactions.css'

// What the lists of the season have in common: a team did something with a player at an instant. The widths let a phone
// show when, who, what and the player without scrolling; from then on the player stays. The style, which knows the
// window, says how wide teams and players are on a phone.

/** For whom a list is, and of which season. */
export interface ListPlace {
  readonly ownTeamId: number | null
  /** Null for the season that is on. */
  readonly seasonId: number | null
}

export const timeColumn = <Row,>(key: string, label: string, at: (row: Row) => string): Column<Row> =>
  date(key, label, 'minmax(clamp(5.25rem, 24vw, clamp(5.75rem, 18vw, 9rem)), 11rem)', at, {
    // In one line of a phone.
    text: (row) => instantText(at(row)).replace(',', ''),
  })

/** A phone has room for time, team, action, and player. */
export const TEAM_WIDTH = 'minmax(clamp(4.625rem, 31vw - 1.75rem, 6rem), 9rem)'

export const teamColumn = <Row,>(team: (row: Row) => TeamRef, { ownTeamId, seasonId }: ListPlace): Column<Row> =>
  text('team', 'Team', TEAM_WIDTH, (row) => team(row).shortName, {
    href: (row) => inSeason(`/teams/${team(row).id}`, seasonId),
    mark: (row) => (team(row).id === ownTeamId ? 'Your team' : null),
  })

/** What was done, in a word. */
export const wordColumn = <Row,>(key: string, label: string, word: (row: Row) => string): Column<Row> =>
  text(key, label, 'minmax(clamp(3.625rem, 19vw - 0.5rem, 4.25rem), 8rem)', word)

/** Whether an admin undid or made it. */
const correctedHow = ({ undone }: CorrectionMark): string => (undone ? 'undone' : 'corrected')

interface Corrected {
  readonly correction?: CorrectionMark | null | undefined
}

/** What was done; that an admin undid or made it is in small print below it, where a phone has room for it. */
export const actionColumn = <Row extends Corrected>(key: string, word: (row: Row) => string): Column<Row> => ({
  ...wordColumn<Row>(key, 'Action', (row) =>
    row.correction ? `${word(row)}, ${correctedHow(row.correction)}` : word(row),
  ),
  cell: (row) => (
    <span>
      {word(row)}
      {row.correction && (
        <>
          , <small className="own-line">{correctedHow(row.correction)}</small>
        </>
      )}
    </span>
  ),
})

/** A trade and the same at another price are two rows. */
export const correctionKey = (correction: CorrectionMark | null | undefined): string =>
  correction?.undone ? `undone ${correction.nr}` : ''

interface PlayerLabels {
  readonly position: string
  readonly nhlTeam: string
}

export const playerColumns = <Row,>(player: (row: Row) => PlayerRef, labels: PlayerLabels): Columns<Row> => [
  text('player', 'Player', 'minmax(clamp(6.5rem, 31vw, clamp(8.75rem, 22vw, 16rem)), 1fr)', (row) => player(row).name, {
    fills: true,
    sticky: '0',
    heads: true,
    href: (row) => `/players/${player(row).id}`,
  }),
  text('position', labels.position, 'minmax(5.5rem, 9rem)', (row) => player(row).position),
  text('nhlTeam', labels.nhlTeam, 'minmax(6rem, 9rem)', (row) => player(row).nhlTeam),
]

/** One kind of transaction, listed: what the teams did with players. */
export interface TransactionList<Row> {
  readonly title: string
  /** What one row is called, for the count. */
  readonly noun: string
  /** Of the season that is on, and of one that is over. */
  readonly present: () => UseQueryOptions<Row[]>
  readonly past: (seasonId: number) => UseQueryOptions<Row[]>
  readonly failure: string
  /** Feedback when there is nothing yet. */
  readonly empty: string
  readonly corrections?: 'trades' | 'lineups'
  readonly columnsFor: (place: ListPlace) => Columns<Row>
  /** The table's name in the URL. */
  readonly table: string
  /** The column of the time: the newest comes first unless the member sorts otherwise. */
  readonly newestBy: string
  readonly rowKey: (row: Row) => string | number
  readonly teamOf: (row: Row) => TeamRef
  /** Whether two rows are parts of one transaction. */
  readonly isOne?: (row: Row, other: Row) => boolean
  /** Whether a row is still in effect, and is counted; all are unless this says otherwise. */
  readonly isInEffect?: (row: Row) => boolean
}

/** Every team of the rows once, by name. */
const teamsOf = <Row,>(rows: readonly Row[], teamOf: (row: Row) => TeamRef): TeamRef[] =>
  [...new Map(rows.map((row) => [teamOf(row).id, teamOf(row)])).values()].sort((a, b) =>
    a.shortName.localeCompare(b.shortName),
  )

interface TransactionTableProps<Row> {
  readonly list: TransactionList<Row>
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  /** The team whose rows alone are shown; null for all. */
  readonly teamId: number | null
  readonly ownTeamId: number | null
}

/** The rows of all teams or of one; the member's own stand out. */
function TransactionTable<Row>({ list, columns, rows, teamId, ownTeamId }: TransactionTableProps<Row>) {
  const { title, table, newestBy, rowKey, teamOf } = list
  const shown = useMemo(
    () => (teamId === null ? rows : rows.filter((row) => teamOf(row).id === teamId)),
    [rows, teamOf, teamId],
  )
  return (
    <div className="transactions">
      <SortedTable
        label={title}
        name={table}
        columns={columns}
        rows={shown}
        rowKey={rowKey}
        rowState={(row) => (teamOf(row).id === ownTeamId ? 'own' : 'reserved')}
        joins={list.isOne}
        defaultSort={{ key: newestBy, direction: 'desc' }}
      />
    </div>
  )
}

interface TransactionListViewProps<Row> {
  readonly list: TransactionList<Row>
  /** What else a refresh of the season that is on is for. */
  readonly onRefresh?: () => void
  /** Below the list. */
  readonly children?: (place: ListPlace) => ReactNode
}

const whichSeason = (seasonId: number | null): string =>
  seasonId === null ? 'this season' : `in ${seasonName(seasonId)}`

const countedLine = (count: number | undefined, noun: string, seasonId: number | null): string =>
  count ? `${plural(count, noun)} ${whichSeason(seasonId)}` : ''

export function TransactionListView<Row>({ list, onRefresh, children }: TransactionListViewProps<Row>) {
  const { title, noun, present, past, failure, empty, corrections, columnsFor } = list
  const season = useSeasonChoice()
  const { seasonId } = season
  const query = useQuery(seasonId === null ? present() : past(seasonId))
  const refetch: typeof query.refetch = (options) => {
    if (seasonId === null) onRefresh?.()
    return query.refetch(options)
  }
  const { data: user } = useQuery(currentUser())
  const ownTeamId = user?.teamId ?? null
  const columns = useMemo(() => columnsFor({ ownTeamId, seasonId }), [columnsFor, ownTeamId, seasonId])
  const { isInEffect = () => true } = list
  const count = query.data?.filter(isInEffect).length
  const teams = useMemo(() => teamsOf(query.data ?? [], list.teamOf), [query.data, list.teamOf])
  const [search, change] = useAddress()
  const filter = `${list.table}_team`
  // A team without a row here cannot be chosen.
  const teamId = teams.find(({ id }) => id === search[filter])?.id ?? null
  return (
    <DataScreen title={title} line={countedLine(count, noun, seasonId)} queries={[{ ...query, refetch }]}>
      <div className="wrap choices">
        <SeasonSelect choice={season} />
        {teams.length > 1 && (
          <Choose
            label="Show"
            value={teamId ?? ''}
            options={[['', 'All teams'], ...teams.map(({ id, shortName }) => [id, shortName] as const)]}
            isNarrowed={teamId !== null}
            onChoose={(chosen) =>
              void change((before) => ({ ...before, [filter]: chosen ? Number(chosen) : undefined }))
            }
          />
        )}
      </div>
      {corrections && hasFeature(user, 'corrections') && <SeasonCorrections of={corrections} seasonId={seasonId} />}
      <QueryResult query={{ ...query, refetch }} failure={failure}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice kind="info">{seasonId === null ? empty : empty.replace(' yet', '')}</Notice>
          ) : (
            <TransactionTable list={list} columns={columns} rows={rows} teamId={teamId} ownTeamId={ownTeamId} />
          )
        }
      </QueryResult>
      {children?.({ ownTeamId, seasonId })}
    </DataScreen>
  )
}
