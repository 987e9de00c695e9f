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

/** The device's own list to choose one from; a narrowed one is told by its frame, too. */
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
