import { goalies } from '../features/players/lists.ts'
import { PlayersView } from '../features/players/players-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const GoaliesScreen = () => (
  <MembersOnly>
    <PlayersView list={goalies} />
  </MembersOnly>
)
