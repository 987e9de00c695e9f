import type { ReactNode } from 'react'
import { Loading } from '../../ui/loading/loading.tsx'
import { Trouble } from './trouble.tsx'

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
