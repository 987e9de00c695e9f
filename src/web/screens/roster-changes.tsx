import { RosterChangesView } from '../features/roster-changes/roster-changes-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const RosterChangesScreen = () => (
  <MembersOnly>
    <RosterChangesView />
  </MembersOnly>
)
