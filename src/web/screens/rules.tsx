import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const RulesScreen = () => (
  <MembersOnly>
    <NotYetScreen title="Hockey Pool Rules" />
  </MembersOnly>
)
