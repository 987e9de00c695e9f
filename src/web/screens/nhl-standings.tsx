import { NhlStandingsView } from '../features/nhl-standings/nhl-standings-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const NhlStandingsScreen = () => (
  <MembersOnly>
    <NhlStandingsView />
  </MembersOnly>
)
