import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { getHistory, type PastSeason, type RecordMark, type Records } from '#contract/history'
import { history } from '../../data/history.ts'
import { currentUser } from '../../data/user.ts'
import { figure } from '../../ui/figure.ts'
import { listed } from '../../ui/listed.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { type Columns, decimal, text } from '../../ui/table/columns.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { holderText, seasonColumn, whenHeld, winnersOf, wonText } from './history-words.ts'
import { ThroughTheYears } from './through-the-years.tsx'
import { WeeksFigure } from './weeks-figure.tsx'
import './history.css'

const TABLE = 'champions'
const LATEST = 8
const newestFirst: Sort = { key: 'season', direction: 'desc' }

const named = (names: readonly (string | null | undefined)[]): string =>
  listed(names.filter((name) => name !== null && name !== undefined)) || '-'
const teamsOf = (season: PastSeason) => named(winnersOf(season).map(({ team }) => team))
const membersOf = (season: PastSeason) => named(winnersOf(season).map(({ member }) => member))

const columns: Columns<PastSeason> = [
  seasonColumn(({ id }) => id),
  text('champion', 'Champion', 'minmax(8.5rem, 2fr)', teamsOf),
  decimal('total', 'Total', 'minmax(5.25rem, 1fr)', ({ standings }) => standings[0]?.total, { strong: true }),
  { key: 'member', label: 'Member', kind: 'text', width: 'minmax(5.75rem, 1fr)', value: membersOf, text: membersOf },
]
const readChampionsSort = (search: Readonly<Record<string, unknown>>) => readSort(search, TABLE, columns, newestFirst)
const keyOf = ({ id }: PastSeason) => id

/** Who won each season; the latest ones until the member opens all. */
function Champions({ seasons }: { readonly seasons: readonly PastSeason[] }) {
  const [sort, setSort] = useTableSort(TABLE, readChampionsSort)
  const [isWhole, setIsWhole] = useState(false)
  const hasMore = !isWhole && seasons.length > LATEST
  return (
    <section className="history-part">
      <h2>Champions</h2>
      <Table
        label="Champions"
        columns={columns}
        rows={hasMore ? seasons.slice(0, LATEST) : seasons}
        rowKey={keyOf}
        sort={sort}
        onSort={setSort}
      />
      {hasMore && (
        <p className="history-text">
          <button className="button plain" type="button" onClick={() => setIsWhole(true)}>
            All {seasons.length} seasons
          </button>
        </p>
      )}
    </section>
  )
}

const plural = (value: number): string => `${value} ${value === 1 ? 'title' : 'titles'}`
const points = (value: number): string => `${figure(value, 2)} points`

const marks = [
  { key: 'mostTitles', label: 'Most titles', text: plural },
  { key: 'bestSeason', label: 'Best season', text: points },
  { key: 'closestFinish', label: 'Closest finish', text: points },
  { key: 'bestWeek', label: 'Best week', text: (value: number) => `+${points(value)}` },
  { key: 'bestTrade', label: 'Best trade', text: (value: number) => `+${points(value)}` },
] as const

interface MarkProps {
  readonly label: string
  readonly value: string
  readonly mark: RecordMark
}

const RecordLine = ({ label, value, mark }: MarkProps) => (
  <div className="record-line">
    <dt>{label}</dt>
    <dd className="record-value">{value}</dd>
    {mark.holders.map((holder) => (
      <dd key={`${holderText(holder)} ${holder.seasonId} ${holder.monday}`}>
        {holderText(holder)}
        {whenHeld(holder).map((when) => (
          <Fragment key={when}>
            , <span className="record-when">{when}</span>
          </Fragment>
        ))}
      </dd>
    ))}
  </div>
)

interface RecordsProps {
  readonly records: Records
}

/** The records of the league, each with all who share it. */
const LeagueRecords = ({ records }: RecordsProps) => {
  const lines = marks.flatMap(({ key, label, text }) => {
    const mark = records[key]
    return mark ? [{ key, label, value: text(mark.value), mark }] : []
  })
  if (lines.length === 0) return null
  return (
    <section className="history-part">
      <h2>Records</h2>
      <dl className="record-lines">
        {lines.map(({ key, ...line }) => (
          <RecordLine key={key} {...line} />
        ))}
      </dl>
    </section>
  )
}

/** The best pick of each draft box. */
const BestPicks = ({ records: { bestPicks } }: RecordsProps) =>
  bestPicks.length > 0 && (
    <section className="history-part">
      <h2>Best Picks</h2>
      <p className="history-text">By draft box: what the player was worth to the team that drafted them.</p>
      <dl className="record-lines picks">
        {bestPicks.map(({ boxName, mark }) => (
          <RecordLine
            key={boxName}
            label={boxName}
            value={`${figure(mark.value)} ${mark.value === 1 ? 'point' : 'points'}`}
            mark={mark}
          />
        ))}
      </dl>
    </section>
  )

export function HistoryView() {
  const query = useQuery(history())
  const { data: user } = useQuery(currentUser())
  const ownTeamId = user?.teamId ?? null
  const latest = query.data?.seasons[0]
  return (
    <DataScreen title="History" line={latest ? wonText(latest) : ''} queries={[query]}>
      <QueryResult query={query} failure={getHistory.failure}>
        {(all) => (
          <div className="history">
            {all.seasons.length === 0 ? (
              <Notice kind="info">
                How this season ends will be kept here, with its champion and the records of the league.
              </Notice>
            ) : (
              <>
                <Champions seasons={all.seasons} />
                <ThroughTheYears history={all} ownTeamId={ownTeamId} />
              </>
            )}
            <LeagueRecords records={all.records} />
            <WeeksFigure seasonId={all.seasonId} teams={all.weeks} ownTeamId={ownTeamId} />
            <BestPicks records={all.records} />
          </div>
        )}
      </QueryResult>
    </DataScreen>
  )
}
