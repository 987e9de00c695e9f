import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { usePublishedAge } from '../../data/screen-age.ts'
import { useOnline } from '../../data/use-online.ts'
import { isUnsent, useUnsent } from '../../data/use-unsent.ts'
import { CallError, isOffline, isUnreachable } from '../../net/call-error.ts'
import { focusPage } from '../../paint/page.ts'
import { Loading, later } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { asOfText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useTitle } from '../../ui/use-title.ts'

const PullToRefresh = later(async () => (await import('../../ui/refresh/pull-to-refresh.tsx')).PullToRefresh)

/** What a screen needs to know about each of its queries. */
export type ScreenQuery = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'isStale' | 'error' | 'isError' | 'refetch'>

/**
 * When the oldest of the screen's data that may be out of date was fetched, ms; 0 while there is none. What does not
 * change, such as past seasons, makes the figures beside it no older.
 */
const oldestOf = (queries: readonly ScreenQuery[]): number => {
  const known = queries.filter(({ data }) => data !== undefined)
  const stale = known.filter(({ isStale }) => isStale)
  if (stale.length > 0) return Math.min(...stale.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return Math.max(0, ...known.map(({ dataUpdatedAt }) => dataUpdatedAt))
}

interface DataScreenProps {
  readonly title: string
  /** The window's, where it is another than the page's. */
  readonly windowTitle?: string
  /** Address of the banner's picture, decoration only. */
  readonly art?: string
  /** One line about the figures below; its room is there while it is '', and not without it. */
  readonly line?: string | undefined
  /** Other than words, in place of the line: a phone has it beside the title. */
  readonly second?: ReactNode
  /** Beside the title: who or what this is about. */
  readonly portrait?: ReactNode
  /** The screen's queries: refreshed together; the oldest determines the age. */
  readonly queries: readonly ScreenQuery[]
  readonly children: ReactNode
}

/**
 * A screen with data: banner, age, refresh button and pull to refresh; sets the window's title. The first frame draws
 * the same banner. Its picture is fetched when the rest has been painted: a slow phone takes as long to read it as to
 * draw the rows below.
 */
export function DataScreen({
  title,
  windowTitle = title,
  art = '/art/banner.svg',
  line,
  second,
  portrait,
  queries,
  children,
}: DataScreenProps) {
  const online = useOnline()
  const now = useNow()
  const [isBusy, setIsBusy] = useState(false)
  useTitle(windowTitle)
  const refresh = () => {
    if (isBusy) return
    setIsBusy(true)
    // A failure is reported through the query itself.
    void Promise.allSettled(queries.map((query) => query.refetch())).then(() => setIsBusy(false))
  }
  const canRenew = online && !queries.some(({ isError }) => isError)
  const fetchedAt = oldestOf(queries)
  usePublishedAge(fetchedAt)
  const asOf = asOfText(fetchedAt, now, canRenew)
  const shape = portrait ? 'banner-inner with-portrait' : line === undefined ? 'banner-inner short' : 'banner-inner'
  return (
    <>
      <div className="banner">
        <img className="banner-art" src={art} alt="" loading="lazy" />
        <div className={shape}>
          {portrait && <div className="banner-portrait">{portrait}</div>}
          <h1 tabIndex={-1}>{title}</h1>
          {asOf && <span className="as-of">{asOf}</span>}
          {second && <div className="banner-second">{second}</div>}
          <div className="banner-tools">
            <button className="refresh" type="button" aria-label="Refresh" aria-busy={isBusy} onClick={refresh} />
          </div>
          {line && <p className="banner-line">{line}</p>}
        </div>
      </div>
      <PullToRefresh isBusy={isBusy} onRefresh={refresh} />
      <div className="banner-body">{children}</div>
    </>
  )
}

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
    <div className="wrap failure">
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

export interface FailureProps {
  readonly of: { readonly error: Error | null; readonly reset: () => void }
  /** Other words than the error's own. */
  readonly text?: (error: Error) => ReactNode
  /** Brought into sight: it is beside the button that was pressed. */
  readonly isAnswer?: boolean
}

/** Why an action failed, until it is closed. */
export function Failure({ of: { error, reset }, text, isAnswer = false }: FailureProps) {
  useUnsent(isUnsent(error), reset)
  return (
    error && (
      <Notice isAnswer={isAnswer} kind={failureKind(error)} onClose={reset}>
        {text ? text(error) : error.message}
      </Notice>
    )
  )
}

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

interface NeedsConnectionProps {
  /** "Trades need" */
  readonly children: string
}

/** Says beforehand what the screen cannot do while offline; it floats, since it comes while the screen is used. */
export const NeedsConnection = ({ children }: NeedsConnectionProps) =>
  useOnline() ? null : <Notice kind="info">{`You're offline. ${children} a connection.`}</Notice>
