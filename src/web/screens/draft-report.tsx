import { DraftReportView } from '../features/draft-report/draft-report-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const DraftReportScreen = () => (
  <MembersOnly>
    <DraftReportView />
  </MembersOnly>
)
