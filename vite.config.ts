import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { developmentServer } from './src/server/app/development-plugin.ts'
import { bundleReport } from './src/web/build/bundle-report.ts'
import { withoutCallDocumentation } from './src/web/build/call-documentation.ts'
import { CHUNKS } from './src/web/build/chunks.ts'
import { firstFrame, firstFrameInDevelopment, poolVariables } from './src/web/first-frame/plugin.ts'
import { PASSKEY_SCRIPT, passkeyScript } from './src/web/passkeys/plugin.ts'

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/web/sw',
  filename: 'sw.ts',
  registerType: 'prompt',
  // The app registers the worker itself, when it has drawn its first frame.
  injectRegister: false,
  manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
  includeManifestIcons: false,
  integration: {
    // A first start prints what a person needs to know.
    configureCustomSWViteBuild(config) {
      config.logLevel = 'warn'
    },
  },
  injectManifest: {
    rollupFormat: 'iife',
    globPatterns: ['**/*.{js,css,html,svg,woff2}', '{favicon.ico,apple-touch-icon.png}', 'icons/icon-*.png'],
    // For the server's own pages, which need the server anyway.
    globIgnores: ['**/node_modules/**', PASSKEY_SCRIPT],
  },
})

/** Short files of long tests: begun last, as the smallest files are, they would be waited for alone. */
const LONG_TESTS =
  /\/engines\.test|accessibility|eye-and-hand|game-night|outbox-random|\/walks\/offline|-kills\.test|own-league|rehearsal|draft-whole/

const PROJECTS = ['server', 'web', 'offline', 'rules', 'trials', 'embedded', 'walks', 'engines', 'e2e']

/**
 * A worker keeps the modules that it has loaded, but only for a next file of the same project and environment. Sorted by size
 * alone, with the files of all projects mixed, nearly every file began a process.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const orderOf = ({ project, moduleId }: TestSpecification): number =>
      4 * PROJECTS.indexOf(project.name) +
      2 * Number(readFileSync(moduleId, 'utf8').includes('@vitest-environment')) +
      Number(!LONG_TESTS.test(moduleId))
    const orders = new Map(sorted.map((file) => [file, orderOf(file)]))
    return sorted.sort((one, other) => (orders.get(one) ?? 0) - (orders.get(other) ?? 0))
  }
}

const serverTests = {
  environment: 'node',
  // Loading the server again for each file takes as long as many of the files.
  isolate: false,
  globalSetup: 'tests/support/databases.ts',
  // Each file opens a database, and some tests start a process for each command: on a slow machine one of five commands
  // took thirty seconds.
  testTimeout: 60_000,
  // A set-up may make a whole demo league, without PostgreSQL on a machine that does something else, too.
  hookTimeout: 240_000,
  expect: { poll: { timeout: 10_000 } },
} as const

const trialTests = {
  ...serverTests,
  // Some of them kill servers with a demo league.
  globalSetup: ['tests/support/databases.ts', 'tests/support/demo-league.ts'],
  // Some run a dozen commands and servers, beside two other workers that do so.
  testTimeout: 240_000,
}

const browserTests = {
  environment: 'node',
  isolate: false,
  globalSetup: 'tests/support/demo-league.ts',
  // After all else, by two workers: a browser and a server beside each test are enough to do, and a third worker takes
  // more than it gives.
  sequence: { groupOrder: 1 },
  maxWorkers: 2,
  expect: { poll: { timeout: 30_000, interval: 100 } },
  // Each wait within has a limit; two rounds at once on a slow machine take four times as long as one.
  testTimeout: 600_000,
  hookTimeout: 600_000,
} as const

export default defineConfig({
  plugins: [
    react(),
    withoutCallDocumentation(),
    pwa,
    poolVariables(),
    firstFrame(),
    firstFrameInDevelopment(),
    passkeyScript(),
    developmentServer(),
    bundleReport(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    rolldownOptions: {
      // typebox does not say that its modules have no side effects, so what only the lazy answer check uses would land
      // on the first screen: 130 kB before minification.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }] },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  test: {
    // One more than the two cores of a small machine: a third of the time a worker waits, for a process or a timer.
    maxWorkers: 3,
    // A worker lives for minutes and runs most of its code a few times: V8's own limits optimize and collect so eagerly that
    // the server's tests take a fifth more of both cores.
    execArgv: ['--max-semi-space-size=64', '--interrupt-budget=1000000'],
    sequence: { sequencer: ProjectByProject },
    // What was found instead is said whole, wherever the message is all that is kept.
    chaiConfig: { truncateThreshold: 2000 },
    // Each folder of tests has its own surroundings; `vitest run --project rules` runs one. tests/suites.mjs knows which suite
    // a folder belongs to.
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], environment: 'node', isolate: false },
      },
      { extends: true, test: { name: 'server', include: ['tests/server/**/*.test.ts'], ...serverTests } },
      // On the other engine, where the first pass has PostgreSQL. Of the trials those in which a database is killed, raced
      // or copied: a season is the same on every engine, and a command has the embedded one in both passes.
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['tests/server/**/*.test.ts', 'tests/trials/{office-kills,{draft,trading}-races,*-backup}.test.ts'],
          ...trialTests,
          env: { TEST_DATABASE_URL: '' },
        },
      },
      { extends: true, test: { name: 'trials', include: ['tests/trials/**/*.test.ts'], ...trialTests } },
      {
        extends: true,
        // Searching a page by roles takes its time in jsdom, more so on a busy machine.
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: 'tests/web/set-up.ts',
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'offline',
          include: ['tests/offline/**/*.test.ts'],
          environment: 'jsdom',
          // What a launch listens to it hears for good, so each file has an app and a window of its own. In a process of
          // its own each would load jsdom anew, which takes longer than its tests.
          pool: 'vmForks',
          setupFiles: ['fake-indexeddb/auto', 'tests/offline/set-up.ts'],
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'walks',
          include: ['tests/walks/**/*.test.ts'],
          ...browserTests,
          globalSetup: 'tests/support/walks-server.ts',
        },
      },
      { extends: true, test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], ...browserTests } },
      // The built app in the engines that are not Chromium.
      { extends: true, test: { name: 'engines', include: ['tests/engines/**/*.test.ts'], ...browserTests } },
    ],
  },
})
