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

/** Whether the round passed, and what vitest printed. */
const runRound = async () => {
  const log = openSync(printed, 'w')
  run = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...PROJECTS.flatMap((name) => ['--project', name]), ...filters],
    {
      stdio: ['ignore', log, log],
      // Each answer of the screens' fake server comes after a random pause of up to this.
      env: { SLOW_ANSWERS_MS: '60', NO_COLOR: '1', ...process.env },
    },
  )
  const [code] = await once(run, 'exit')
  closeSync(log)
  return { passed: code === 0, text: readFileSync(printed, 'utf8') }
}

for (let round = 1; round <= rounds; round += 1) {
  const began = Date.now()
  const { passed, text } = await runRound()
  say(`Round ${round} of ${rounds}: ${Math.round((Date.now() - began) / 1000)} s, ${passed ? 'passed' : 'failed'}.`)
  if (passed) continue
  process.exitCode = 1
  say(text.slice(Math.max(0, text.search(/^ FAIL /m))))
}
