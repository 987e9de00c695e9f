import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../support/league-server.ts'

const MIGRATION = 'src/server/store/migrations/9999_later.sql'

describe('without the packages that build', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-build-'))
    for (const name of ['package.json', 'src/server', 'src/contract', 'src/rules']) {
      await cp(join(projectRoot, name), join(folder, name), { recursive: true })
    }
    await mkdir(join(folder, 'node_modules'))
    for (const name of await readdir(join(projectRoot, 'node_modules'))) {
      if (name !== 'typescript' && !name.startsWith('.')) {
        await symlink(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name))
      }
    }
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const build = async () => {
    await cp(join(projectRoot, 'dist/server'), join(folder, 'dist/server'), { recursive: true })
    await mkdir(join(folder, 'dist/web'))
    await writeFile(join(folder, 'dist/web/index.html'), '')
    const now = new Date(Date.now() + 1_000)
    for (const name of ['server/tsconfig.tsbuildinfo', 'web/index.html'])
      await utimes(join(folder, 'dist', name), now, now)
  }
  const bringUpToDate = (...words: string[]) => {
    const script = join(folder, 'src/server/build/bring-up-to-date.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  test('what is built is used, and nothing is said', async () => {
    await build()
    expect(bringUpToDate()).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(bringUpToDate('--server')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('a build that is older than its sources is used whole, and said to be', async () => {
    await build()
    const later = new Date(Date.now() + 60_000)
    await writeFile(join(folder, MIGRATION), 'select 1')
    await utimes(join(folder, MIGRATION), later, later)
    const { status, stderr } = bringUpToDate()
    expect([status, stderr]).toEqual([
      0,
      'The build is older than its sources and used as it is, since the packages that build are not installed. To bring it up to date: npm ci, npm run build.\n',
    ])
    expect(await readdir(join(folder, 'dist/server/store/migrations'))).not.toContain('9999_later.sql')
  })

  test('a checkout that was never built is refused with what to do', () => {
    expect(bringUpToDate()).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Nothing is built here, and the packages that build it are not installed: run npm ci (without NODE_ENV=production) and npm run build first.\n',
    })
  })
})
