export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that so many per cent of the values do not exceed. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN

/** Prints a heading and its lines, apart from what the test runner says. */
export const print = (heading: string, lines: readonly string[]): void => {
  process.stdout.write(`\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

export const timed = async <T>(step: () => Promise<T>): Promise<{ result: T; seconds: number }> => {
  const begun = performance.now()
  const result = await step()
  return { result, seconds: (performance.now() - begun) / 1000 }
}
