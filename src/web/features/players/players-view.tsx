import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Player, Team } from '#contract/stats'
import type { User } from '#contract/user'
import { hasRole } from '#rules/roles'
import { plural } from '#rules/words'
import { useCartMoney } from '../../data/cart.ts'
import { standings } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import { focusPage } from '../../paint/page.ts'
import { Choose, type Option } from '../../ui/choose.tsx'
import { useFirstFrame } from '../../ui/first-paint.ts'
import { Line, Notice } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { NameField, SearchForm } from '../../ui/search/search-form.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import {
  AFFORDABLE,
  type Filters,
  FREE,
  filterName,
  filterPlayers,
  noFilters,
  readFilters,
  writeFilters,
} from './filters.ts'
import { goalies, type PlayerList, preview, skaters } from './lists.ts'
import { PlayersTable } from './players-table.tsx'
import '../cart/on-the-way.css'
import './players.css'

/** The list's screen, with what was searched on another one. */
const searchedIn = ({ path, table }: PlayerList, name: string): string =>
  name.trim() === '' ? path : `${path}?${filterName(table, 'name')}=${encodeURIComponent(name)}`

interface ListSwitchProps {
  readonly list: PlayerList
  /** What is searched. */
  readonly name: string
  readonly user: User | null | undefined
}

/** From one list of players to another: the search goes along. */
const ListSwitch = ({ list, name, user }: ListSwitchProps) => {
  const lists = user && hasRole(user, 'premium') ? [skaters, goalies, preview] : [skaters, goalies]
  return (
    <nav className="wrap list-switch" aria-label="Lists of players">
      {lists.map((each) => (
        <OwnLink
          key={each.path}
          className="tap-line"
          href={searchedIn(each, name)}
          current={each === list ? 'page' : undefined}
        >
          {each.short}
        </OwnLink>
      ))}
    </nav>
  )
}

/** Named one by one up to here. */
const NAMED = 3

const foundText = (found: readonly Player[], noun: string): string => {
  const names = found.length > NAMED ? '' : `: ${found.map(({ name }) => name).join(', ')}`
  return `${plural(found.length, noun)}${names}`
}

interface ElsewhereProps {
  readonly list: PlayerList
  readonly name: string
}

/** Those whom the other list has by that name; without any, that there are none. */
function Elsewhere({ list, name }: ElsewhereProps) {
  const other = list === skaters ? goalies : skaters
  const { data: players = [] } = useQuery(other.query())
  const found = filterPlayers(players, { ...noFilters, name })
  if (found.length === 0) return <p>No players match the search.</p>
  return (
    <>
      <p>{`No ${list.noun} by that name.`}</p>
      <OwnLink className="tap-line" href={searchedIn(other, name)}>
        <strong>{foundText(found, other.noun)}</strong>
      </OwnLink>
    </>
  )
}

interface NoMatchProps extends ElsewhereProps {
  readonly players: readonly Player[]
  readonly onClear: () => void
}

/** No player on the list fits the search and the filters. */
function NoMatch({ list, name, players, onClear }: NoMatchProps) {
  const isMistaken =
    (list === skaters || list === goalies) &&
    name.trim() !== '' &&
    filterPlayers(players, { ...noFilters, name }).length === 0
  return (
    <Notice kind="info">
      {isMistaken ? <Elsewhere list={list} name={name} /> : <p>No players match the search.</p>}
      <button className="text-button" type="button" onClick={onClear}>
        Show all players
      </button>
    </Notice>
  )
}

/** Free agents, those whom the member's team can pay, and that team first, then the others by name. */
const teamOptions = (teams: readonly Team[], ownTeamId: number | null | undefined): Option[] => {
  const own = teams.filter(({ id }) => id === ownTeamId)
  const others = teams.filter(({ id }) => id !== ownTeamId).sort((a, b) => a.name.localeCompare(b.name))
  return [
    ['', 'All teams'],
    [FREE, 'Free agents'],
    ...(ownTeamId == null ? [] : [[AFFORDABLE, 'I can afford'] as const]),
    ...own.map(({ id }) => [id, 'My team'] as const),
    ...others.map(({ id, name }) => [id, name] as const),
  ]
}

interface PlayerFiltersProps {
  /** What is searched, such as 'Skaters'. */
  readonly title: string
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
  readonly onClear: () => void
  readonly positions: readonly Option[]
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
  /** 'N of M players', empty while they are not there. */
  readonly count: string
}

/** Search and filters over a list of players; in place before the players are. */
function PlayerFilters(props: PlayerFiltersProps) {
  const { title, filters, onChange, onClear, positions, teams, ownTeamId, count } = props
  const { name, position, team } = filters
  // A closed select shows only the chosen option; the others are needed when it is opened.
  const isFirst = useFirstFrame()
  const listedPositions = isFirst ? positions.filter(([value]) => value === position) : positions
  const listedTeams = isFirst ? teams.filter(({ id }) => String(id) === team) : teams
  const isFiltered = name !== '' || position !== '' || team !== ''
  return (
    <SearchForm className="wrap choices player-filters" label={title}>
      <NameField value={name} onChange={(value) => onChange({ ...filters, name: value })} />
      {positions.length > 0 && (
        <Choose
          label="Position"
          isLabelHidden
          value={position}
          options={[['', 'All positions'], ...listedPositions]}
          isNarrowed={position !== ''}
          onChoose={(value) => onChange({ ...filters, position: value })}
        />
      )}
      <Choose
        label="Team"
        isLabelHidden
        value={team}
        options={teamOptions(listedTeams, ownTeamId)}
        isNarrowed={team !== ''}
        onChoose={(value) => onChange({ ...filters, team: value })}
      />
      <div className="spread muted player-count">
        <Line>{count}</Line>
        {isFiltered && (
          <button className="text-button" type="button" onClick={onClear}>
            Show all
          </button>
        )}
      </div>
    </SearchForm>
  )
}

/** The address is updated once typing pauses: Safari allows a page 100 changes of it in 30 seconds. */
const REST_MS = 300

const isSame = (a: Filters, b: Filters) => a.name === b.name && a.position === b.position && a.team === b.team

/**
 * The filters of a list. They apply at once and reach the address a moment later; other changes of the address are
 * adopted.
 */
function usePlayerFilters({ table, positions }: PlayerList) {
  const [search, change] = useAddress()
  const addressed = readFilters(search, table, positions)
  const [filters, setFilters] = useState(addressed)
  const written = useRef(addressed)

  const write = useEffectEvent(() => {
    if (isSame(filters, addressed)) return
    written.current = filters
    void change((before) => writeFilters(before, table, filters))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause starts over with every change
  useEffect(() => {
    const timer = setTimeout(() => write(), REST_MS)
    return () => clearTimeout(timer)
  }, [filters])

  const follow = useEffectEvent(() => {
    if (isSame(addressed, written.current)) return
    written.current = addressed
    setFilters(addressed)
  })
  const { name, position, team } = addressed
  // biome-ignore lint/correctness/useExhaustiveDependencies: by value: the object is a new one at every render
  useEffect(() => follow(), [name, position, team])

  return [filters, setFilters] as const
}

const none: readonly never[] = []

function PlayersView({ list }: { readonly list: PlayerList }) {
  const query = useQuery(list.query())
  const { data: user } = useQuery(currentUser())
  const { data: teams } = useQuery(standings())
  const [chosen, setFilters] = usePlayerFilters(list)
  // A team that the league does not have asks for all, as far as the teams are known.
  const isTeam =
    chosen.team === '' ||
    chosen.team === FREE ||
    (chosen.team === AFFORDABLE ? user?.teamId != null : !teams || teams.some(({ id }) => String(id) === chosen.team))
  const filters = useMemo(() => (isTeam ? chosen : { ...chosen, team: '' }), [chosen, isTeam])
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
          count={all.length > 0 ? `${found.length} of ${plural(all.length, 'player')}` : ''}
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
