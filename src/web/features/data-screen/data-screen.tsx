import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useConnection } from '../../data/use-connection.ts'
import { Banner } from '../../ui/banner/banner.tsx'
import { later } from '../../ui/later.tsx'
import { RefreshButton } from '../../ui/refresh/refresh-button.tsx'
import { asOfText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useTitle } from '../../ui/use-title.ts'

const PullToRefresh = later(async () => (await import('../../ui/refresh/pull-to-refresh.tsx')).PullToRefresh)

/** What a screen needs to know about each of its queries. */
export type ScreenQuery = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'error' | 'isError' | 'refetch'>

/** When the oldest of the screen's data was fetched, ms; 0 while there is none. */
const oldestOf = (queries: readonly ScreenQuery[]): number => {
  const ages = queries.flatMap(({ data, dataUpdatedAt }) => (data === undefined ? [] : [dataUpdatedAt]))
  return ages.length === 0 ? 0 : Math.min(...ages)
}

interface DataScreenProps {
  readonly title: string
  /** The window's, where it is another than the page's. */
  readonly windowTitle?: string
  /** Address of the banner's picture. */
  readonly art?: string
  /** One line about the figures below. */
  readonly line?: string | undefined
  /** Other than words, in place of the line. */
  readonly second?: ReactNode
  /** Stands beside the title. */
  readonly portrait?: ReactNode
  /** The screen's queries: refreshed together; the oldest determines the age. */
  readonly queries: readonly ScreenQuery[]
  readonly children: ReactNode
}

/** A screen with data: banner, age, refresh button and pull to refresh; sets the window's title. */
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
  const { online } = useConnection()
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
  return (
    <>
      <Banner
        title={title}
        art={art}
        line={line}
        second={second}
        portrait={portrait}
        asOf={asOfText(oldestOf(queries), now, canRenew)}
        tools={<RefreshButton isBusy={isBusy} onRefresh={refresh} />}
      />
      <PullToRefresh isBusy={isBusy} onRefresh={refresh} />
      <div className="banner-body">{children}</div>
    </>
  )
}
