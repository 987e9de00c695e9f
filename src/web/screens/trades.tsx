import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const TradesScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Trades" />
  </MembersOnly>
)
