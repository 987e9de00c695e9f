import { MembersOnly } from '../features/shell/members-only.tsx'
import { TeamView } from '../features/team/team-view.tsx'

export const TeamScreen = ({ teamId }: { readonly teamId: number }) => (
  <MembersOnly>
    <TeamView teamId={teamId} />
  </MembersOnly>
)
