import './players.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCartMoney } from '../../data/cart.ts'
import { standings } from '../../data/stats.ts'
import { currentUser } from '../../data/user.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { AFFORDABLE, FREE, filterPlayers, noFilters } from './filters.ts'
import { ListSwitch } from './list-switch.tsx'
import { goalies, type PlayerList, preview, skaters } from './lists.ts'
import { NoMatch } from './no-match.tsx'
import { PlayerFilters } from './player-filters.tsx'
import { PlayersTable } from './players-table.tsx'
import { usePlayerFilters } from './use-player-filters.ts'

const none: readonly never[] = []

/** A screen of players: Skaters, Goalies, Players Preview. */
function PlayersView({ list }: { readonly list: PlayerList }) {
  const query = useQuery(list.query())
  const { data: user } = useQuery(currentUser())
  const { data: teams } = useQuery(standings())
  const [asked, setFilters] = usePlayerFilters(list)
  // A team that the league does not have asks for all, as far as the teams are known.
  const isTeam =
    asked.team === '' ||
    asked.team === FREE ||
    (asked.team === AFFORDABLE ? user?.teamId != null : !teams || teams.some(({ id }) => String(id) === asked.team))
  const filters = useMemo(() => (isTeam ? asked : { ...asked, team: '' }), [asked, isTeam])
  const all = query.data ?? none
  const money = useCartMoney(filters.team === AFFORDABLE ? (user?.teamId ?? null) : null)
  const found = useMemo(() => filterPlayers(all, filters, money), [all, filters, money])
  const clear = () => {
    setFilters(noFilters)
    // The button goes with what it cleared.
    focusPage()
  }
  // In place while the players are awaited, gone where there are none.
  const canFilter = query.data ? all.length > 0 : !query.isError
  return (
    <DataScreen
      title={list.title}
      art={list.art}
      second={<ListSwitch list={list} name={filters.name} user={user} />}
      queries={[query]}
    >
      {canFilter && (
        <PlayerFilters
          title={list.title}
          filters={filters}
          onChange={setFilters}
          onClear={clear}
          positions={list.positions}
          teams={teams ?? none}
          ownTeamId={user?.teamId}
          count={all.length > 0 ? `${found.length} of ${all.length} ${all.length === 1 ? 'player' : 'players'}` : ''}
        />
      )}
      <QueryResult query={query} failure={list.failure}>
        {(players) => {
          if (players.length === 0)
            return (
              <Notice kind="info">
                <p>{list.empty}</p>
                <p>{list.hint}</p>
              </Notice>
            )
          if (found.length === 0) return <NoMatch list={list} name={filters.name} players={players} onClear={clear} />
          return <PlayersTable list={list} players={found} ownTeamId={user?.teamId} />
        }}
      </QueryResult>
    </DataScreen>
  )
}

export const SkatersView = () => <PlayersView list={skaters} />
export const GoaliesView = () => <PlayersView list={goalies} />
export const PreviewView = () => <PlayersView list={preview} />
