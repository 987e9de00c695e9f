import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'bench',
    include: ['tests/bench/*.bench.ts', 'tests/bench/screenshots.ts'],
    globalSetup: 'tests/support/demo-league.ts',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // One after the other: what runs beside a measurement is measured, too.
    fileParallelism: false,
    reporters: ['dot'],
    disableConsoleIntercept: true,
  },
})
