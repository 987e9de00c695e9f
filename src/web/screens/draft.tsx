import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const DraftScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Live Draft" />
  </MembersOnly>
)
