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
