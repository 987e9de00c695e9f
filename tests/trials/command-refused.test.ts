import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { makeBackup } from '#server/db/backup/backup'
import { commandOn } from '../support/command-on.ts'
import { leagueFolder } from '../support/league-command.ts'
import { projectRoot } from '../support/league-server.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { outputOf, startNode } from '../support/process-output.ts'
import { testDatabase } from '../support/test-database.ts'
import { type FakeMode, fakePostgres } from './fake-postgres.ts'

const { folder, command } = leagueFolder()

/** Below the minute that a server waits for a password. */
const LIMIT_MS = 45_000

const REFUSED = 'The PostgreSQL server of DATABASE_URL does not answer or does not let us in'
const NO_PASSWORD = `${REFUSED} (no password in DATABASE_URL).\n`

describe('a PostgreSQL server that lets no one in', { timeout: 2 * LIMIT_MS }, () => {
  beforeAll(async () => {
    await writeFile(join(folder, 'pool.yaml'), LEAGUE_TEXT)
    const database = await testDatabase()
    await commandOn(database, 'init FILE --anyway', { file: LEAGUE_TEXT })
    await writeFile(join(folder, 'pool.backup'), await makeBackup(database, new Date(), () => {}))
    await database.close()
  })

  /** What a command ends with at a server that does this. */
  const refused = async (mode: FakeMode, words: string) => {
    const server = await fakePostgres()
    server.mode = mode
    vi.stubEnv('DATABASE_URL', server.url.replace(':secret', ''))
    const ended = await command(words)
    await server.close()
    return ended
  }

  test.each(['members', 'init pool.yaml', 'restore pool.backup', 'restore pool.backup --dry-run'])(
    'because it wants a password, ends the command %s',
    async (words) => {
      expect(await refused('asks', words)).toMatchObject({ code: 1, err: NO_PASSWORD })
    },
  )

  test("because the user has no right to it, is not the command's fault", async () => {
    expect(await refused({ refuses: '42501' }, 'members')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^The PostgreSQL user "pool" may not make tables in the database "pool" \(.+\)\. .+\n$/,
      ),
    })
  })

  test.each<[program: string, does: string, words: string[], mode: FakeMode, err: string]>([
    ['cli/league.js', 'is silent', ['members'], 'silent', `${REFUSED}.\n`],
    ['main.js', 'wants a password', [], 'asks', NO_PASSWORD],
  ])('has the program %s end by itself, because it %s', async (program, _, words, mode, err) => {
    const server = await fakePostgres()
    server.mode = mode
    const DATABASE_URL = server.url.replace(':secret', '')
    const child = startNode([join(projectRoot, 'dist/server', program), ...words], {
      cwd: folder,
      env: { DATA_DIR: join(folder, 'data'), DATABASE_URL, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LIMIT_MS,
    })
    const ended = await outputOf(child).ended
    await server.close()
    expect(ended).toEqual({ code: 1, out: '', err })
  })
})
