import { Line, type LineCustomSvgLayerProps } from '@nivo/line'
import type { LinesProps } from './chart-lines.ts'
import { datedDays } from './season-scale.ts'
import { axisMarks, chartTheme } from './season-theme.ts'
import { useWidth } from './use-width.ts'
import { rankTicks, valueTicks } from './value-ticks.ts'

// The chart library weighs more than the screen: nothing but the figure's lazy import may import this file.

const HEIGHT_PX = 280
const MARGIN = { top: 14, right: 20, bottom: 28, left: 40 } as const

interface Series {
  readonly id: string
  readonly data: readonly { readonly x: number; readonly y: number | null }[]
}

export function LinesPlot({ labels, lines, chosen, lastRank, summary }: LinesProps) {
  const [frame, width] = useWidth()
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null))
  const ticks = lastRank === undefined ? valueTicks(Math.min(...values), Math.max(...values)) : rankTicks(lastRank)
  /** The chosen one over the others, with its points. */
  const Drawn = ({ series, lineGenerator }: LineCustomSvgLayerProps<Series>) =>
    series
      .toSorted((one, other) => Number(one.id === chosen) - Number(other.id === chosen))
      .map(({ id, data }) => (
        <g key={id} className={id === chosen ? 'line-chosen' : 'line-other'}>
          <path d={lineGenerator(data.map(({ position }) => position)) ?? ''} />
          {id === chosen &&
            data.map(({ position: { x, y } }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
              y === null || x === null ? null : <circle key={index} cx={x} cy={y} r={3.5} />,
            )}
        </g>
      ))
  return (
    <div className="lines-plot" ref={frame}>
      {width > 0 && (
        <Line<Series>
          width={width}
          height={HEIGHT_PX}
          margin={MARGIN}
          data={lines.map(({ id, values: own }) => ({ id, data: own.map((y, x) => ({ x, y })) }))}
          xScale={{ type: 'linear', nice: false, min: 0, max: Math.max(1, labels.length - 1) }}
          yScale={{ type: 'linear', nice: false, min: ticks[0], max: ticks.at(-1), reverse: lastRank !== undefined }}
          axisLeft={axisMarks(ticks)}
          axisBottom={{
            tickValues: datedDays(labels.length, width - MARGIN.left - MARGIN.right),
            tickSize: 4,
            tickPadding: 6,
            format: (index: number) => labels[index] ?? '',
          }}
          gridYValues={[...ticks]}
          enableGridX={false}
          colors="currentColor"
          theme={chartTheme}
          layers={['grid', 'axes', Drawn]}
          animate={false}
          isInteractive={false}
          role="img"
          ariaLabel={summary}
        />
      )}
    </div>
  )
}
