import { Line, type LineCustomSvgLayerProps } from '@nivo/line'
import { axisMarks, chartTheme, datedDays, type Series, useWidth } from './season-scale.ts'

/** A line of values, each above its label; null where there is none. */
interface ChartLine {
  readonly id: string
  readonly values: readonly (number | null)[]
}

export interface LinesProps {
  /** Below the values. */
  readonly labels: readonly string[]
  readonly lines: readonly ChartLine[]
  /** Of the line that stands out. */
  readonly chosen: string
  /** Where the values are ranks: the last one, with the first on top. */
  readonly lastRank?: number
  /** The chosen line in a sentence. */
  readonly summary: string
}

/** Into how many steps an axis is divided, about. */
const STEPS = 5

/** From the first place down to the last, such as 1, 3, 6, 9, 12. */
export function rankTicks(last: number): number[] {
  const step = Math.max(1, Math.ceil((last - 1) / (STEPS - 1)))
  const below = Array.from({ length: Math.ceil(last / step) }, (_, index) => (index + 1) * step)
  return [1, ...below.filter((rank) => rank > 1)]
}

// The chart library weighs more than the screen: nothing but the figure's lazy import may import this file.

const HEIGHT_PX = 280
const MARGIN = { top: 14, right: 20, bottom: 28, left: 40 } as const

export function LinesPlot({ labels, lines, chosen, lastRank, summary }: LinesProps) {
  const [frame, width] = useWidth()
  const ranks = lastRank === undefined ? null : rankTicks(lastRank)
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
          yScale={
            ranks
              ? { type: 'linear', nice: false, min: 1, max: ranks.at(-1), reverse: true }
              : { type: 'linear', nice: true, min: 'auto', max: 'auto' }
          }
          axisLeft={axisMarks(ranks ?? STEPS)}
          axisBottom={{
            tickValues: datedDays(labels.length, width - MARGIN.left - MARGIN.right),
            tickSize: 4,
            tickPadding: 6,
            format: (index: number) => labels[index] ?? '',
          }}
          gridYValues={ranks ?? STEPS}
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
