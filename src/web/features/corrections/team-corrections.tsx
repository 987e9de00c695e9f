import { useQuery } from '@tanstack/react-query'
import type { Correction } from '#contract/corrections'
import { teamCorrections } from '../../data/corrections.ts'
import { seasonCorrections, seasonNhlCorrections } from '../../data/history.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { CorrectedLines } from './corrected-lines.tsx'
import { CorrectionList } from './correction-list.tsx'

const Sum = ({ of }: { readonly of: number }) => (
  <p>
    An admin corrected this team's total by <b className={changeTone(of, 2) ?? undefined}>{change(of, 2)}</b> in all,
    each time as it stood then.
  </p>
)

const gained = (made: readonly Correction[]): number =>
  made.reduce((sum, { before, after }) => sum + after.totalScore - before.totalScore, 0)

/** The same of a season that is over. */
export function PastTeamCorrections({ teamId, seasonId }: { readonly teamId: number; readonly seasonId: number }) {
  const { data: made = [] } = useQuery(seasonCorrections(seasonId))
  const { data: late = [] } = useQuery(seasonNhlCorrections(seasonId))
  const own = made.filter(({ team }) => team.id === teamId)
  const lines = late.filter(({ team }) => team?.id === teamId)
  if (own.length + lines.length === 0) return null
  return (
    <section className="corrections-part" aria-labelledby="team-corrections">
      <h2 id="team-corrections">Corrections</h2>
      {own.length > 0 && <Sum of={gained(own)} />}
      {own.length > 0 && <CorrectionList label="Corrections" corrections={own} isOfOneTeam />}
      {lines.length > 0 && <CorrectedLines lines={lines} />}
    </section>
  )
}

/** What of a team's score was corrected: by an admin, with the sum, and by the NHL. */
export function TeamCorrections({ teamId }: { readonly teamId: number }) {
  const { data } = useQuery(teamCorrections(teamId))
  if (!data || data.corrections.length + data.lines.length === 0) return null
  const { sum, corrections, lines } = data
  return (
    <section className="corrections-part" aria-labelledby="team-corrections">
      <h2 id="team-corrections">Corrections</h2>
      {corrections.length > 0 && <Sum of={sum} />}
      <CorrectionList label="Corrections" corrections={corrections} isOfOneTeam />
      {lines.length > 0 && <CorrectedLines lines={lines} />}
    </section>
  )
}
