import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeBackup } from '#server/db/backup/backup'
import { checkBackup } from '#server/db/backup/check-backup'
import { restoreBackup } from '#server/db/backup/restore'
import { passkey } from '#server/db/tables/identity-tables'
import { listMembers } from '#server/league/office/members'
import { commandOn } from '../support/command-on.ts'
import { duringTest } from '../support/during-tests.ts'
import { addMembers, emptyLeague, season2425 } from '../support/empty-league.ts'
import { freePort } from '../support/free-port.mjs'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { emptyDatabase, testDatabase } from '../support/test-database.ts'
import { joined, linkFor, Phone } from './accounts-phone.ts'
import { logIn, startServer, userOf } from './auth-server.ts'
import { Visitor } from './auth-visitor.ts'

/** A real league with one member, on a given port: a second server can take the first one's place. */
async function leagueWithAnna() {
  const database = await emptyLeague(season2425)
  await addMembers(database, { userName: 'anna', displayName: 'Anna', roles: ['admin'] })
  return { database, port: await freePort() }
}

test('a real league has accounts without being configured', async () => {
  const { database, port } = await leagueWithAnna()
  const server = await startServer({ database, port })
  expect((await new Visitor().go(`${server.origin}/auth/login`)).text).toMatch(
    /<h1>Log in to The Pool<\/h1>[\s\S]*Log in with a passkey/,
  )
  await server.stop()
  await database.close()
})

test('the command that makes a league ends with the invitation of its admin, and a dry run makes none', async () => {
  const database = await duringTest(testDatabase())
  const env = { PUBLIC_URL: 'https://pool.example.org' }
  const init = (...more: string[]) =>
    commandOn(database, ['init', 'FILE', '--anyway', ...more], { file: LEAGUE_TEXT, env })
  expect((await init('--dry-run')).join('\n')).not.toContain('/idp/')
  expect((await init()).slice(-8)).toEqual([
    'Next:',
    '  1. npm run league -- import',
    '  2. npm run league -- publish',
    '  3. npm run league -- invite bruno',
    '  4. start the server with the same settings: npm start, or its service (docs/install/debian.md); it also imports and publishes by itself, unless SCHEDULE=off',
    '  5. open the link below in a browser',
    "Anna's invitation (single use, expires 2025-06-15, won't be shown again):",
    expect.stringMatching(/^ {2}https:\/\/pool\.example\.org\/idp\/invitation\/[\w-]{43}$/),
  ])
  const members = (file: string) => commandOn(database, 'members FILE', { file, env })
  const gus = `${LEAGUE_TEXT}  - { user: gus, name: Gus }\n`
  expect(await members(gus)).toEqual([
    '+ gus (Gus, no team)',
    '1 added, 0 changed, 0 removed.',
    'Without a passkey: anna, bruno, gus. Invite them: npm run league -- invite anna bruno gus',
  ])
  await database.transaction(async (queries) => {
    // The dry run has used up the first ids.
    const anna = (await listMembers(queries)).find(({ userName }) => userName === 'anna')
    const known = {
      id: 'x',
      memberId: anna?.id ?? 0,
      publicKey: 'x',
      counter: 0,
      transports: [],
      name: 'iPhone',
      backedUp: false,
    }
    await queries.insert(passkey).values({ ...known, madeAt: new Date('2025-06-01T12:00:00Z') })
  })
  expect((await commandOn(database, 'members', { env })).at(-1)).toBe(
    'Without a passkey: bruno, gus. Invite them: npm run league -- invite bruno gus',
  )
})

test('a restore keeps passkeys, and neither open invitations nor logins', async () => {
  const { database, port } = await leagueWithAnna()
  const server = await startServer({ database, port })
  const phone = await joined(server, 'anna')
  const link = await linkFor(server, 'anna')
  const backup = await makeBackup(database, new Date(), () => {})
  expect(gunzipSync(backup).toString()).not.toContain(link.split('/').at(-1))
  await server.stop()
  await database.close()

  const engine = await duringTest(emptyDatabase())
  expect(await restoreBackup(engine, await checkBackup(backup), { replace: false, report: () => {} })).toEqual({
    passkeys: ['Anna'],
    members: [],
    admins: [],
    invitations: ['Anna'],
  })
  const again = await duringTest(startServer({ database: engine, port }))
  expect(await phone.name()).toBeNull()
  await phone.logIn()
  expect(await phone.name()).toBe('Anna')
  expect((await new Phone(again.origin).make(link)).status).toBe(410)
})

test('who was let in by a button of the trial is out when the league has accounts', async () => {
  const { database, port } = await leagueWithAnna()
  const trial = await startServer({ database, port, env: { LOGIN: 'trial' } })
  const { visitor } = await logIn(trial.origin, 'anna')
  expect((await userOf(visitor, trial.origin)).status).toBe(200)
  await trial.stop()
  const server = await startServer({ database, port })
  expect((await userOf(visitor, server.origin)).status).toBe(401)
  expect((await visitor.go(`${server.origin}/auth/login`)).url.pathname).toMatch(/^\/idp\/login\//)
  await server.stop()
  await database.close()
})
