import { skaters } from '../features/players/lists.ts'
import { PlayersView } from '../features/players/players-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const SkatersScreen = () => (
  <MembersOnly>
    <PlayersView list={skaters} />
  </MembersOnly>
)
