import './name-field.css'
import { useRef } from 'react'

interface NameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A name, or a part of it, with a button that clears it. */
export function NameField({ value, onChange }: NameFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="name-field">
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
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {value !== '' && (
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
    </div>
  )
}
