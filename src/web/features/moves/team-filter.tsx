import type { TeamRef } from '#contract/call'

interface TeamFilterProps {
  readonly teams: readonly TeamRef[]
  /** The team shown alone; null for all. */
  readonly teamId: number | null
  readonly onChange: (teamId: number | null) => void
}

/** Shows one team's rows of a long list. */
export const TeamFilter = ({ teams, teamId, onChange }: TeamFilterProps) => (
  <label className="team-filter">
    Show
    <select value={teamId ?? ''} onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}>
      <option value="">All teams</option>
      {teams.map(({ id, shortName }) => (
        <option key={id} value={id}>
          {shortName}
        </option>
      ))}
    </select>
  </label>
)
