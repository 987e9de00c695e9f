import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOfficeTeams, type OfficeTeams } from '#contract/office'
import type { User } from '#contract/user'
import { officeTeams } from '../../data/office.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { OfficePage } from './office-page.tsx'
import { AddTeam } from './team-forms.tsx'
import { TeamRow } from './team-row.tsx'

function Teams({ teams, canAdd }: OfficeTeams) {
  const [open, setOpen] = useState<number | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  usePreparedConfirm()
  return (
    <>
      {!canAdd && (
        <p className="page-text">Teams can be added before the season's draft begins; this season's has begun.</p>
      )}
      {canAdd && !isAdding && (
        <button className="button plain" type="button" onClick={() => setIsAdding(true)}>
          Add a team
        </button>
      )}
      {isAdding && <AddTeam onDone={() => setIsAdding(false)} />}
      <ul className="office-list" aria-label="Teams">
        {teams.map((team) => (
          <TeamRow
            key={team.id}
            team={team}
            isOpen={open === team.id}
            onToggle={() => setOpen(open === team.id ? null : team.id)}
          />
        ))}
      </ul>
    </>
  )
}

function Asked() {
  const query = useQuery(officeTeams())
  return (
    <QueryResult query={query} failure={getOfficeTeams.failure}>
      {(data) => <Teams {...data} />}
    </QueryResult>
  )
}

export const TeamsView = ({ user }: { readonly user: User }) => (
  <OfficePage user={user} title="Teams">
    <Asked />
  </OfficePage>
)
