import './star-button.css'

interface StarButtonProps {
  readonly name: string
  readonly isOn: boolean
  readonly onPress: () => void
}

/** Puts a player at the end of the team's list, or takes them off it. */
export const StarButton = ({ name, isOn, onPress }: StarButtonProps) => (
  <button className="star" type="button" aria-label={`Want ${name}`} aria-pressed={isOn} onClick={onPress}>
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d="m10 2.2 2.4 5 5.4.7-4 3.8 1 5.5-4.8-2.7-4.8 2.7 1-5.5-4-3.8 5.4-.7z" />
    </svg>
  </button>
)
