import './player.css'
import { useQuery } from '@tanstack/react-query'
import { errorSentences } from '#contract/errors'
import { getPlayer, type Player } from '#contract/stats'
import { leagueSettings } from '../../data/league.ts'
import { previousSeasons, timeSeries } from '../../data/stats.ts'
import { currentUser } from '../../data/user.ts'
import { usePreparedChart } from '../../ui/charts/season-figure.tsx'
import { RecordTable } from '../../ui/table/record.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { hasLoaded, QueryResult } from '../data-screen/query-result.tsx'
import { statsColumns } from './columns.ts'
import { PlayerActions } from './player-actions.tsx'
import { PlayerPortrait } from './player-portrait.tsx'
import { useEntry, usePlayer } from './player-queries.ts'
import { PreviousSeasons, RosterSection, SeasonSection } from './player-sections.tsx'

const lineOf = ({ position, nhlTeam, team }: Player): string =>
  [position, nhlTeam, team ? team.shortName : 'Free agent'].filter(Boolean).join(' · ')

export function PlayerView({ playerId }: { readonly playerId: number }) {
  const player = usePlayer(playerId)
  usePreparedChart()
  const series = useQuery(timeSeries(playerId))
  const seasons = useQuery(previousSeasons(playerId))
  const { data: user } = useQuery(currentUser())
  const team = player.data?.team
  const entry = useEntry(player, playerId)
  const isOwn = entry.isAsked && team?.id === user?.teamId
  // The hint below the buttons needs them.
  const settings = useQuery({ ...leagueSettings(), enabled: isOwn })
  const isPlaced = hasLoaded(player) && (!entry.isAsked || hasLoaded(entry)) && (!isOwn || hasLoaded(settings))
  const queries = [player, series, seasons, ...(entry.isAsked ? [entry] : [])]
  return (
    <DataScreen
      title={player.data?.name ?? 'Player'}
      line={player.data && lineOf(player.data)}
      portrait={<PlayerPortrait player={player.data} />}
      queries={queries}
    >
      <QueryResult query={player} failure={getPlayer.failure}>
        {(shown) => (
          <section className="player-section">
            <h2>Statistics</h2>
            <RecordTable label="Statistics" columns={statsColumns(shown)} row={shown} />
          </section>
        )}
      </QueryResult>
      {player.isUnknown && <p className="page-text player-hint">{errorSentences.PLAYER_NOT_FOUND}</p>}
      {team && <RosterSection team={team} query={entry} />}
      {player.data && <PlayerActions player={player.data} entry={team ? entry.data : undefined} user={user} />}
      {isPlaced && !player.isUnknown && (
        <>
          <SeasonSection query={series} />
          <PreviousSeasons query={seasons} />
        </>
      )}
    </DataScreen>
  )
}
