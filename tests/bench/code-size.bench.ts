import { test } from 'vitest'
import { firstScreen, kilobytes, lazyScreens } from '../support/bundle-report.ts'
import { print } from './figures.ts'

/** Smaller parts are one line. */
const WORTH_NAMING_BYTES = 500

test('JavaScript of the first screen', () => {
  const files = firstScreen()
  const total = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
  const parts = new Map<string, number>()
  for (const file of files) {
    for (const [part, bytes] of file.parts) parts.set(part, (parts.get(part) ?? 0) + bytes)
  }
  const named = [...parts].filter(([, bytes]) => bytes >= WORTH_NAMING_BYTES).sort(([, a], [, b]) => b - a)
  const rest = [...parts.values()].filter((bytes) => bytes < WORTH_NAMING_BYTES).reduce((sum, bytes) => sum + bytes, 0)
  const line = (bytes: number, what: string) => `${kilobytes(bytes).padStart(6)} kB  ${what}`

  print('JavaScript needed for the first screen, gzip (budget 150 kB)', [
    line(total, 'in all, in these files:'),
    ...files.map(({ file, gzipBytes }) => line(gzipBytes, file)),
    'of it, by library (shared out by length before compression):',
    ...named.map(([part, bytes]) => line(bytes, part)),
    line(rest, 'everything smaller'),
  ])
})

test('JavaScript of the other screens', () => {
  print("JavaScript of the other screens beyond the first screen's, gzip: to be drawn / with what comes later", [
    ...lazyScreens().map(
      ({ name, gzipBytes, gzipBytesInAll }) =>
        `${kilobytes(gzipBytes).padStart(6)} kB / ${kilobytes(gzipBytesInAll).padStart(6)} kB  ${name}`,
    ),
  ])
})
