import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const DraftReportScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Draft Picks" />
  </MembersOnly>
)
