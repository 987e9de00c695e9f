import './lines-figure.css'
import { type ReactNode, useEffect, useState } from 'react'
import type { LinesProps } from './chart-lines.ts'
import type { LinesPlot } from './lines-plot.tsx'

let plot: typeof LinesPlot | null = null
const load = async () => {
  plot = (await import('./lines-plot.tsx')).LinesPlot
  return plot
}

/** Lines over the weeks or years, one of them standing out. Its room is there before its code; the table has the figures. */
export function LinesFigure({ children, ...lines }: LinesProps & { readonly children: ReactNode }) {
  const [Plot, setPlot] = useState(() => plot)
  const [isMissing, setIsMissing] = useState(false)
  const [asTable, setAsTable] = useState(false)
  useEffect(() => {
    if (Plot || isMissing) return
    void load().then(
      (loaded) => setPlot(() => loaded),
      () => setIsMissing(true),
    )
  }, [Plot, isMissing])
  return (
    <div className="lines-figure">
      <div className="lines-head">
        <p>{lines.summary}</p>
        {!isMissing && (
          <button className="button plain" type="button" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </button>
        )}
      </div>
      {asTable || isMissing ? children : <div className="lines-room">{Plot && <Plot {...lines} />}</div>}
    </div>
  )
}
