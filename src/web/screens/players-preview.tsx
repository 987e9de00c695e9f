import { preview } from '../features/players/lists.ts'
import { PlayersView } from '../features/players/players-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const PlayersPreviewScreen = () => (
  <MembersOnly only={{ role: 'premium', title: preview.title }}>
    <PlayersView list={preview} />
  </MembersOnly>
)
