import { useMemo } from 'react'
import type { RosterItem } from '#contract/roster'
import type { OwnLineup } from './next-moves.ts'
import { currentColumns, currentState, readCurrentSort, TEAM_CURRENT } from './roster-columns.tsx'
import { RosterTable } from './roster-table.tsx'

interface CurrentPlayersProps {
  readonly items: readonly RosterItem[]
  /** For the own team alone. */
  readonly lineup: OwnLineup | null
}

export function CurrentPlayers({ items, lineup }: CurrentPlayersProps) {
  const moves = lineup?.moves ?? null
  const columns = useMemo(() => currentColumns(moves), [moves])
  return (
    <RosterTable
      label="Current Players"
      name={TEAM_CURRENT}
      items={items}
      columns={columns}
      rowState={currentState}
      readSort={readCurrentSort}
    />
  )
}
