import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '#server/db/engine/folder-lock'
import { builtModule } from '../support/built-module.ts'

const IN_USE = /^The data folder .* is in use by another Hockey Pool process; stop that one first\.$/
const NOBODY = 65_534

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hockey-pool-lock-')))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Another process that tries to hold the folder. Answers `held`, or why not. */
async function another(uid?: number): Promise<{ child: ChildProcess; said: string }> {
  const module = await builtModule('src/server/db/engine/folder-lock.ts')
  const script = `import(${JSON.stringify(module)}).then(({ lockFolder }) => lockFolder(${JSON.stringify(folder)})).then(
    () => { console.log('held'); setInterval(() => {}, 1000) }, (error) => console.log(error.message))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'], uid })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, said: String(line).trim() }
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function listening(path: string): Promise<net.Server> {
  const server = net.createServer((socket) => socket.destroy()).listen(path)
  await once(server, 'listening')
  return server
}

describe('the lock of a data folder', () => {
  test('is held by one, until they let go', async () => {
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(IN_USE)
    expect((await another()).said).toMatch(IN_USE)
    await release()
    await (await lockFolder(folder))()
    expect((await another()).said).toBe('held')
  })

  test('is given to one of many who try at once, time and again', async () => {
    for (let round = 0; round < 20; round += 1) {
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder)))
      const held = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      expect(held).toHaveLength(1)
      for (const each of tries) if (each.status === 'rejected') expect(each.reason.message).toMatch(IN_USE)
      await held[0]?.()
      // Many programs that copy files stop at a socket.
      expect(await readdir(folder)).toEqual([])
    }
  })

  test('is given to one of several processes', async () => {
    for (let round = 0; round < 2; round += 1) {
      const tries = await Promise.all(Array.from({ length: 4 }, () => another()))
      const held = tries.filter(({ said }) => said === 'held')
      expect(held).toHaveLength(1)
      for (const { said } of tries) if (said !== 'held') expect(said).toMatch(IN_USE)
      // Killed: the next round finds what it has left.
      for (const { child } of held) await end(child)
    }
    await (await lockFolder(folder))()
    expect(await readdir(folder)).toEqual([])
  })

  test('stays with a process that is stopped, and goes with one that is killed', async () => {
    const { child, said } = await another()
    expect(said).toBe('held')
    child.kill('SIGSTOP')
    await expect(lockFolder(folder)).rejects.toThrow(IN_USE)
    await end(child)
    await (await lockFolder(folder))()
  })

  test.runIf(process.platform === 'linux')('cannot be taken by somebody who has no access to the folder', async () => {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 40)
    const taken = await listening(`\0hockey-pool-${name}`)
    await (await lockFolder(folder))()
    taken.close()
  })

  test.runIf(process.platform === 'linux')(
    'is that of a server of the first releases, as long as it runs',
    async () => {
      const earlier = await listening(join(folder, 'in-use.sock'))
      await expect(lockFolder(folder)).rejects.toThrow(IN_USE)
      earlier.close()
      await once(earlier, 'close')
      await (await lockFolder(folder))()
    },
  )

  test('holds a folder with a long path', async () => {
    const long = join(folder, 'x'.repeat(150))
    await mkdir(long)
    const release = await lockFolder(long)
    await expect(lockFolder(long)).rejects.toThrow(IN_USE)
    await release()
    await (await lockFolder(long))()
  })

  test.runIf(process.getuid?.() === 0)(
    'that root has held is free for the user of the service afterwards',
    async () => {
      await chown(folder, NOBODY, NOBODY)
      await chmod(folder, 0o700)
      const release = await lockFolder(folder)
      expect((await another(NOBODY)).said).toMatch(IN_USE)
      await release()
      const { said, child } = await another(NOBODY)
      expect(said).toBe('held')
      await expect(lockFolder(folder)).rejects.toThrow(IN_USE)
      await end(child)
      await (await lockFolder(folder))()
    },
  )
})
