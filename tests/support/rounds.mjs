// Runs the tests of the screens (web) and in browsers (e2e, engines) again and again on a busy machine, those of the screens
// against a slow server, and names every test that failed in any round:
// npm run test:rounds -- [ROUNDS] [FILES OR OPTIONS OF VITEST]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './machine.mjs'

const [first = '', ...others] = process.argv.slice(2)
const hasCount = /^\d+$/.test(first)
const rounds = hasCount ? Number(first) : 30
const filters = hasCount ? others : process.argv.slice(2)

const PROJECTS = ['e2e', 'engines', 'web']

const folder = mkdtempSync(join(tmpdir(), 'pool-rounds-'))
const report = join(folder, 'round.json')
const printed = join(folder, 'round.log')

const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
// They end with this script, and do not keep it from ending.
for (const loop of busy) loop.unref()
let run = null
const end = () => {
  for (const loop of busy) loop.kill('SIGKILL')
  run?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
process.on('exit', end)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

/** How many tests failed, and vitest's own text of it: its report has no words for a test whose time ran out. */
const runRound = async () => {
  const log = openSync(printed, 'w')
  run = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...PROJECTS.flatMap((name) => ['--project', name]), ...filters],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    {
      stdio: ['ignore', log, log],
      // Each answer of the screens' fake server comes after a random pause of up to this.
      env: { SLOW_ANSWERS_MS: '60', NO_COLOR: '1', ...process.env },
    },
  )
  await once(run, 'exit')
  closeSync(log)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  const failed = testResults.flatMap(({ status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not even be loaded has no test that failed.
    return tests.length === 0 && status === 'failed' ? ['the whole file'] : tests
  })
  return { failed: failed.length, text: readFileSync(printed, 'utf8') }
}

let failures = 0
for (let round = 1; round <= rounds; round += 1) {
  const began = Date.now()
  const { failed, text } = await runRound()
  failures += failed
  say(`Round ${round} of ${rounds}: ${Math.round((Date.now() - began) / 1000)} s, ${failed} failed.`)
  if (failed > 0) say(text.slice(Math.max(0, text.search(/^ FAIL /m))))
}
process.exitCode = failures > 0 ? 1 : 0
