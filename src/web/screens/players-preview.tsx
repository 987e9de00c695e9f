import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const PlayersPreviewScreen = () => (
  <MembersOnly only={{ role: 'premium', title: 'Players Preview' }}>
    <NotYetScreen title="Players Preview" />
  </MembersOnly>
)
