import { useQuery } from '@tanstack/react-query'
import type { Player } from '#contract/stats'
import { Notice } from '../../ui/notice/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { filterPlayers, noFilters } from './filters.ts'
import { searchedIn } from './list-switch.tsx'
import { goalies, type PlayerList, skaters } from './lists.ts'

/** Named one by one up to here. */
const NAMED = 3

const foundText = (found: readonly Player[], noun: string): string => {
  const names = found.length > NAMED ? '' : `: ${found.map(({ name }) => name).join(', ')}`
  return `${found.length} ${noun}${found.length === 1 ? '' : 's'}${names}`
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
      <OwnLink className="player-elsewhere" href={searchedIn(other, name)}>
        {foundText(found, other.noun)}
      </OwnLink>
    </>
  )
}

interface NoMatchProps extends ElsewhereProps {
  readonly players: readonly Player[]
  readonly onClear: () => void
}

/** Nobody on the list fits what is searched and chosen. */
export function NoMatch({ list, name, players, onClear }: NoMatchProps) {
  const isMistaken =
    (list === skaters || list === goalies) &&
    name.trim() !== '' &&
    filterPlayers(players, { ...noFilters, name }).length === 0
  return (
    <Notice kind="info">
      {isMistaken ? <Elsewhere list={list} name={name} /> : <p>No players match the search.</p>}
      <button className="player-clear" type="button" onClick={onClear}>
        Show all players
      </button>
    </Notice>
  )
}
