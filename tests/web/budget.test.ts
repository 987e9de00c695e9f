// @vitest-environment node
import { expect, test } from 'vitest'
import { firstScreen, kilobytes } from '../support/bundle-report.ts'

const BUDGET_BYTES = 160_000

test('the first screen needs at most 160 kB of JavaScript, compressed', () => {
  const files = firstScreen()
  const total = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
  const list = files.map(({ file, gzipBytes }) => `${kilobytes(gzipBytes)} kB  ${file}`).join('\n')
  // React alone is more: a smaller sum would mean that the list is not complete.
  expect(total, list).toBeGreaterThan(60_000)
  expect(total, list).toBeLessThanOrEqual(BUDGET_BYTES)
})
