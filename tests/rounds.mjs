// Runs the tests of the screens (web) and in browsers (e2e, engines) again and again, those of the screens against a slow
// server, and names every test that failed in any round:
// npm run test:rounds -- [ROUNDS] [FILES OR OPTIONS OF VITEST]
// Each core has a round, and each round keeps two cores busy: every test runs on a machine that has twice as much to do.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const say = (sentence) => process.stdout.write(`${sentence}\n`)

const [first = '', ...others] = process.argv.slice(2)
const hasCount = /^\d+$/.test(first)
const filters = hasCount ? others : process.argv.slice(2)

const atOnce = Math.max(2, availableParallelism())
// None runs alone at the end.
const rounds = Math.ceil((hasCount ? Number(first) : 30) / atOnce) * atOnce

const PROJECTS = ['e2e', 'engines', 'web']

const folder = mkdtempSync(join(tmpdir(), 'pool-rounds-'))
const running = new Set()
process.on('exit', () => {
  for (const run of running) run.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

/** Whether the round passed, and what vitest printed. */
const runRound = async (round) => {
  const printed = join(folder, `${round}.log`)
  const log = openSync(printed, 'w')
  const run = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...PROJECTS.flatMap((name) => ['--project', name]), ...filters],
    {
      stdio: ['ignore', log, log],
      // Each answer of the screens' fake server comes after a random pause of up to this.
      env: { SLOW_ANSWERS_MS: '60', NO_COLOR: '1', ...process.env },
    },
  )
  running.add(run)
  const [code] = await once(run, 'exit')
  running.delete(run)
  closeSync(log)
  return { passed: code === 0, text: readFileSync(printed, 'utf8') }
}

let begun = 0
const runRounds = async () => {
  while (begun < rounds) {
    begun += 1
    const round = begun
    const began = Date.now()
    const { passed, text } = await runRound(round)
    say(`Round ${round} of ${rounds}: ${Math.round((Date.now() - began) / 1000)} s, ${passed ? 'passed' : 'failed'}.`)
    if (passed) continue
    process.exitCode = 1
    say(text.slice(Math.max(0, text.search(/^ FAIL /m))))
  }
}
await Promise.all(Array.from({ length: atOnce }, runRounds))
