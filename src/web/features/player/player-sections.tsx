import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TeamRef } from '#contract/call'
import { messages } from '#contract/messages'
import { mappedErrors } from '#contract/refusal-texts'
import { getRosterEntry, type RosterEntry, type RosterItem } from '#contract/roster'
import {
  getPreviousSeasons,
  getTimeSeries,
  type Player,
  type PreviousSeason,
  type TimeSeriesPoint,
} from '#contract/stats'
import { player, players } from '../../data/league.ts'
import { rosterEntry, teamPlayers } from '../../data/roster.ts'
import { CallError, isTransport } from '../../net/call-error.ts'
import { seasonDays } from '../../ui/charts/season-days.ts'
import { SeasonFigure } from '../../ui/charts/season-figure.tsx'
import { change, changeTone, figure, MISSING, minutes, price } from '../../ui/figure.ts'
import { Loading } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Columns, count, text } from '../../ui/table/columns.ts'
import { type RecordColumn, RecordTable } from '../../ui/table/record.tsx'
import type { Sort } from '../../ui/table/sort.ts'
import { SortedTable } from '../../ui/table/table.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { QueryError, QueryResult, type ScreenQuery } from '../data-screen/data-screen.tsx'
import { ownOrListed } from '../data-screen/own-or-listed.ts'
import { LiveNote, useLivePlayers } from '../tonight/live-players.tsx'
import { liveText } from '../tonight/night-words.ts'

interface PlayerQuery extends ScreenQuery {
  readonly data: Player | undefined
  /** The server knows no such player, and neither does any list. */
  readonly isUnknown: boolean
}

/** The player's figures; until they arrive, or when they cannot be fetched, those from a list. */
export function usePlayer(playerId: number): PlayerQuery {
  const own = useQuery(player(playerId))
  const { data, error, isError } = own
  // Lists in memory are used in any case; they are fetched, or read from the device, only when needed.
  const enabled = data === undefined && isError
  const lists = [useQuery({ ...players('skater'), enabled }), useQuery({ ...players('goalie'), enabled })]
  const find = (rows: readonly Player[]) => rows.find(({ id }) => id === playerId)
  const shown = ownOrListed(own, lists, find)
  const isUnknown = shown.data === undefined && error instanceof CallError && error.status === 404
  return { ...shown, isUnknown }
}

interface RosterEntryQuery extends ScreenQuery {
  readonly data: RosterEntry | undefined
  /** Only of a player with a name and a team (spec, section 7). */
  readonly isEnabled: boolean
  /** The server has no entry for the player on this team. */
  readonly isRefused: boolean
}

/** A player's time with their pool team; until it arrives, or when it cannot be fetched, that from the team's list. */
export function useEntry({ data: player, isError: isCut }: PlayerQuery, playerId: number): RosterEntryQuery {
  const teamId = player?.team?.id ?? 0
  const isEnabled = Boolean(player?.name && player.team)
  const own = useQuery({ ...rosterEntry(teamId, playerId), enabled: isEnabled })
  const { data, error, isError } = own
  const isRefused = isError && !isTransport(error)
  // When the player could not be fetched this cannot be either: the list is used at once.
  const enabled = isEnabled && data === undefined && (isError || isCut)
  const list = useQuery({ ...teamPlayers(teamId, true), enabled })
  const find = (items: readonly RosterItem[]) => items.find((item) => item.player.id === playerId)?.rosterEntry
  return { ...ownOrListed(own, [list], find), isEnabled, isRefused }
}

const stats: readonly RecordColumn<Player>[] = [
  { label: 'Name', text: ({ name }) => name, inHead: true },
  { label: 'NHL Team', text: ({ nhlTeam }) => nhlTeam || MISSING, inHead: true },
  { label: 'Position', text: ({ position }) => position || MISSING, inHead: true },
  { label: 'Points', text: ({ points }) => figure(points) },
  {
    label: 'Last',
    text: ({ pointsDiffPrevious }) => change(pointsDiffPrevious),
    tone: ({ pointsDiffPrevious }) => changeTone(pointsDiffPrevious),
  },
  { label: 'This Week', text: ({ pointsThisWeek }) => figure(pointsThisWeek) },
  { label: 'Last Week', text: ({ pointsLastWeek }) => figure(pointsLastWeek) },
  { label: 'Proj Pts', text: ({ projectedPoints }) => figure(projectedPoints) },
  { label: 'GP', text: ({ gamesPlayed }) => figure(gamesPlayed) },
  { label: 'Team GP', text: ({ teamGamesPlayed }) => figure(teamGamesPlayed) },
  { label: 'TOI/GP', text: ({ toiPerGp }) => minutes(toiPerGp) },
]

const buyPrice: RecordColumn<Player> = { label: 'Buy Price', text: (player) => price(player.buyPrice) }

/** Only a player without a fantasy team has a price. */
const statsColumns = ({ team }: Player): readonly RecordColumn<Player>[] => (team ? stats : [...stats, buyPrice])

interface Spot {
  readonly team: NonNullable<Player['team']>
  readonly entry: RosterEntry
}

const rosterColumns: readonly RecordColumn<Spot>[] = [
  { label: 'Team', text: ({ team }) => team.shortName, href: ({ team }) => `/teams/${team.id}` },
  { label: 'Team Points', text: ({ entry }) => figure(entry.teamPoints) },
  { label: 'Scratch Points', text: ({ entry }) => figure(entry.scratchPoints), mayLack: true },
  { label: 'Status', text: ({ entry }) => (entry.scratched ? 'Scratched' : 'Dressed') },
  {
    label: 'Scratched at',
    text: ({ entry }) => instantText(entry.scratchedAt),
    wide: true,
    mayLack: true,
  },
  { label: 'Bought at', text: ({ entry }) => instantText(entry.boughtAt), wide: true, mayLack: true },
  { label: 'Bought Price', text: ({ entry }) => price(entry.boughtPrice), mayLack: true },
  {
    label: 'Sell Price',
    // Servers name what a sale brought either way (spec, section 3).
    text: ({ entry }) => price(entry.sold ? (entry.soldPrice ?? entry.sellPrice) : entry.sellPrice),
    mayLack: true,
  },
]

/** 20252026 as 2025-2026; anything else as it is. */
const seasonText = (season: PreviousSeason['season']): string => String(season).replace(/^(\d{4})(\d{4})$/, '$1-$2')

const seasonColumns: Columns<PreviousSeason> = [
  text('season', 'Season', 'minmax(6.75rem, 1fr)', ({ season }) => String(season), {
    sticky: '0',
    heads: true,
    text: ({ season }) => seasonText(season),
  }),
  text('nhlTeam', 'NHL Team', 'minmax(4.5rem, 1fr)', ({ nhlTeam }) => nhlTeam),
  count('points', 'Points', 'minmax(4rem, 1fr)', ({ points }) => points, { strong: true }),
  count('projectedPoints', 'Projected', 'minmax(5.25rem, 1fr)', ({ projectedPoints }) => projectedPoints),
  count('gamesPlayed', 'GP', 'minmax(3.25rem, 1fr)', ({ gamesPlayed }) => gamesPlayed),
  count('teamGamesPlayed', 'Team GP', 'minmax(4rem, 1fr)', ({ teamGamesPlayed }) => teamGamesPlayed),
  text('team', 'Team', 'minmax(5rem, 1fr)', ({ team }) => team?.shortName),
]

const latestFirst: Sort = { key: 'season', direction: 'desc' }

export const StatisticsSection = ({ player }: { readonly player: Player }) => (
  <section className="part player-figures">
    <h2>Statistics</h2>
    <RecordTable label="Statistics" columns={statsColumns(player)} row={player} />
  </section>
)

interface RosterSectionProps {
  readonly isQuiet: boolean
  readonly team: TeamRef
  readonly query: RosterEntryQuery
}

export const RosterSection = ({ team, query, isQuiet }: RosterSectionProps) => (
  <section className="part player-figures">
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
        <div className="sheet season-room">
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
    <section className="part player-season">
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

function Seasons({ query: { data, error } }: PreviousSeasonsProps) {
  if (!data) return error === null && <Loading />
  if (data.length === 0)
    return (
      <Notice kind="info">
        <p>{messages.previousSeasonsEmpty}</p>
        <p>This season is listed here once it is over.</p>
      </Notice>
    )
  return (
    <SortedTable
      label="Previous seasons"
      name="previousSeasons"
      columns={seasonColumns}
      rows={data}
      rowKey={({ season, nhlTeam }) => `${season} ${nhlTeam}`}
      defaultSort={latestFirst}
    />
  )
}

export const PreviousSeasons = ({ query }: PreviousSeasonsProps) => (
  <section className="part">
    <h2>Previous seasons</h2>
    <QueryError query={query} sentence={getPreviousSeasons.failure} />
    <Seasons query={query} />
  </section>
)
