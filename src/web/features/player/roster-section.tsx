import type { TeamRef } from '#contract/call'
import { errorSentences } from '#contract/errors'
import { getRosterEntry } from '#contract/roster'
import { RecordTable } from '../../ui/table/record.tsx'
import { Shown } from '../screen/shown.tsx'
import { rosterColumns } from './columns.ts'
import type { ShownEntry } from './use-entry.ts'

interface RosterSectionProps {
  readonly team: TeamRef
  readonly query: ShownEntry
}

/** The player's time with the pool team that has him. */
export const RosterSection = ({ team, query }: RosterSectionProps) => (
  <section className="player-section">
    <h2>Roster</h2>
    <Shown query={query} failure={query.isRefused ? errorSentences.ROSTER_ENTRY_NOT_FOUND : getRosterEntry.failure}>
      {(entry) => <RecordTable label="Roster" columns={rosterColumns} row={{ team, entry }} />}
    </Shown>
  </section>
)
