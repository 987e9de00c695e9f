import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const GoaliesScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Goalies" />
  </MembersOnly>
)
