import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['pool-source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['pool-source', 'module', 'node', 'development|production'] } },
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
