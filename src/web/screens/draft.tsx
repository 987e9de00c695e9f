import { DraftView } from '../features/draft/draft-view.tsx'
import { MembersOnly } from '../features/shell/members-only.tsx'

export const DraftScreen = () => <MembersOnly>{(user) => <DraftView user={user} />}</MembersOnly>
