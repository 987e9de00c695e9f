// Runs the tests. `npm test`: the quick suite. `npm run test:all`: everything, up to the first part that fails.
// Nothing is installed here: what is missing is named at the end, and the tests that need it are not run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NEEDS } from './support/machine.mjs'
import { onDatabase } from './support/on-database.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Where each part's results go; the quick suite within the full one leaves its own there, too. */
const results = process.env.TEST_RESULTS ?? mkdtempSync(join(tmpdir(), 'pool-results-'))
/** Tests of a whole run that passed on retry: one more than this fails it. */
const MOST_RETRIED = 3

const say = (sentence) => process.stdout.write(`${sentence}\n`)

const run = async (words, env = {}) => {
  const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const [status] = await once(child, 'exit')
  return status ?? 1
}

/** Another script of package.json, by the npm that runs this one. */
const npm = (...words) => run([process.env.npm_execpath ?? '', ...words], { TEST_RESULTS: results })

const vitest = (part, projects, words = [], env = {}) =>
  run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(results, `${part}.json`)}`,
      ...words,
    ],
    env,
  )

const isHere = Object.fromEntries(Object.entries(NEEDS).map(([key, need]) => [key, need.isHere()]))

const build = () => run(['src/server/build/bring-up-to-date.mjs'])

const quick = async () => {
  const failed = await build()
  return failed || vitest('quick', ['rules', 'offline', 'web', 'server', ...(isHere.chromium ? ['walks'] : [])])
}

const AGAIN = ['--retry', '1']
/** Trials and browsers begin with the same demo league. */
const LEAGUE = { TEST_LEAGUE: join(results, 'league') }

const trials = () =>
  vitest(
    'trials',
    ['rules', 'offline', 'trials', ...(isHere.postgres ? ['embedded'] : [])],
    ['random', 'tests/trials/', ...onDatabase(), ...AGAIN],
    { TEST_SEEDS: '2000', ...LEAGUE },
  )

/** The parts with their names, in the order in which a mistake shows soonest; those of one step at the same time. */
const FULL = [
  { types: () => npm('run', 'types'), lint: () => npm('run', 'lint'), build },
  { 'npm test': () => npm('test') },
  { trials },
  ...(isHere.chromium ? [{ browsers: () => vitest('browsers', ['e2e', 'engines'], AGAIN, LEAGUE) }] : []),
]

const filesIn = (folder) => readdirSync(join(root, 'tests', folder)).filter((name) => /\.test\.tsx?$/.test(name)).length

/** What is not even begun where the machine lacks something. */
const notBegun = (isFull) => {
  if (isHere.chromium) return []
  const walks = `${filesIn('walks')} browser walks (no Chromium)`
  return isFull ? [walks, `${filesIn('e2e')} files of browser tests (no Chromium), and the other browsers`] : [walks]
}

const nameOf = ({ file, fullName }) => `${file} > ${fullName}`

const readTests = () => {
  const reports = readdirSync(results).filter((name) => name.endsWith('.json'))
  const files = reports.flatMap((name) => JSON.parse(readFileSync(join(results, name), 'utf8')).testResults)
  const tests = files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    // A file that could not be loaded has no test that failed, and must not pass unseen.
    const isBroken = status === 'failed' && assertionResults.length === 0
    if (isBroken) return [{ file, fullName: file, status, ancestorTitles: [], failureMessages: [message] }]
    return assertionResults.map((test) => ({ ...test, file }))
  })
  const ran = new Set(tests.filter(({ status }) => status === 'passed').map(nameOf))
  return {
    passed: tests.filter(({ status }) => status === 'passed'),
    failed: tests.filter(({ status }) => status === 'failed'),
    // What one engine has no use for runs on the other.
    skipped: tests.filter((test) => test.status !== 'failed' && !ran.has(nameOf(test))),
  }
}

/** By file and what is described there, each with how many there are. */
const grouped = (tests) => {
  const counts = new Map()
  for (const { file, title, ancestorTitles } of tests) {
    const name = `${file} > ${ancestorTitles[0] || title}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${name} (${count})`)
}

/** Says what is left to say after all parts, and answers with the exit code. */
const conclude = (status, isFull) => {
  const { passed, failed, skipped } = readTests()
  for (const test of failed) say(`${nameOf(test)}\n${test.failureMessages.join('\n')}\n`)
  const retried = passed.filter(({ failureMessages }) => failureMessages.length > 0)
  for (const test of retried) say(`Passed on retry: ${nameOf(test)}\n${test.failureMessages.join('\n')}\n`)
  const tooMany = retried.length > MOST_RETRIED
  if (tooMany) say(`${retried.length} tests passed on retry only, more than ${MOST_RETRIED}: that counts as a failure.`)
  for (const each of [...notBegun(isFull), ...grouped(skipped)]) say(`Not run: ${each}.`)
  const lacking = Object.entries(NEEDS).filter(([key]) => !isHere[key])
  if (lacking.length > 0) {
    say(`Not on this machine: ${lacking.map(([, { name }]) => name).join(', ')}. See npm run setup:tests.`)
  }
  say(`${passed.length} passed, ${failed.length} failed`)
  return status || (failed.length > 0 || tooMany ? 1 : 0)
}

const runFull = async () => {
  const began = Date.now()
  const durations = []
  let status = 0
  for (const step of FULL) {
    const start = Date.now()
    say(`\n== ${Object.keys(step).join(', ')}`)
    const done = Object.entries(step).map(async ([name, work]) => {
      const code = await work()
      durations.push(`${name}: ${duration(Date.now() - start)}${code === 0 ? '' : ', failed'}`)
      return code
    })
    status = Math.max(...(await Promise.all(done)))
    if (status !== 0) break
  }
  for (const line of [...durations, `together: ${duration(Date.now() - began)}`]) say(line)
  return status
}

/** In seconds. */
const duration = (ms) => `${Math.round(ms / 1000)} s`

const [suite] = process.argv.slice(2)
const isFull = suite === 'all'
const isWithinFull = process.env.TEST_RESULTS !== undefined
try {
  const status = await (isFull ? runFull() : quick())
  // The full suite says it for all its parts together.
  process.exitCode = isWithinFull ? status : conclude(status, isFull)
} finally {
  if (!isWithinFull) rmSync(results, { recursive: true, force: true })
}
