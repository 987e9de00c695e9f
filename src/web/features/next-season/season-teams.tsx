import type { SeasonTeam } from '#contract/next-season'
import { listed } from '../../ui/listed.ts'

interface TeamsProps {
  readonly teams: readonly SeasonTeam[]
  readonly retired: readonly number[]
  readonly onChange: (retired: readonly number[]) => void
}

/** Every team goes on unless it is taken out. */
export const SeasonTeams = ({ teams, retired, onChange }: TeamsProps) => (
  <>
    <p>A team that does not go on is taken from its member, and keeps its place in the history.</p>
    <ul className="season-teams">
      {teams.map(({ id, name, shortName, members }) => {
        const goesOn = !retired.includes(id)
        return (
          <li key={id}>
            <label>
              <input
                className="choice"
                type="checkbox"
                checked={goesOn}
                onChange={() => onChange(goesOn ? [...retired, id] : retired.filter((each) => each !== id))}
              />
              <span>
                {name} <small>{shortName}</small>
                <small className="season-member">{members.length > 0 ? listed(members) : 'without a member'}</small>
              </span>
            </label>
          </li>
        )
      })}
    </ul>
  </>
)
