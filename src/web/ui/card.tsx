import { Fragment, type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: ReactNode
  /** Of a card with a look of its own. */
  readonly className?: string
  readonly children: ReactNode
}

/** A part of a page on a ground of its own, under its heading. */
export function Card({ title, className, children }: CardProps) {
  const heading = useId()
  return (
    <section className={className ? `card ${className}` : 'card'} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}

interface FactsProps {
  /** A fact without a value is left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
}

/** Labels, each with its value. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className="facts">
    {facts.map(
      ([label, value]) =>
        value != null && (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
)
