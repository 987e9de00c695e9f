import { MembersOnly } from '../features/shell/members-only.tsx'
import { NotYetScreen } from './not-yet.tsx'

export const TeamScreen = ({ teamId }: { readonly teamId: number }) => (
  <MembersOnly>
    <NotYetScreen title={`Team Details ${teamId}`} />
  </MembersOnly>
)
