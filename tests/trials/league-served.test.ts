import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { lockFolder } from '#server/db/engine/folder-lock'
import { Visitor } from '../server/auth-visitor.ts'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { leagueFolder } from '../support/league-command.ts'
import { startLeagueServer } from '../support/league-server.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { outputOf, startCommand } from '../support/process-output.ts'
import { addressOf, emptyDatabase } from '../support/test-database.ts'

const { folder, command } = leagueFolder()

describe('a league that is served', () => {
  const server = duringTests(async () => {
    await writeFile(join(folder, 'pool.yaml'), LEAGUE_TEXT)
    expect(await command('init pool.yaml')).toMatchObject({ code: 0 })
    return startLeagueServer({ dataDir: join(folder, 'data'), env: { SCHEDULE: 'off', LOGIN: 'trial' } })
  })

  test('has the same commands as a separate process', async () => {
    expect(await outputOf(startCommand(['help'], {})).ended).toEqual(await command('help'))
  })

  test('is found by the server, which makes no demo of it', async () => {
    const { out } = await command('members')
    expect(out).toContain('anna   Anna')
    expect((await command('teams')).out).toBe(
      'teams:\n  - { id: 1, name: "Rink Rats", short: "RATS", cash: 12.50 }\n  - { id: 2, name: "Blue Liners", short: "BLUE" }\n',
    )
    expect(server.output()).toBe('')
  })

  test('lets its members in at the trial login by their user names, whatever else they are known by', async () => {
    const visitor = new Visitor()
    const { url, text } = await visitor.go(`${server.origin}/auth/login`)
    expect(text).toContain('Blue Liners')
    await visitor.go(url, { method: 'POST', form: { member: 'bruno' } })
    const user = await visitor.go(`${server.origin}/api/v1/user`, { headers: { accept: 'application/json' } })
    expect(JSON.parse(user.text)).toMatchObject({ name: 'bruno', teamId: 2, roles: [] })
  })

  test('is changed, published and backed up while it runs, through a socket that only its user can open', async () => {
    const { mode } = await stat(join(folder, 'data/control.sock'))
    expect((mode & 0o777).toString(8)).toBe('600')
    await writeFile(join(folder, 'pool.yaml'), LEAGUE_TEXT.replace('name: Anna', 'name: Annabel'))
    expect((await command('members pool.yaml')).out).toContain('~ anna: name Anna -> Annabel')
    expect(await command('publish')).toEqual({
      code: 1,
      out: '',
      err: 'No new lines wait for an official update, and one without them would empty the column Last. Right after an import this means that no game has ended since the last update; otherwise import first: npm run league -- import. Or publish all the same: npm run league -- publish --anyway\n',
    })
    expect((await command('publish --anyway')).out).toBe('Published an update without new lines.\n')
    // A command that was killed has left its copy.
    const copy = join(folder, 'data/reading/copy')
    await mkdir(join(copy, 'database'), { recursive: true })
    await writeFile(join(copy, 'database/PG_VERSION'), '9')
    const backup = await command('backup pool.backup')
    expect([backup.code, backup.out]).toEqual([0, expect.stringContaining('pool.backup')])
    expect(((await stat(join(folder, 'pool.backup'))).mode & 0o777).toString(8)).toBe('600')
    expect((await command('export tables')).code).toBe(0)
    expect(existsSync(copy)).toBe(false)
    const release = await lockFolder(join(folder, 'data/reading'))
    expect(await command('backup another.backup')).toMatchObject({
      code: 1,
      err: 'Another backup or export is being made; try again when it is done.\n',
    })
    await release()
    expect(await readFile(join(folder, 'tables/standings.csv'), 'utf8')).toContain(
      '\n1,1,Rink Rats,RATS,0.00,12.50,12.50,',
    )
  })

  test('is told of refusals as if the command had done it itself', async () => {
    expect(await command('import --from nowhere')).toEqual({
      code: 1,
      out: '',
      err: `The folder ${join(folder, 'nowhere')} cannot be read.\n`,
    })
  })

  test('is not backed up into a folder that is not there', async () => {
    expect(await command('backup gone/pool.backup')).toEqual({
      code: 1,
      out: '',
      err: `There is no folder ${join(folder, 'gone')}.\n`,
    })
    expect(existsSync(join(folder, 'gone'))).toBe(false)
  })

  test('is not replaced under a running server', async () => {
    const under = await command('restore pool.backup --replace')
    expect([under.code, under.err]).toEqual([
      1,
      `A server is running on the data folder ${join(folder, 'data')}; stop it first.\n`,
    ])
  })

  test('stops in order after all this, and answers the request that was on its way', async () => {
    // Its body is not yet there when the signal comes.
    const body = JSON.stringify({ name: 'x', shortName: 'x' })
    const request = http.request(`${server.origin}/api/v1/stats/teams/1`, { method: 'PATCH' })
    request.setHeader('sec-fetch-site', 'same-origin').setHeader('content-type', 'application/json')
    request.setHeader('content-length', body.length)
    const answered = once(request, 'response')
    request.write(body.slice(0, 5))
    await new Promise((resolve) => setTimeout(resolve, 200))
    const stopped = server.stop()
    const health = () => fetch(`${server.origin}/healthz`).catch(() => null)
    await expect.poll(async () => (await health())?.status).not.toBe(200)
    request.end(body.slice(5))
    const [response] = await answered
    expect(response.statusCode).toBe(401)
    response.resume()
    expect(await stopped).toBe(0)
    expect(existsSync(join(folder, 'data/control.sock'))).toBe(false)
    expect((await command('members')).code).toBe(0)
  })

  // In the same folder, which no server has open any more.
  test.runIf(process.env.TEST_DATABASE_URL)('and has moved to PostgreSQL is refused in its old folder', async () => {
    const old = join(folder, 'data')
    const database = await duringTest(emptyDatabase())
    const address = await addressOf(database)
    const restore = async (backup: string) => {
      vi.stubEnv('DATABASE_URL', address)
      const ended = await command(`restore ${backup} --replace`)
      vi.stubEnv('DATABASE_URL', undefined)
      return ended
    }
    // Another league, in a backup without a checksum, as older versions made them.
    const [head = '', ...lines] = gunzipSync(await readFile(join(folder, 'pool.backup')))
      .toString()
      .split('\n')
    const { checksum: _, ...rest } = JSON.parse(head)
    const others = [JSON.stringify({ ...rest, league: 'Another Pool' }), ...lines.slice(0, -2), '']
    await writeFile(join(folder, 'other.backup'), gzipSync(others.join('\n')))
    // The folder of another league is left alone, and so is one that is being served.
    const other = await restore('other.backup')
    expect([other.code, other.out]).toEqual([0, expect.not.stringContaining('Marked')])
    const release = await lockFolder(old)
    expect((await restore('pool.backup')).err).toContain(`The league in ${old} is not marked as moved. The data folder`)
    await release()
    expect((await restore('pool.backup')).out).toContain(
      `Marked the league in ${old} as moved: the server and commands need DATABASE_URL from now on.`,
    )
    expect(await restore('pool.backup')).toMatchObject({ code: 0, err: '' })

    const refused = /^The league in \S+ moved to PostgreSQL on \d{4}-\d\d-\d\d, and DATABASE_URL is not set here: /m
    for (const words of ['members', 'backup again.backup']) {
      expect(await command(words)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(refused) })
    }
    await expect(startLeagueServer({ dataDir: old, env: { SCHEDULE: 'off' } })).rejects.toThrow(refused)
  })
})
