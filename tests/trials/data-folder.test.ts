import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unopened } from '#server/db/engine/data-folder'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { leagueCommand } from '../support/league-command.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { outputOf, startNode } from '../support/process-output.ts'

const NOBODY = 65_534
/** A command as another user, in each of several folders. The build is loaded first: that user may not read the checkout. */
const MEMBERS_AS_NOBODY = [
  '--input-type=module',
  '-e',
  `const { runLeague } = await import('./dist/server/parts/run-league.js')
   process.setgid(${NOBODY})
   process.setuid(${NOBODY})
   for (const dataDir of process.argv.slice(1)) {
     process.env.DATA_DIR = dataDir
     console.log(await runLeague(['members']))
   }`,
  '--',
]

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await temporaryFolder()
  await chmod(folder, 0o755)
  dataDir = join(folder, 'pool')
  await writeFile(join(folder, 'league.yaml'), LEAGUE_TEXT)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await removeFolder(folder)
})

/** A data folder as a server leaves it; or without its database, as a package manager makes it. */
async function makeDataDir(owner: number, { path = dataDir, isEmpty = false, mode = 0o700 } = {}): Promise<string> {
  await mkdir(path)
  await chmod(path, mode)
  if (!isEmpty) {
    await mkdir(join(path, 'database'), { mode: 0o700 })
    await writeFile(join(path, 'database/PG_VERSION'), '18')
    await chown(join(path, 'database'), owner, owner)
  }
  await chown(path, owner, owner)
  return path
}

const command = (words: readonly string[], path = dataDir) => {
  vi.stubEnv('DATA_DIR', path)
  return leagueCommand(words)
}

const run = (words: readonly string[]) => outputOf(startNode(words, { env: { DATA_DIR: dataDir } })).ended

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

/** The user of a service that can log in, if this machine has one. */
async function findService() {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [name = '', , uid = ''] =
    users.find(([, , number, , , , shell]) => Number(number) > 0 && Number(number) < 1_000 && shell === '/bin/bash') ??
    []
  return name === '' ? null : { name, uid: Number(uid) }
}

const servicesOwn = ({ name }: { name: string }, path: string, by: string) =>
  `The data folder ${path} belongs to ${name}, and you are ${by}. Run this instead: sudo -iu ${name} npm run league -- members`

// Only root can give a folder to another user, and act as one.
describe.skipIf(process.getuid?.() !== 0)('a data folder of another user', { timeout: 240_000 }, () => {
  test.each([['members'], ['init', 'league.yaml'], ['backup', 'new.backup'], ['audit', '--member', "O'Brien"]])(
    'is not touched by root, who is told the command to run: %s %s',
    async (...words) => {
      await makeDataDir(NOBODY)
      const before = await everything()
      const there = words.map((word) => (/^(league\.yaml|new\.backup)$/.test(word) ? join(folder, word) : word))
      const typed = there.map((word) => (word === "O'Brien" ? `'O'\\''Brien'` : word)).join(' ')
      expect(await command(there)).toEqual({
        code: 1,
        out: '',
        err: `The data folder ${dataDir} belongs to nobody, and you are root. Run this instead: sudo -u nobody DATA_DIR=${dataDir} npm run league -- ${typed}\n`,
      })
      expect(await everything()).toEqual(before)
    },
  )

  test('is not touched by root while it is still empty, nor made where its parent is of another user', async () => {
    await makeDataDir(NOBODY, { isEmpty: true })
    const init = ['init', join(folder, 'league.yaml')]
    for (const path of [dataDir, join(dataDir, 'not/there')]) {
      expect((await command(init, path)).err).toContain('belongs to nobody')
    }
    expect(await readdir(dataDir)).toEqual([])
  })

  test('is not a place for a server of root', async () => {
    await makeDataDir(NOBODY)
    expect(await run(['dist/server/main.js'])).toEqual({
      code: 1,
      out: '',
      err: `The data folder ${dataDir} belongs to nobody, and you are root. Run this instead: sudo -u nobody DATA_DIR=${dataDir} npm start\n`,
    })
    expect(await readdir(dataDir)).toEqual(['database'])
  })

  test('of a service is left to it: its command needs the settings of its profile', async ({ skip }) => {
    const service = await findService()
    if (!service) return skip('This machine has no user of a service that can log in.')
    await makeDataDir(service.uid)
    expect((await command(['members'])).err).toBe(`${servicesOwn(service, dataDir, 'root')}\n`)
  })

  test('is shown to another user with the line that gives it to them, unless it is meant for them', async () => {
    const refused = (path: string) =>
      `The data folder ${path} belongs to root, and you are nobody. Run this instead: sudo -u root DATA_DIR=${path} npm run league -- members, or make nobody its owner: sudo chown -R nobody: ${path}`
    const place = (name: string, more: object) => makeDataDir(0, { path: join(folder, name), ...more })
    const hidden = await place('hidden', { mode: 0o700 })
    const readable = await place('readable', { mode: 0o755 })
    const empty = await place('empty', { isEmpty: true, mode: 0o755 })
    // Below a folder that they cannot open.
    const below = join(hidden, 'further/down')
    const others = [hidden, readable, empty, below]
    const service = await findService()
    const services = service ? [await makeDataDir(service.uid)] : []
    // As in a volume of a container.
    const meant = await place('meant', { isEmpty: true, mode: 0o777 })
    const { out, err } = await run([...MEMBERS_AS_NOBODY, ...others, ...services, meant])
    expect(out.split('\n')).toEqual([...others.map(() => '1'), ...services.map(() => '1'), '1', ''])
    expect(err.split('\n')).toEqual([
      ...others.map(refused),
      ...services.map((path) => service && servicesOwn(service, path, 'nobody')),
      expect.stringContaining('There is no league in the folder'),
      '',
    ])
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
