import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const NhlStandingsScreen = () => (
  <MembersOnly>
    <NotYetScreen title="NHL Standings" />
  </MembersOnly>
)
