import './player.css'
import { useQuery } from '@tanstack/react-query'
import { unknownErrors } from '#contract/refusal-texts'
import { getPlayer, type Player } from '#contract/stats'
import { previousSeasons, timeSeries } from '../../data/stats.ts'
import { currentUser } from '../../data/user.ts'
import { isOffline } from '../../net/call-error.ts'
import { usePreparedChart } from '../../ui/charts/season-figure.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { hasLoaded, QueryResult } from '../data-screen/query-result.tsx'
import { PlayerActions } from './player-actions.tsx'
import { PlayerPortrait } from './player-portrait.tsx'
import { useEntry, usePlayer } from './player-queries.ts'
import { PreviousSeasons, RosterSection, SeasonSection, StatisticsSection } from './player-sections.tsx'

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
  const isPlaced = !entry.isAsked || hasLoaded(entry)
  // Its head says so for all parts of the page.
  const isAway = !player.data && isOffline(player.error)
  const queries = [player, series, seasons, ...(entry.isAsked ? [entry] : [])]
  return (
    <DataScreen
      title={player.data?.name ?? 'Player'}
      line={player.data && lineOf(player.data)}
      portrait={<PlayerPortrait player={player.data} />}
      queries={queries}
    >
      <QueryResult query={player} failure={getPlayer.failure}>
        {(shown) => <PlayerActions player={shown} entry={team ? entry.data : undefined} user={user} />}
      </QueryResult>
      {player.isUnknown && <p className="page-text player-hint">{unknownErrors.PLAYER_NOT_FOUND}</p>}
      {hasLoaded(player) && !player.isUnknown && !isAway && (
        <div className="player-parts">
          <SeasonSection playerId={playerId} query={series} />
          {player.data && <StatisticsSection player={player.data} />}
          {team && <RosterSection team={team} query={entry} isQuiet={!hasLoaded(series)} />}
          {isPlaced && hasLoaded(series) && <PreviousSeasons query={seasons} />}
        </div>
      )}
    </DataScreen>
  )
}
