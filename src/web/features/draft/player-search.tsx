import { type FormEvent, useRef } from 'react'

interface PlayerSearchProps {
  readonly words: string
  readonly onChange: (words: string) => void
}

/** Closes a phone's keyboard, to make room for the players. */
const blur = (event: FormEvent) => {
  event.preventDefault()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Looks for a player in all boxes. On a phone as small as its sign until it is touched. */
export function PlayerSearch({ words, onChange }: PlayerSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: phones of 2022 do not know the search element
    <form
      className={words === '' ? 'board-search' : 'board-search open'}
      role="search"
      aria-label="Players of all boxes"
      onSubmit={blur}
    >
      <svg className="board-search-sign" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="m13 13 5 5" />
      </svg>
      <input
        ref={input}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-label="Search by name"
        placeholder="Search by name"
        value={words}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {words !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            onChange('')
            input.current?.focus({ preventScroll: true })
          }}
        >
          <span aria-hidden="true">&times;</span>
        </button>
      )}
    </form>
  )
}
