import { useQuery } from '@tanstack/react-query'
import { accessTexts } from '#contract/refusal-texts'
import { getTeam } from '#contract/stats'
import { team as teamQuery } from '../../data/stats.ts'
import { currentUser } from '../../data/user.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { NeedsConnection } from '../data-screen/needs-connection.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { SettingsForm } from './settings-form.tsx'
import './team-settings.css'

function OwnTeam({ teamId }: { readonly teamId: number }) {
  const team = useQuery(teamQuery(teamId))
  return (
    <QueryResult query={team} failure={getTeam.failure}>
      {(data) => (
        <>
          <NeedsConnection>Changes to your team's names need</NeedsConnection>
          <SettingsForm team={data} />
        </>
      )}
    </QueryResult>
  )
}

export function TeamSettingsView() {
  const { data: user } = useQuery(currentUser())
  return (
    <div className="page">
      <h1 tabIndex={-1}>Team Settings</h1>
      {user?.teamId == null ? (
        <Notice kind="error">{accessTexts.noTeamForSettings}</Notice>
      ) : (
        <OwnTeam teamId={user.teamId} />
      )}
    </div>
  )
}
