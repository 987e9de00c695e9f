import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askServer, findServer } from '#server/admin/socket/ask-server'
import { openControl } from '#server/admin/socket/open-socket'
import { testServer } from '../support/test-server.ts'

describe.skipIf(process.platform === 'win32')('what stands where commands come in', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-control-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function open() {
    const lines: string[] = []
    const server = await testServer({
      env: { DATA_DIR: folder },
      log: { write: (line) => void lines.push(JSON.parse(line).msg) },
    })
    await openControl(server.context, server.context.whenClosing)
    return { ...server, lines }
  }

  it.each([
    ['closes', '', false],
    ['closes within a line', '{"say":"One."}\n{"sa', false],
    // What it has not read of the request makes it a reset.
    ['is reset', '{"say":"One."}\n', true],
  ])('is a server that stops when its connection %s', async (_, answer, isReset) => {
    let end = () => {}
    const server = createServer((socket) => {
      socket.on('error', () => {})
      end = () => void socket.destroy()
      if (isReset) socket.pause().write(answer)
      else socket.once('data', () => socket.end(answer))
    })
    await once(server.listen(join(folder, 'control.sock')), 'listening')
    const socket = await findServer(folder)
    if (!socket) throw new Error('The server listens.')
    const given = { say: () => isReset && end(), progress: () => {} }
    const request = { do: 'tell', words: 'x'.repeat(isReset ? 1_000_000 : 1), dryRun: true } as const
    await expect(askServer(socket, request, given)).rejects.toThrow('The server stopped before it had done this.')
    server.close()
  })

  it('is replaced when a killed process has left it', async () => {
    await writeFile(join(folder, 'control.sock'), '')
    const { close } = await open()
    const socket = await findServer(folder)
    expect(socket).not.toBeNull()
    socket?.destroy()
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
