import type { ReactNode } from 'react'
import { later } from '../lazy.tsx'
import { ChartFigure } from './chart-figure.tsx'
import type { LinesProps } from './lines-plot.tsx'

const LinesPlot = later(async () => (await import('./lines-plot.tsx')).LinesPlot)

/** Lines over the weeks or years, one of them standing out; the table has the figures. */
export const LinesFigure = ({ children, ...lines }: LinesProps & { readonly children: ReactNode }) => (
  <ChartFigure
    chart={(onMissing) => <LinesPlot {...lines} onMissing={onMissing} />}
    summary={lines.summary}
    room="sheet lines-room"
  >
    {children}
  </ChartFigure>
)
