import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const KeepersScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Keepers Selection" />
  </MembersOnly>
)
