import { KeepersView } from '../features/keepers/keepers-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const KeepersScreen = () => <MembersOnly>{(user) => <KeepersView user={user} />}</MembersOnly>
