import { NameField } from '../../ui/search/name-field.tsx'
import { SearchForm } from '../../ui/search/search-form.tsx'

interface PlayerSearchProps {
  readonly words: string
  readonly onChange: (words: string) => void
}

/** Looks for a player in all boxes. On a phone as small as its sign until it is touched. */
export const PlayerSearch = ({ words, onChange }: PlayerSearchProps) => (
  <SearchForm className={words === '' ? 'board-search' : 'board-search open'} label="Players of all boxes">
    <NameField value={words} onChange={onChange} />
    <svg className="board-search-sign" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m13 13 5 5" />
    </svg>
  </SearchForm>
)
