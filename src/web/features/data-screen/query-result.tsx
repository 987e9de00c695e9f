import { createContext, type ReactNode, useContext } from 'react'
import { CallError, isOffline, isUnreachable } from '../../net/call-error.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { ScreenQuery } from './data-screen.tsx'

type Failing = Pick<ScreenQuery, 'data' | 'error'>

/** Without `refetch` there is nothing to be done about it here. */
type Retriable = Failing & Partial<Pick<ScreenQuery, 'refetch'>>

/** For a page that cannot be shown without a connection. */
export const NotHere = createContext("You're offline, and this page isn't saved on your phone yet.")

/** Where data is missing for lack of a connection. A lost connection is never shown as an error. */
export function UnavailableOffline({ query: { data, error } }: { readonly query: Failing }) {
  const sentence = useContext(NotHere)
  return data === undefined && isOffline(error) ? <Notice kind="info">{sentence}</Notice> : null
}

interface QueryErrorProps {
  readonly query: Retriable
  /** The screen's sentence for a refusal (spec, section 8). */
  readonly sentence: string
}

/** A refusal is shown above whatever data there is; an unreachable server only where there is none. */
export const QueryError = ({ query, sentence }: QueryErrorProps) => {
  const { data, error, refetch } = query
  if (error === null) return null
  if (isOffline(error)) return <UnavailableOffline query={query} />
  // The data stays, with its age; or, when the session has ended, it is about to be cleared.
  const isQuiet = isUnreachable(error) || (error instanceof CallError && error.kind === 'login')
  if (data !== undefined && isQuiet) return null
  const retry = () => {
    // A failure is reported through the query itself. The button goes while it is tried.
    void refetch?.()
    focusPage()
  }
  return (
    <div className="failure">
      <Notice kind="error">{sentence}</Notice>
      {refetch && (
        <button className="button plain" type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** How a failed action is shown: an error only when the league refused it, not when it could not be reached. */
export const failureKind = (error: Error | null): 'error' | 'warning' =>
  error instanceof CallError && !isOffline(error) ? 'error' : 'warning'

/**
 * Whether a part of a screen has its final height: its data is there, or it failed. What is below waits for this, or it
 * would be pushed down.
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
