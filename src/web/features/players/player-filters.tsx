import type { Team } from '#contract/stats'
import { NameField } from '../../ui/search/name-field.tsx'
import { SearchForm } from '../../ui/search/search-form.tsx'
import { useFirstFrame } from '../../ui/use-first-frame.ts'
import { AFFORDABLE, type Filters, FREE, type PositionChoice } from './filters.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

interface SelectionProps {
  readonly label: string
  /** Words of the choice that leaves nothing out. */
  readonly all: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
}

/** The device's native select; an active filter is marked by its border as well. */
export const Selection = ({ label, all, value, choices, onChange }: SelectionProps) => (
  <select
    className="selection"
    aria-label={label}
    data-narrowed={value !== ''}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  >
    <option value="">{all}</option>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
)

/** Free agents, those whom the own team can pay, and the own team first, then the others by name. */
const teamChoices = (teams: readonly Team[], ownTeamId: number | null | undefined) => {
  const own = teams.filter(({ id }) => id === ownTeamId)
  const others = teams.filter(({ id }) => id !== ownTeamId).sort((a, b) => a.name.localeCompare(b.name))
  return [
    { value: FREE, label: 'Free agents' },
    ...(ownTeamId == null ? [] : [{ value: AFFORDABLE, label: 'I can afford' }]),
    ...own.map(({ id }) => ({ value: String(id), label: 'My team' })),
    ...others.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}

interface PlayerFiltersProps {
  /** What is searched, such as 'Skaters'. */
  readonly title: string
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
  readonly onClear: () => void
  readonly positions: readonly PositionChoice[]
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
  /** 'N of M players', empty while they are not there. */
  readonly count: string
}

/** Search and filters over a list of players; in place before the players are. */
export function PlayerFilters(props: PlayerFiltersProps) {
  const { title, filters, onChange, onClear, positions, teams, ownTeamId, count } = props
  const { name, position, team } = filters
  // A closed select shows only the chosen option; the others are needed when it is opened.
  const isFirst = useFirstFrame()
  const listedPositions = isFirst ? positions.filter(({ value }) => value === position) : positions
  const listedTeams = isFirst ? teams.filter(({ id }) => String(id) === team) : teams
  const isFiltered = name !== '' || position !== '' || team !== ''
  return (
    <SearchForm className="player-filters" label={title}>
      <NameField value={name} onChange={(value) => onChange({ ...filters, name: value })} />
      {positions.length > 0 && (
        <Selection
          label="Position"
          all="All positions"
          value={position}
          choices={listedPositions}
          onChange={(value) => onChange({ ...filters, position: value })}
        />
      )}
      <Selection
        label="Team"
        all="All teams"
        value={team}
        choices={teamChoices(listedTeams, ownTeamId)}
        onChange={(value) => onChange({ ...filters, team: value })}
      />
      <div className="player-count">
        <p aria-live="polite">{count}</p>
        {isFiltered && (
          <button type="button" onClick={onClear}>
            Show all
          </button>
        )}
      </div>
    </SearchForm>
  )
}
