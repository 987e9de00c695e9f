import type { ReactNode } from 'react'
import { Loading } from '../../ui/loading/loading.tsx'
import type { ScreenQuery } from './data-screen.tsx'
import { QueryError, type Retriable } from './failure.tsx'

/**
 * Whether a part of a screen has its final height: its data is there, or it failed. What stands below waits for this, so
 * that it is not pushed down.
 */
export const hasLoaded = ({ data, isError }: Pick<ScreenQuery, 'data' | 'isError'>): boolean =>
  data !== undefined || isError

interface QueryResultProps<Data> {
  readonly query: Retriable & { readonly data: Data | undefined }
  /** The call's own sentence (spec, section 8), shown after 'Error: '. */
  readonly failure: string
  /** While another part of the screen says that it loads: once is enough. */
  readonly isQuiet?: boolean
  readonly children: (data: Data) => ReactNode
}

/** Shows the data there is, however old, with an error above it; 'Loading...' only while there is none. */
export function QueryResult<Data>({ query, failure, isQuiet, children }: QueryResultProps<Data>) {
  const { data, error } = query
  return (
    <>
      <QueryError query={query} sentence={`Error: ${failure}`} />
      {data !== undefined ? children(data) : error === null && !isQuiet && <Loading />}
    </>
  )
}
