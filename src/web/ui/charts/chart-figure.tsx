import './chart-figure.css'
import { type ReactNode, useState } from 'react'
import { PlainButton } from '../buttons.tsx'
import { Notice } from '../notice.tsx'

interface ChartFigureProps {
  /** The chart, whose code comes later than the page. */
  readonly chart: (onMissing: () => void) => ReactNode
  /** In a sentence. */
  readonly summary: string
  /** The class of the chart's room, which is there before its code. */
  readonly room: string
  /** The figures as a table, to choose; without the chart's code there is nothing else. */
  readonly children: ReactNode
}

/** Figures in a sentence, and as a chart or a table. */
export function ChartFigure({ chart, summary, room, children }: ChartFigureProps) {
  const [isMissing, setIsMissing] = useState(false)
  const [asTable, setAsTable] = useState(false)
  return (
    <>
      <div className="wrap spread choices chart-head">
        <p>{summary}</p>
        {!isMissing && (
          <PlainButton onClick={() => setAsTable(!asTable)}>{asTable ? 'Show as chart' : 'Show as table'}</PlainButton>
        )}
      </div>
      {isMissing && <Notice kind="info">The chart could not be loaded. Its figures are in this table.</Notice>}
      {asTable || isMissing ? children : <div className={room}>{chart(() => setIsMissing(true))}</div>}
    </>
  )
}
