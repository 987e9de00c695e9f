import { Fragment, type ReactNode } from 'react'

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
