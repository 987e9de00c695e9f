import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { members } from '#contract/command'
import { openControl } from '#server/app/owner-app'
import { leagueOver, sendTo, findServer as serverOf } from '#server/cli/connect'
import { readEnv } from '#server/settings/env'
import { testServer } from '../support/test-server.ts'

describe.skipIf(process.platform === 'win32')('what stands where commands come in', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-control-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const findServer = (dataDir: string) => serverOf({ env: readEnv({ DATA_DIR: dataDir }), typed: [] })

  /** Something else where commands come in. */
  async function listening(meet: (socket: Socket) => void) {
    const path = join(folder, 'control.sock')
    const server = createServer((socket) => meet(socket.on('error', () => {})))
    await once(server.listen(path), 'listening')
    return { server, path }
  }

  async function open() {
    const lines: string[] = []
    const server = await testServer({
      env: { DATA_DIR: folder },
      log: { write: (line) => void lines.push(JSON.parse(line).msg) },
    })
    await openControl(server.context)
    return { ...server, lines }
  }

  it.each([
    ['closes', '', false],
    ['closes within its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{"sa', false],
    // What it has not read of the request makes it a reset.
    ['is reset', '', true],
  ])('is a server that stops when its connection %s', async (_, answer, isReset) => {
    const { server, path } = await listening((socket) => {
      if (isReset) setTimeout(() => void socket.destroy(), 100)
      else socket.once('data', () => socket.end(answer))
    })
    expect(await findServer(folder)).toBe(path)
    const body = { file: 'x'.repeat(isReset ? 1_000_000 : 1), remove: false }
    const asked = leagueOver(sendTo(path)).call(members, { body })
    await expect(asked).rejects.toThrow('The server stopped before it had done this.')
    server.close()
  })

  it.each([
    ['has another protocol', '{"refused":"The server could not do it."}\n'],
    ['gives another answer', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['refuses in another way', 'HTTP/1.1 404 Not Found\r\ncontent-length: 3\r\n\r\nNo!'],
  ])('is a server of another version when it %s', async (_, answer) => {
    const { server, path } = await listening((socket) => void socket.once('data', () => socket.end(answer)))
    await expect(leagueOver(sendTo(path)).call(members, { body: { file: '', remove: false } })).rejects.toThrow(
      'The server is of another version; restart it.',
    )
    server.close()
  })

  it('is replaced when a killed process has left it', async () => {
    await writeFile(join(folder, 'control.sock'), '')
    const { close } = await open()
    expect(await findServer(folder)).not.toBeNull()
    await close()
  })

  it('is told when it cannot be removed, and keeps no server from starting', async () => {
    await mkdir(join(folder, 'control.sock', 'something'), { recursive: true })
    const { lines, close } = await open()
    await expect.poll(() => lines).toContain('Commands cannot reach this server')
    expect(await findServer(folder)).toBeNull()
    await close()
  })
})
