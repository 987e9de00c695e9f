import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findServer } from '#server/admin/socket/ask-server'
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
