import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const DraftAdminScreen = () => (
  <MembersOnly only={{ role: 'admin', title: 'Draft Administration' }}>
    <NotYetScreen title="Draft Administration" />
  </MembersOnly>
)
