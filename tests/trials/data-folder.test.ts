import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unopened } from '#server/db/engine/data-folder'
import { freePort } from '../support/free-port.mjs'
import { BRIEF, projectRoot } from '../support/league-server.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'

const NOBODY = 65_534
const COMMAND = ['dist/server/cli/league.js']
/** The same command as another user. The build is loaded first: that user may not be able to read the checkout. */
const COMMAND_AS_NOBODY = [
  '--input-type=module',
  '-e',
  `const { runLeague } = await import('./dist/server/parts/run-league.js')
   process.setgid(${NOBODY})
   process.setuid(${NOBODY})
   process.exitCode = await runLeague(process.argv.slice(1))`,
  '--',
]

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hockey-pool-owner-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'pool')
  await writeFile(join(folder, 'league.yaml'), LEAGUE_TEXT)
  await writeFile(join(folder, 'pool.backup'), 'x')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A data folder as a server leaves it; or without its database, as a package manager makes it. */
async function makeDataDir(owner: number, { isEmpty = false, mode = 0o700 } = {}): Promise<void> {
  await mkdir(dataDir, { mode })
  if (!isEmpty) {
    await mkdir(join(dataDir, 'database'), { mode: 0o700 })
    await writeFile(join(dataDir, 'database/PG_VERSION'), '18')
    await chown(join(dataDir, 'database'), owner, owner)
  }
  await chown(dataDir, owner, owner)
}

async function run(words: readonly string[], env: Record<string, string> = { DATA_DIR: dataDir }) {
  const child = spawn(process.execPath, [...BRIEF, ...words], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, ...env },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, out }
}

/** Every file with its owner and the time of its last change. */
async function everything(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  return Promise.all(
    entries.sort().map(async (name) => {
      const { uid, ctimeMs } = await stat(join(folder, name))
      return `${name} ${uid} ${ctimeMs}`
    }),
  )
}

// Only root can give a folder to another user, and act as one.
describe.skipIf(process.getuid?.() !== 0)('a data folder of another user', { timeout: 240_000 }, () => {
  test.each([['members'], ['init', 'league.yaml'], ['backup', 'new.backup'], ['audit', '--member', "O'Brien"]])(
    'is not touched by root, who is told the command to run: %s %s',
    async (...words) => {
      await makeDataDir(NOBODY)
      const before = await everything()
      const there = words.map((word) => (/^(league\.yaml|new\.backup|tables)$/.test(word) ? join(folder, word) : word))
      const typed = there.map((word) => (word === "O'Brien" ? `'O'\\''Brien'` : word)).join(' ')
      expect(await run([...COMMAND, ...there])).toEqual({
        code: 1,
        out: `The data folder ${dataDir} belongs to nobody, and you are root. Run this instead: sudo -u nobody DATA_DIR=${dataDir} npm run league -- ${typed}\n`,
      })
      expect(await everything()).toEqual(before)
    },
  )

  test('is not touched by root while it is still empty, nor made where its parent is of another user', async () => {
    await makeDataDir(NOBODY, { isEmpty: true })
    const init = ['init', join(folder, 'league.yaml')]
    expect((await run([...COMMAND, ...init])).out).toContain('belongs to nobody')
    const below = { DATA_DIR: join(dataDir, 'not/there') }
    expect((await run([...COMMAND, ...init], below)).out).toContain('belongs to nobody')
    expect(await readdir(dataDir)).toEqual([])
  })

  test('is not a place for a server of root, nor for one of another user', async () => {
    await makeDataDir(NOBODY)
    const port = String(await freePort())
    expect(await run(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: port })).toEqual({
      code: 1,
      out: `The data folder ${dataDir} belongs to nobody, and you are root. Run this instead: sudo -u nobody DATA_DIR=${dataDir} npm start\n`,
    })
    expect(await readdir(dataDir)).toEqual(['database'])
  })

  test('of a service is left to it: its command needs the settings of its profile', async ({ skip }) => {
    const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
    const service = users.find(
      ([, , uid, , , , shell]) => Number(uid) > 0 && Number(uid) < 1_000 && shell === '/bin/bash',
    )
    if (!service) return skip('This machine has no user of a service that can log in.')
    const [name, , uid] = service
    await makeDataDir(Number(uid))
    const said = (by: string) =>
      `The data folder ${dataDir} belongs to ${name}, and you are ${by}. Run this instead: sudo -iu ${name} npm run league -- members\n`
    expect((await run([...COMMAND, 'members'])).out).toBe(said('root'))
    expect((await run([...COMMAND_AS_NOBODY, 'members'])).out).toBe(said('nobody'))
  })

  test.each([
    ['which they may not read', { mode: 0o700 }],
    ['which they may read', { mode: 0o755 }],
    ['which is still empty', { isEmpty: true, mode: 0o755 }],
  ])('is shown to another user, %s, with the line that gives it to them', async (_, made) => {
    await makeDataDir(0, made)
    expect(await run([...COMMAND_AS_NOBODY, 'members'])).toEqual({
      code: 1,
      out: `The data folder ${dataDir} belongs to root, and you are nobody. Run this instead: sudo -u root DATA_DIR=${dataDir} npm run league -- members, or make nobody its owner: sudo chown -R nobody: ${dataDir}\n`,
    })
  })

  test('may be below a folder that another user cannot open', async () => {
    await makeDataDir(0)
    const below = { DATA_DIR: join(dataDir, 'further/down') }
    expect((await run([...COMMAND_AS_NOBODY, 'members'], below)).out).toContain('belongs to root, and you are nobody')
  })

  test('is meant for another user where they may write, as in a volume of a container', async () => {
    await makeDataDir(0, { isEmpty: true, mode: 0o777 })
    await chmod(dataDir, 0o777)
    expect((await run([...COMMAND_AS_NOBODY, 'members'])).out).toContain('There is no league in the folder')
  })
})

test('files of another user in it are named with the line that gives them back', () => {
  const refused = unopened(
    '/srv/pool/database',
    new Error("EACCES: permission denied, open '/srv/pool/database/x'"),
    undefined,
  )
  expect(refused.message).toMatch(
    /^This user may not read and write all of \/srv\/pool\/database \(EACCES: .+\)\. If another user has left files there: sudo chown -R \S+: \/srv\/pool$/,
  )
})
