import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const RosterChangesScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Roster Changes" />
  </MembersOnly>
)
