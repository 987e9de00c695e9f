import type { ReactNode } from 'react'

interface BarGroupProps {
  readonly label: ReactNode
  readonly className?: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A button that discloses more links: below the bar, or inside the sheet of a phone. */
export const BarGroup = ({ label, className, isOpen, onToggle, children }: BarGroupProps) => (
  <li className={className ? `bar-group ${className}` : 'bar-group'}>
    <button className="bar-item" type="button" aria-expanded={isOpen} onClick={onToggle}>
      {label}
    </button>
    {isOpen && children}
  </li>
)
