import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtModule } from '../support/built-module.ts'
import { freePort } from '../support/free-port.mjs'
import { BRIEF, projectRoot } from '../support/league-server.ts'

/** A reader that goes before anything is said, as `| head -0` does. */
async function unheard(child: ChildProcess): Promise<{ code: unknown; err: string }> {
  child.stdout?.destroy()
  let err = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const [code] = await once(child, 'close')
  return { code, err }
}

const logging = await builtModule('src/server/settings/logging.ts')
const terminal = await builtModule('src/server/cli/terminal.ts')

describe('output that no one reads', { timeout: 60_000 }, () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-output-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const env = { PATH: process.env.PATH }
  const lines = `for (let i = 0; i < 2_000; i++) terminal.say('a line of a list that is longer than a pipe holds'.repeat(5))`

  it.each([
    ['help', ['dist/server/cli/league.js', 'help']],
    [
      'a long list',
      [
        '--input-type=module',
        '-e',
        `await import('${logging}').then(({ outliveOutput }) => outliveOutput())
         const { Terminal } = await import('${terminal}')
         const terminal = new Terminal()
         ${lines}
         await new Promise((resolve) => setTimeout(resolve, 50))
         ${lines}`,
      ],
    ],
  ])('ends no command, and is not its fault: %s', async (_, words) => {
    const child = spawn(process.execPath, [...BRIEF, ...words], { cwd: projectRoot, env })
    expect(await unheard(child)).toEqual({ code: 0, err: '' })
  })

  it.each(['a closed pipe', 'a full disk'])('ends no server: %s', async (what) => {
    const port = await freePort()
    const full = what === 'a full disk' ? openSync('/dev/full', 'w') : null
    const child = spawn(process.execPath, [...BRIEF, 'dist/server/main.js'], {
      cwd: projectRoot,
      env: { ...env, PORT: String(port), DATA_DIR: join(folder, what), DEMO_LEAGUE: 'off', SCHEDULE: 'off' },
      stdio: ['ignore', full ?? 'pipe', 'pipe'],
    })
    const ended = unheard(child)
    if (full !== null) closeSync(full)
    const status = (path: string): Promise<number> =>
      fetch(`http://localhost:${port}${path}`).then(
        (answer) => answer.status,
        () => 0,
      )
    await expect.poll(() => status('/readyz'), { timeout: 30_000 }).toBe(200)
    // Each is a line of the log.
    for (let i = 0; i < 5; i += 1) expect(await status('/api/v1/user')).toBe(401)
    expect(await status('/readyz')).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, err: '' })
  })
})
