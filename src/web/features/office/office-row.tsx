import { type ReactNode, useId } from 'react'

interface OfficeRowProps {
  readonly title: ReactNode
  /** Words in small behind the title. */
  readonly marks?: readonly string[]
  readonly line: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A line of a list that opens on what can be done about it. */
export function OfficeRow({ title, marks = [], line, isOpen, onToggle, children }: OfficeRowProps) {
  const id = useId()
  return (
    <li className="office-row">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <span className="office-row-title">
          <strong>{title}</strong>
          {marks.map((mark) => (
            <small key={mark}>{mark}</small>
          ))}
        </span>
        <span className="office-row-line">{line}</span>
      </button>
      <div id={id} className="office-row-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  )
}
