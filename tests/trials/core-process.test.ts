import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtModule } from '../support/built-module.ts'
import { freePort } from '../support/free-port.mjs'
import { BRIEF } from '../support/league-server.ts'

const root = join(import.meta.dirname, '../..')

describe('the server process', { timeout: 90_000 }, () => {
  let folder: string
  let port: number
  let children: ChildProcess[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-process-'))
    port = await freePort()
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  function start(variables: Record<string, string> = {}) {
    const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', ...variables }
    const child = spawn(process.execPath, [...BRIEF, 'dist/server/main.js'], { cwd: root, env })
    children.push(child)
    const output = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.err += text
    })
    const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
    return { child, ended }
  }

  const status = (path: string): Promise<number> =>
    fetch(`http://localhost:${port}${path}`).then(
      (answer) => answer.status,
      () => 0,
    )

  it('ends with one sentence when a variable is wrong', async () => {
    expect(await start({ PORT: 'x' }).ended).toEqual({
      code: 1,
      out: '',
      err: 'PORT must be a port number, 0 to 65535.\n',
    })
  })

  it('ends with one sentence when its port is taken', async () => {
    const other = net.createServer().listen(port, 'localhost')
    await once(other, 'listening')
    expect(await start().ended).toEqual({
      code: 1,
      out: '',
      err: `PORT ${port} is in use by another process; set PORT to a free one.\n`,
    })
    other.close()
  })

  it('stops with the npm that started it, which hands no signal on', async () => {
    const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, npm_lifecycle_event: 'start' }
    // A shell in between, as npm has one; "true" keeps it from becoming the server itself.
    const npm = spawn('sh', ['-c', '"$0" dist/server/main.js; true', process.execPath], { cwd: root, env })
    children.push(npm)
    const ended = once(npm, 'close')
    let printed = ''
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    await expect.poll(() => status('/healthz'), { timeout: 60_000 }).toBe(200)
    npm.kill('SIGTERM')
    // Its output is closed when the server is gone, too.
    await ended
    expect(printed).toContain('Stopping after the end of npm')
    expect(await status('/healthz')).toBe(0)
  })

  it('writes what it has to say also when it ends at once', async () => {
    const script = `
      const { createLog } = await import('${await builtModule('src/server/settings/logging.ts')}')
      const log = createLog({ logLevel: 'info' })
      for (const line of ['first', 'last']) log.info(line)
      process.exit(3)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
    children.push(child)
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    expect(await once(child, 'close')).toEqual([3, null])
    const lines = out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'last'])
  })

  it('is alive before its league is ready, refuses a second process on its folder, and stops when asked', async () => {
    const { child, ended } = start()
    await expect.poll(() => status('/healthz'), { timeout: 60_000 }).toBe(200)
    const second = await start({ PORT: String(await freePort()) }).ended
    expect(second).toEqual({
      code: 1,
      out: '',
      err: `The data folder ${folder} is in use by another Hockey Pool process; stop that one first.\n`,
    })
    // In the midst of making its demo league, which the next start goes on with.
    expect(await status('/readyz')).toBe(503)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, out: '', err: '' })
  })

  it('lets the making of its demo league break off before the database is closed', { timeout: 200_000 }, async () => {
    const { child, ended } = start({ LOG_LEVEL: 'info' })
    let printed = ''
    child.stdout.on('data', (text: string) => {
      printed += text
    })
    await expect.poll(() => printed, { timeout: 150_000 }).toContain('Writing earlier seasons')
    child.kill('SIGTERM')
    const { code, out, err } = await ended
    expect([code, err]).toEqual([0, ''])
    const logged: { msg: string; level: number; err?: { type: string } }[] = out
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    expect(logged.filter(({ level }) => level > 30)).toEqual([])
    const broken = logged.filter((line) => line.err !== undefined).map((line) => [line.msg, line.err?.type])
    // Nothing fails for a database that is no longer there.
    expect(broken).toEqual([['Stopped before the league was ready', 'AbortError']])
  })
})
