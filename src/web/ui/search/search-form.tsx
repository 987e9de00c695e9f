import type { FormEvent, ReactNode } from 'react'

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
