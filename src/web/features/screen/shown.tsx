import type { ReactNode } from 'react'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

interface ShownProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly isError: boolean }
  /** The call's own sentence (spec, section 8), shown after 'Error: '. */
  readonly failure: string
  readonly children: (data: Data) => ReactNode
}

/** What is there is shown, however old; a failure and 'Loading...' only where there is nothing. */
export function Shown<Data>({ query, failure, children }: ShownProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <Notice kind="error">Error: {failure}</Notice> : <Loading />
}
