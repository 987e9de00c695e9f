import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TeamRef } from '#contract/call'
import { messages } from '#contract/messages'
import { mappedErrors } from '#contract/refusal-texts'
import { getRosterEntry } from '#contract/roster'
import {
  getPreviousSeasons,
  getTimeSeries,
  type Player,
  type PreviousSeason,
  type TimeSeriesPoint,
} from '#contract/stats'
import { seasonDays } from '../../ui/charts/season-days.ts'
import { SeasonFigure } from '../../ui/charts/season-figure.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { RecordTable } from '../../ui/table/record.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { QueryError } from '../data-screen/failure.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { LiveNote } from '../tonight/live-note.tsx'
import { useLivePlayers } from '../tonight/live-players.ts'
import { liveText } from '../tonight/night-words.ts'
import { PREVIOUS_SEASONS, readSeasonsSort, rosterColumns, seasonColumns, statsColumns } from './columns.ts'
import type { RosterEntryQuery } from './player-queries.ts'

export const StatisticsSection = ({ player }: { readonly player: Player }) => (
  <section className="player-section player-figures">
    <h2>Statistics</h2>
    <RecordTable label="Statistics" columns={statsColumns(player)} row={player} />
  </section>
)

interface RosterSectionProps {
  readonly isQuiet: boolean
  readonly team: TeamRef
  readonly query: RosterEntryQuery
}

/** The player's time with their current pool team. */
export const RosterSection = ({ team, query, isQuiet }: RosterSectionProps) => (
  <section className="player-section player-figures">
    <h2>Roster</h2>
    <QueryResult
      query={query}
      isQuiet={isQuiet}
      failure={query.isRefused ? mappedErrors.ROSTER_ENTRY_NOT_FOUND : getRosterEntry.failure}
    >
      {(entry) => <RecordTable label="Roster" columns={rosterColumns} row={{ team, entry }} />}
    </QueryResult>
  </section>
)

interface SeasonSectionProps {
  readonly playerId: number
  readonly query: Pick<UseQueryResult<readonly TimeSeriesPoint[]>, 'data' | 'error' | 'refetch'>
}

function Season({ query: { data, error } }: Pick<SeasonSectionProps, 'query'>) {
  const days = useMemo(() => data && seasonDays(data), [data])
  if (!days)
    return (
      error === null && (
        <div className="season-room">
          <Loading />
        </div>
      )
    )
  if (days.length === 0)
    return (
      <Notice kind="info">
        <p>{messages.timeSeriesEmpty}</p>
        <p>The chart begins with the season's first game.</p>
      </Notice>
    )
  return <SeasonFigure days={days} />
}

/** The season's chart; beside its heading what tonight has brought, which moves nothing when it comes. */
export function SeasonSection({ playerId, query }: SeasonSectionProps) {
  const played = useLivePlayers().get(playerId)
  return (
    <section className="player-section player-season">
      {played && (
        <LiveNote className="player-tonight" game={played.game}>
          Tonight: {liveText(played)}
        </LiveNote>
      )}
      <h2>Season</h2>
      <QueryError query={query} sentence={getTimeSeries.failure} />
      <Season query={query} />
    </section>
  )
}

interface PreviousSeasonsProps {
  readonly query: Pick<UseQueryResult<readonly PreviousSeason[]>, 'data' | 'error' | 'refetch'>
}

const keyOf = ({ season, nhlTeam }: PreviousSeason) => `${season} ${nhlTeam}`

function Seasons({ query: { data, error } }: PreviousSeasonsProps) {
  const [sort, setSort] = useTableSort(PREVIOUS_SEASONS, readSeasonsSort)
  if (!data) return error === null && <Loading />
  if (data.length === 0)
    return (
      <Notice kind="info">
        <p>{messages.previousSeasonsEmpty}</p>
        <p>This season is listed here once it is over.</p>
      </Notice>
    )
  return (
    <Table label="Previous seasons" columns={seasonColumns} rows={data} rowKey={keyOf} sort={sort} onSort={setSort} />
  )
}

export const PreviousSeasons = ({ query }: PreviousSeasonsProps) => (
  <section className="player-section">
    <h2>Previous seasons</h2>
    <QueryError query={query} sentence={getPreviousSeasons.failure} />
    <Seasons query={query} />
  </section>
)
