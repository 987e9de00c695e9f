import { MembersOnly } from '../features/shell/members-only.tsx'
import { StandingsView } from '../features/standings/standings-view.tsx'

export const StandingsScreen = () => (
  <MembersOnly>
    <StandingsView />
  </MembersOnly>
)
