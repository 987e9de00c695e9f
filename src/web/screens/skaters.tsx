import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const SkatersScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Skaters" />
  </MembersOnly>
)
