import type { UseQueryResult } from '@tanstack/react-query'
import type { TeamRef } from '#contract/call'
import { getRosterEntry, getTeamPlayers, type RosterEntry } from '#contract/roster'
import { isTransport } from '../../data/call-error.ts'
import { RecordTable } from '../../ui/table/record.tsx'
import { Shown } from '../screen/shown.tsx'
import { rosterColumns } from './columns.ts'

interface RosterSectionProps {
  readonly team: TeamRef
  readonly query: Pick<UseQueryResult<RosterEntry>, 'data' | 'isError' | 'error'>
}

/** The player's time with the pool team that has him. */
export const RosterSection = ({ team, query }: RosterSectionProps) => (
  <section className="player-section">
    <h2>Roster</h2>
    <Shown query={query} failure={isTransport(query.error) ? getTeamPlayers.failure : getRosterEntry.failure}>
      {(entry) => <RecordTable label="Roster" columns={rosterColumns} row={{ team, entry }} />}
    </Shown>
  </section>
)
