import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const TeamSettingsScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Team Settings" />
  </MembersOnly>
)
