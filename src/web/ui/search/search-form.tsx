import '../form/text-field.css'
import './name-field.css'
import { type FormEvent, type ReactNode, useRef } from 'react'

interface SearchFormProps {
  /** What is searched, such as 'Skaters'. */
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

/** Closes a phone's keyboard, to make room for what was found. */
const blur = (event: FormEvent) => {
  event.preventDefault()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Searches while one types: there is nothing to send. */
export const SearchForm = ({ label, className, children }: SearchFormProps) => (
  // biome-ignore lint/a11y/useSemanticElements: phones of 2022 do not know the search element
  <form className={className} role="search" aria-label={label} onSubmit={blur}>
    {children}
  </form>
)

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
          className="icon-button close muted"
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
