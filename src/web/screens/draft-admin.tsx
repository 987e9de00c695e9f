import { DraftAdminView } from '../features/draft-admin/draft-admin-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const DraftAdminScreen = () => (
  <MembersOnly only={{ role: 'admin', title: 'Draft Administration' }}>
    <DraftAdminView />
  </MembersOnly>
)
