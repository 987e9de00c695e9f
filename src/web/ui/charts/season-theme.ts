// However large the letters, the numbers fit into the margins.
const writing = { fill: 'var(--pool-muted)', fontSize: 'min(0.75rem, 15px)', fontFamily: 'var(--pool-font-body)' }

export const chartTheme = {
  text: writing,
  axis: { ticks: { text: writing, line: { stroke: 'var(--pool-line-strong)' } } },
  grid: { line: { stroke: 'var(--pool-line)' } },
}

export const axisMarks = (tickValues: readonly number[]) => ({
  tickValues: [...tickValues],
  tickSize: 0,
  tickPadding: 6,
})
