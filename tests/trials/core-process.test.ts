import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openEmbedded } from '#server/db/engine/embedded'
import { copyOfLeague, removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { freePort } from '../support/free-port.mjs'
import { BRIEF, projectRoot } from '../support/league-server.ts'
import { outputOf, startNode } from '../support/process-output.ts'
import { addressOf, testDatabase } from '../support/test-database.ts'

describe('the server process', { timeout: 240_000 }, () => {
  let folder: string
  let port: number
  let children: ChildProcess[]

  beforeEach(async () => {
    folder = await temporaryFolder()
    port = await freePort()
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await removeFolder(folder)
  })

  function start(variables: Record<string, string> = {}) {
    const env = { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', ...variables }
    const child = startNode(['dist/server/main.js'], { env })
    children.push(child)
    return { child, ...outputOf(child) }
  }

  const status = (path: string): Promise<number> =>
    fetch(`http://localhost:${port}${path}`).then(
      (answer) => answer.status,
      () => 0,
    )

  it('ends with one sentence when its port is taken', async () => {
    // There a database costs less than a new one in the folder.
    const database = process.env.TEST_DATABASE_URL ? await testDatabase() : null
    const other = net.createServer().listen(port, 'localhost')
    await once(other, 'listening')
    expect(await start(database ? { DATABASE_URL: await addressOf(database) } : {}).ended).toEqual({
      code: 1,
      out: '',
      err: `PORT ${port} is in use by another process; set PORT to a free one.\n`,
    })
    other.close()
    await database?.close()
  })

  it('outlives a full disk under its log, and stops with the npm that started it, which hands no signal on', async () => {
    const env = {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      DEMO_LEAGUE: 'off',
      SCHEDULE: 'off',
      npm_lifecycle_event: 'start',
    }
    const full = await open('/dev/full', 'w')
    // A shell in between, as npm has one; "true" keeps it from becoming the server itself.
    const npm = spawn('sh', ['-c', '"$0" "$@"; true', process.execPath, ...BRIEF, 'dist/server/main.js'], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', full.fd, 'pipe'],
    })
    children.push(npm)
    await full.close()
    const { ended } = outputOf(npm)
    await expect.poll(() => status('/readyz'), { timeout: 60_000 }).toBe(200)
    // Each is a line of the log.
    for (let i = 0; i < 5; i += 1) expect(await status('/api/v1/user')).toBe(401)
    expect(await status('/readyz')).toBe(200)
    npm.kill('SIGTERM')
    // Its output is closed when the server is gone, too.
    expect((await ended).err).toBe('')
    expect(await status('/healthz')).toBe(0)
    expect(existsSync(join(folder, 'control.sock')), 'as a stop in order leaves it').toBe(false)
  })

  it('is alive before its league is ready, refuses a second process on its folder, and breaks off before its database is closed', async () => {
    const dataDir = await copyOfLeague(inject('demoLeague'))
    const database = await openEmbedded(dataDir)
    // What the server then has to do before it is ready.
    await database.scripts((run) =>
      run(`
        create temporary table missing as select id from official_update order by id desc limit 20;
        delete from team_snapshot where update_id in (select id from missing);
        delete from official_update where id in (select id from missing)`),
    )
    await database.close()
    const { child, output, ended } = start({ DATA_DIR: dataDir, LOG_LEVEL: 'info' })
    await expect.poll(() => output.out, { timeout: 60_000 }).toContain('Publishing')
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    const second = await start({ DATA_DIR: dataDir, PORT: String(await freePort()) }).ended
    expect(second).toEqual({
      code: 1,
      out: '',
      err: `The data folder ${dataDir} is in use by another Hockey Pool process; stop that one first.\n`,
    })
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
    await removeFolder(dataDir)
  })
})
