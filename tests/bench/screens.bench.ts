import { test } from 'vitest'
import { kilobytes, lazyScreens } from '../support/bundle-report.ts'
import { print } from './figures.ts'

test('JavaScript of the other screens', () => {
  const screens = lazyScreens()
  const charts = screens.filter(({ libraries }) => [...libraries].some((name) => name.startsWith('@nivo/')))
  print("JavaScript of the other screens beyond the first screen's, gzip: to be drawn / with what comes later", [
    ...screens.map(
      ({ name, gzipBytes, gzipBytesInAll }) =>
        `${kilobytes(gzipBytes).padStart(6)} kB / ${kilobytes(gzipBytesInAll).padStart(6)} kB  ${name}`,
    ),
    `the chart library is reached from: ${charts.map(({ name }) => name).join(', ') || 'no screen'}`,
  ])
})
