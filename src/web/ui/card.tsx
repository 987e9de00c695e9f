import { Fragment, type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: ReactNode
  /** In the heading, after the title. */
  readonly mark?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A part of a page that readers can go to by its heading. */
export function Section({ title, mark, className, children }: SectionProps) {
  const heading = useId()
  return (
    <section className={className} aria-labelledby={heading}>
      <h2 id={heading}>
        {title}
        {mark !== undefined && <> {mark}</>}
      </h2>
      {children}
    </section>
  )
}

/** A section that its ground sets apart from the page. */
export const Card = ({ className, ...section }: SectionProps) => (
  <Section className={className ? `card ${className}` : 'card'} {...section} />
)

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
