import './form/selection.css'

export type Option = readonly [value: string | number, words: string]

interface ChooseProps {
  readonly className?: string
  readonly label: string
  /** For screen readers only, where the options say what they are. */
  readonly isLabelHidden?: boolean
  readonly value: string | number
  readonly options: readonly Option[]
  /** Marks a choice that leaves something out. */
  readonly isNarrowed?: boolean
  readonly onChoose: (value: string) => void
}

/** A list to choose from, above what the choice is about: the device's own, without the component library. */
export const Choose = ({ className, label, isLabelHidden, value, options, isNarrowed, onChoose }: ChooseProps) => (
  <label className={className ? `choose ${className}` : 'choose'}>
    <span className={isLabelHidden ? 'quiet' : 'choose-label'}>{label}</span>
    <select
      className="selection"
      value={value}
      data-narrowed={isNarrowed}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  </label>
)
