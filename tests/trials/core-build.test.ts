import { spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODULES_OF_TESTS } from '../support/built-module.ts'
import { projectRoot } from '../support/league-server.ts'

const NOBODY = 65_534
const MIGRATION = 'src/server/db/migrations/9999_later.sql'

// Each test goes on with the folder of the one before.
describe('without the packages that build', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-build-'))
    await chmod(folder, 0o755)
    for (const name of ['package.json', 'src/server', 'src/contract', 'src/rules']) {
      await cp(join(projectRoot, name), join(folder, name), { recursive: true })
    }
    await mkdir(join(folder, 'node_modules'))
    for (const name of await readdir(join(projectRoot, 'node_modules'))) {
      if (name !== 'rolldown' && !name.startsWith('.')) {
        await symlink(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name))
      }
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const bringUpToDate = (words: readonly string[] = [], as: { uid?: number; gid?: number } = {}) => {
    const script = join(folder, 'src/server/build/bring-up-to-date.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', ...as })
    return { status, stdout, stderr }
  }

  test('a checkout that was never built is refused with what to do', () => {
    expect(bringUpToDate()).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Nothing is built here, and the packages that build it are not installed: run npm ci (without NODE_ENV=production) and npm run build first.\n',
    })
  })

  // Only root can act as somebody else.
  test.skipIf(process.getuid?.() !== 0)('a user who may not write the build has to have its owner build', () => {
    const { status, stderr } = bringUpToDate([], { uid: NOBODY, gid: NOBODY })
    expect([status, stderr]).toEqual([
      1,
      `Nothing is built here, and you may not write into ${folder}/: run npm run build as its owner first.\n`,
    ])
  })

  test('what is built is used, and nothing is said', async () => {
    const filter = (path: string) => !path.includes(MODULES_OF_TESTS)
    await cp(join(projectRoot, 'dist/server'), join(folder, 'dist/server'), { recursive: true, filter })
    await mkdir(join(folder, 'dist/web'))
    await writeFile(join(folder, 'dist/web/index.html'), '')
    const now = new Date(Date.now() + 1_000)
    for (const name of ['server/db/migrations', 'web/index.html']) await utimes(join(folder, 'dist', name), now, now)
    expect(bringUpToDate()).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(bringUpToDate(['--server'])).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  // Only root can leave files that are of no use to the owner of a checkout.
  test.skipIf(process.getuid?.() !== 0)("what root builds in another user's checkout is theirs", async () => {
    await chown(folder, NOBODY, NOBODY)
    expect(bringUpToDate(['--server']).status).toBe(0)
    const names = await readdir(join(folder, 'dist'), { recursive: true })
    const owners = await Promise.all(names.map(async (name) => (await stat(join(folder, 'dist', name))).uid))
    expect(new Set(owners)).toEqual(new Set([NOBODY]))
  })

  test('a build that is older than its sources is used whole, and said to be', async () => {
    const later = new Date(Date.now() + 60_000)
    await writeFile(join(folder, MIGRATION), 'select 1')
    await utimes(join(folder, MIGRATION), later, later)
    const { status, stderr } = bringUpToDate()
    expect([status, stderr]).toEqual([
      0,
      'The build is older than its sources and used as it is, since the packages that build are not installed. To bring it up to date: npm ci, npm run build.\n',
    ])
    expect(await readdir(join(folder, 'dist/server/db/migrations'))).not.toContain('9999_later.sql')
    expect(bringUpToDate(['--all'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Nothing was built, since the packages that build are not installed: run npm ci (without NODE_ENV=production), then npm run build.\n',
    })
  })
})

describe('an older Node', () => {
  const script = join(projectRoot, 'src/server/build/check-node.cjs')
  const sentence = (version: string) =>
    `Hockey Pool needs Node 20.19 or newer, and this is Node ${version}. Install a newer one: https://nodejs.org\n`
  const pretend = (version: string) =>
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`
  const node = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: projectRoot, encoding: 'utf8' })
    return [status, stdout, stderr]
  }

  test('is refused with a sentence, in words that it can read', async () => {
    const under = (version: string) => node('-e', `${pretend(version)} require('${script}')`)
    for (const version of ['12.22.12', '18.20.8', '20.18.3']) expect(under(version)).toEqual([1, '', sentence(version)])
    for (const version of ['20.19.0', '22.0.0', '26.1.0']) expect(under(version)).toEqual([0, '', ''])
    // Of 2009: no arrow, no template, no const.
    expect(await readFile(script, 'utf8')).not.toMatch(/=>|`|\b(const|let|import|class|async)\b/)
  })

  test.each(['main.js', 'hockey-pool.js', 'cli/league.js'])(
    'is refused by %s before anything else of it is linked',
    async (entry) => {
      const old = `data:text/javascript,${encodeURIComponent(pretend('18.20.8'))}`
      expect(node('--import', old, join('dist/server', entry))).toEqual([1, '', sentence('18.20.8')])
      const imported = (text: string) => [...text.matchAll(/^import .*?["']([^"']+)["']/gm)].map(([line]) => line)
      const lines = imported(await readFile(join(projectRoot, 'dist/server', entry), 'utf8'))
      expect(lines).toEqual([expect.stringMatching(/^import "[./]+\/parts\/refuse-old-node\.js"$/)])
      const first = await readFile(join(projectRoot, 'dist/server/parts/refuse-old-node.js'), 'utf8')
      expect(imported(first)).toEqual(['import { createRequire } from "node:module"'])
    },
  )

  test('gets no packages, and no build of what npm starts', async () => {
    const { scripts, engines } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
    expect(await readFile(join(projectRoot, '.npmrc'), 'utf8')).toMatch(/^engine-strict=true$/m)
    expect(engines).toEqual({ node: '>=20.19' })
    for (const name of ['start', 'league']) {
      expect(scripts[`pre${name}`]).toMatch(/^node src\/server\/build\/check-node\.cjs && /)
    }
  })
})
