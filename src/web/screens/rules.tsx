import { RulesView } from '../features/rules/rules-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const RulesScreen = () => (
  <MembersOnly>
    <RulesView />
  </MembersOnly>
)
