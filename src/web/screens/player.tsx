import { PlayerView } from '../features/player/player-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const PlayerScreen = ({ playerId }: { readonly playerId: number }) => (
  <MembersOnly>
    <PlayerView playerId={playerId} />
  </MembersOnly>
)
