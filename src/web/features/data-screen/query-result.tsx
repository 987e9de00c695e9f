import type { ReactNode } from 'react'
import { Loading } from '../../ui/loading/loading.tsx'
import type { Fed } from './data-screen.tsx'
import { Trouble } from './failure.tsx'

/**
 * Whether a part of a screen has found its height: it is there, or it failed. What stands below waits for that instead
 * of being pushed down.
 */
export const isSettled = ({ data, isError }: Pick<Fed, 'data' | 'isError'>): boolean => data !== undefined || isError

interface ShownProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: Error | null }
  /** The call's own sentence (spec, section 8), shown after 'Error: '. */
  readonly failure: string
  readonly children: (data: Data) => ReactNode
}

/** What is there is shown, however old, with a refusal above it; 'Loading...' only where there is nothing. */
export function Shown<Data>({ query, failure, children }: ShownProps<Data>) {
  const { data, error } = query
  return (
    <>
      <Trouble query={query} sentence={`Error: ${failure}`} />
      {data !== undefined ? children(data) : error === null && <Loading />}
    </>
  )
}
