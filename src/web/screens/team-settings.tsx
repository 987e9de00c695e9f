import { messages } from '#contract/errors'
import { MembersOnly } from '../features/shell/members-only.tsx'
import { TeamSettingsView } from '../features/team-settings/team-settings-view.tsx'

export const TeamSettingsScreen = () => (
  <MembersOnly sentence={messages.noTeamForSettings}>
    <TeamSettingsView />
  </MembersOnly>
)
