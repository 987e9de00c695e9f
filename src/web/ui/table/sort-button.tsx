import { ARROWS } from './sort.ts'

interface SortButtonProps {
  readonly label: string
  readonly sorted: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}

export const SortButton = ({ label, sorted, onSort }: SortButtonProps) => (
  <button className="sort" type="button" onClick={onSort}>
    {label}
    <span className="arrow" aria-hidden="true">
      {ARROWS[sorted ?? 'none']}
    </span>
  </button>
)
