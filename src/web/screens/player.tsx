import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const PlayerScreen = ({ playerId }: { readonly playerId: number }) => (
  <MembersOnly>
    <NotYetScreen title={`Player ${playerId}`} />
  </MembersOnly>
)
