import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messages } from '#contract/errors'
import { getTimeSeries, type TimeSeriesPoint } from '#contract/stats'
import { seasonDays } from '../../ui/charts/season-days.ts'
import { SeasonFigure } from '../../ui/charts/season-figure.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Trouble } from '../screen/trouble.tsx'

interface SeasonSectionProps {
  readonly query: Pick<UseQueryResult<readonly TimeSeriesPoint[]>, 'data' | 'error'>
}

function Season({ query: { data, error } }: SeasonSectionProps) {
  const days = useMemo(() => data && seasonDays(data), [data])
  if (!days)
    return (
      error === null && (
        <div className="season-room">
          <Loading />
        </div>
      )
    )
  if (days.length === 0) return <Notice kind="info">{messages.timeSeriesEmpty}</Notice>
  return <SeasonFigure days={days} />
}

export const SeasonSection = ({ query }: SeasonSectionProps) => (
  <section className="player-section">
    <h2>Season</h2>
    <Trouble query={query} sentence={getTimeSeries.failure} />
    <Season query={query} />
  </section>
)
