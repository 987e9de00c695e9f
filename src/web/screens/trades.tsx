import { MembersOnly } from '../features/shell/members-only.tsx'
import { TradesView } from '../features/trades/trades-view.tsx'

export const TradesScreen = () => (
  <MembersOnly>
    <TradesView />
  </MembersOnly>
)
