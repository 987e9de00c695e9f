import './chart-figure.css'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Notice } from '../notice/notice.tsx'

/** The code of a chart, which comes later than the page. */
interface ChartCode<Props> {
  /** Null until it has come. */
  readonly chart: () => ComponentType<Props> | null
  readonly load: () => Promise<ComponentType<Props>>
}

export function chartCode<Props>(fetch: () => Promise<ComponentType<Props>>): ChartCode<Props> {
  let chart: ComponentType<Props> | null = null
  return {
    chart: () => chart,
    load: async () => {
      chart ??= await fetch()
      return chart
    },
  }
}

interface ChartFigureProps<Props> {
  readonly code: ChartCode<Props>
  /** What the chart is given. */
  readonly chart: Props
  /** In a sentence. */
  readonly summary: string
  /** The class of the chart's room, which is there before its code. */
  readonly room: string
  /** The figures as a table, to choose; without the chart's code there is nothing else. */
  readonly children: ReactNode
}

/** Figures in a sentence, and as a chart or a table. */
export function ChartFigure<Props extends object>({ code, chart, summary, room, children }: ChartFigureProps<Props>) {
  const [Chart, setChart] = useState(code.chart)
  const [isMissing, setIsMissing] = useState(false)
  const [asTable, setAsTable] = useState(false)
  useEffect(() => {
    if (Chart || isMissing) return
    void code.load().then(
      (loaded) => setChart(() => loaded),
      () => setIsMissing(true),
    )
  }, [code, Chart, isMissing])
  return (
    <div className="chart-figure">
      <div className="spread chart-head">
        <p>{summary}</p>
        {!isMissing && (
          <button className="button plain quiet-button" type="button" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </button>
        )}
      </div>
      {isMissing && <Notice kind="info">The chart could not be loaded. Its figures are in this table.</Notice>}
      {asTable || isMissing ? children : <div className={room}>{Chart && <Chart {...chart} />}</div>}
    </div>
  )
}
