import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { leagueFolder } from '../support/league-command.ts'
import { BRIEF, projectRoot } from '../support/league-server.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { type FakeMode, fakePostgres } from './fake-postgres.ts'

const { folder, command } = leagueFolder()

/** Below the minute that a server waits for a password. */
const LIMIT_MS = 45_000

/** What a built program ends with by itself, at a server that does this. */
async function refused(mode: FakeMode, program: string, words = ''): Promise<[code: unknown, err: string]> {
  const server = await fakePostgres()
  server.mode = mode
  const script = join(projectRoot, 'dist/server', program)
  const child = spawn(process.execPath, [...BRIEF, script, ...words.split(' ').filter(Boolean)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: server.url.replace(':secret', ''),
      PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LIMIT_MS,
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const [code] = await once(child, 'close')
  await server.close()
  return [code, err]
}

const LEAGUE = 'cli/league.js'
const SERVER = 'main.js'

const NO_PASSWORD =
  'The PostgreSQL server of DATABASE_URL does not answer or does not let us in (no password in DATABASE_URL).\n'

describe('a PostgreSQL server that lets no one in', { timeout: 2 * LIMIT_MS }, () => {
  beforeAll(async () => {
    await writeFile(join(folder, 'pool.yaml'), LEAGUE_TEXT)
    expect(await command('init pool.yaml')).toMatchObject({ code: 0 })
    expect(await command('backup pool.backup')).toMatchObject({ code: 0 })
  }, 4 * LIMIT_MS)

  test.each([
    [LEAGUE, 'members'],
    [LEAGUE, 'init pool.yaml'],
    [LEAGUE, 'restore pool.backup'],
    [LEAGUE, 'restore pool.backup --dry-run'],
    [SERVER, ''],
  ])('because it wants a password, ends %s %s', async (program, words) => {
    expect(await refused('asks', program, words)).toEqual([1, NO_PASSWORD])
  })

  test.each<[string, FakeMode, RegExp]>([
    ['is silent', 'silent', /let us in\.\n$/],
    // Whether a reset arrives before the end is a matter of time.
    ['breaks every connection', 'breaks', /let us in( \(ECONNRESET\))?\.\n$/],
    ['refuses the address', { refuses: '28000' }, /let us in \(28000\)\.\n$/],
  ])('because it %s, ends a command', async (_, mode, why) => {
    expect(await refused(mode, LEAGUE, 'members')).toEqual([1, expect.stringMatching(why)])
  })

  test.each([
    [LEAGUE, 'members'],
    [SERVER, ''],
  ])("because the user has no right to it, is not the program's fault: %s %s", async (program, words) => {
    expect(await refused({ refuses: '42501' }, program, words)).toEqual([
      1,
      expect.stringMatching(/^The PostgreSQL user "pool" may not make tables in the database "pool" \(.+\)\. .+\n$/),
    ])
  })
})
