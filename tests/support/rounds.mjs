// Runs the tests of the screens (web) and in the browser (e2e) again and again on a busy machine, those of the screens
// against a slow server, and names every test that failed in any round:
// npm run test:rounds -- [ROUNDS] [FILES OR OPTIONS OF VITEST]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './machine.mjs'

const [first = '', ...others] = process.argv.slice(2)
const hasCount = /^\d+$/.test(first)
const rounds = hasCount ? Number(first) : 30
const filters = hasCount ? others : process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'pool-rounds-'))
const report = join(folder, 'round.json')

const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
const end = () => {
  for (const loop of busy) loop.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
process.on('exit', end)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const runRound = async () => {
  const run = spawn(
    'npx',
    ['vitest', 'run', '--project', 'e2e', '--project', 'web', '--reporter=json', `--outputFile=${report}`, ...filters],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Each answer of the screens' fake server comes after a random pause of up to this.
      env: { SLOW_ANSWERS_MS: '60', ...process.env },
    },
  )
  await once(run, 'exit')
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not even be loaded has no test that failed.
    if (failed.length === 0 && status === 'failed') return [`${name}: ${message}`]
    return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`)
  })
}

let failures = 0
for (let round = 1; round <= rounds; round += 1) {
  const began = Date.now()
  const failed = await runRound()
  failures += failed.length
  say(`Round ${round} of ${rounds}: ${Math.round((Date.now() - began) / 1000)} s, ${failed.length} failed.`)
  for (const failure of failed) say(failure)
}
process.exitCode = failures > 0 ? 1 : 0
