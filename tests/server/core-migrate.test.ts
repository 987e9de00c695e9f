import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '#server/db/engine/database'
import { migrate, readMigrations } from '#server/db/migrate'
import { emptyDatabase } from '../support/test-database.ts'

let database: Engine
let folder: string
const rows = async (statement: string): Promise<unknown[]> =>
  (await database.transaction((queries) => queries.execute(sql.raw(statement)))).rows

describe('migrations', () => {
  const write = (name: string, script: string) => writeFile(join(folder, name), script)
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-migrations-'))
    await write(
      '0001_first.sql',
      'create table one (id integer); insert into one values (1); insert into one values (2);',
    )
  })
  afterEach(async () => {
    await database.scripts((run) => run('drop schema public cascade; create schema public'))
    await rm(folder, { recursive: true, force: true })
  })
  afterAll(() => database.close())

  it('refuses a file whose name is not a migration rather than pass over it', async () => {
    await write('0004_team_motto.sql', 'select 1')
    await expect(migrate(database, folder)).rejects.toThrow(
      '0004_team_motto.sql: migrations have names such as 0001_name.sql',
    )
  })

  it('are applied in order, each once, also those that come later', async () => {
    expect(await migrate(database, folder)).toEqual(['0001_first'])
    await write('0002_second.sql', 'update one set id = id * 10;')
    expect(await migrate(database, folder)).toEqual(['0002_second'])
    expect(await migrate(database, folder)).toEqual([])
    expect(await rows('select id from one order by id')).toEqual([{ id: 10 }, { id: 20 }])
  })

  it('are all undone when one fails', async () => {
    await write('0002_broken.sql', 'create table two (id integer); select nothing from nowhere;')
    await expect(migrate(database, folder)).rejects.toThrow('nowhere')
    await expect(rows('select * from one')).rejects.toThrow()
    await rm(join(folder, '0002_broken.sql'))
    expect(await migrate(database, folder)).toEqual(['0001_first'])
  })

  it('refuse a database of a newer version with a sentence, and leave it alone', async () => {
    await write('0007_future.sql', 'create table future (id integer);')
    await migrate(database, folder)
    await rm(join(folder, '0007_future.sql'))
    await expect(migrate(database, folder)).rejects.toThrow(
      /^The database in .* was made by a newer version of Hockey Pool \(version 7 of its tables, this version knows 1\); start the newer version, or restore a backup into an empty database\.$/,
    )
    expect(await rows('select * from future')).toEqual([])
  })

  it('are known by their content: one that was edited after it was applied is refused by its name', async () => {
    await migrate(database, folder)
    await write('0001_first.sql', 'create table one (id integer); insert into one values (3);')
    await expect(migrate(database, folder)).rejects.toThrow(
      /^The tables of the database in .* are not this version's: migration 0001_first was another one when it was applied\. Start the version that made them, or restore a backup\.$/,
    )
    expect(await rows('select id from one order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('may have other line ends in another checkout', async () => {
    await write('0001_first.sql', 'create table one (id integer);\ninsert into one values (1);\n')
    await migrate(database, folder)
    await write('0001_first.sql', 'create table one (id integer);\r\ninsert into one values (1);\r\n')
    expect(await migrate(database, folder)).toEqual([])
  })

  it('that come later with an earlier number are refused by name, not applied out of order', async () => {
    await write('0003_third.sql', 'create table three (id integer);')
    await migrate(database, folder)
    await write('0002_second.sql', 'create table two (id integer);')
    await expect(migrate(database, folder)).rejects.toThrow('migration 0002_second was left out')
    await expect(rows('select * from two')).rejects.toThrow()
  })

  it('from before checksums were kept are taken as they are, once', async () => {
    await migrate(database, folder)
    await database.transaction((queries) => queries.execute(sql`alter table schema_migration drop column checksum`))
    expect(await migrate(database, folder)).toEqual([])
    await write('0001_first.sql', 'create table one (id bigint);')
    await expect(migrate(database, folder)).rejects.toThrow('0001_first')
  })

  it('of several processes at once are applied by one of them', async () => {
    await write('0002_slow.sql', 'select pg_sleep(0.2); create table slow (id integer);')
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database, folder)))
    expect(applied.flat()).toEqual(['0001_first', '0002_slow'])
  })
})

describe('migrations of this version', () => {
  beforeAll(async () => {
    database = await emptyDatabase()
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-migrations-'))
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** As an earlier version has left the database: each test goes on from the one before. */
  async function upTo(last: number): Promise<void> {
    for (const { number, name, script } of await readMigrations())
      if (number <= last) await writeFile(join(folder, `${name}.sql`), script)
    await migrate(database, folder)
  }

  it('drop the refusals that an earlier version wrote down whole', async () => {
    await upTo(8)
    await rows(`insert into audit_record (at, subject, method, call, params, outcome) values
      ('2026-11-20T23:30:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'DONE'),
      ('2026-11-20T23:40:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'CART_EMPTY'),
      ('2026-11-20T23:50:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'CART_EMPTY'),
      ('2026-11-21T00:10:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'CART_EMPTY')`)
    await upTo(9)
    expect(await rows('select subject, call, params from audit_record')).toEqual([
      { subject: 'anna', call: 'trading.executeTrade', params: { teamId: 1 } },
    ])
  })

  it('close the seasons that an earlier version left behind, as their last update had them', async () => {
    await upTo(18)
    await rows(`insert into season select id, '2024-10-01', '2025-04-01', '2024-10-01', now(), now(), '2025-03-01'
      from unnest('{20232024,20242025,20252026}'::int[]) id`)
    await rows(`insert into league (name, time_zone, season_id) values ('Pool', 'America/Toronto', 20252026)`)
    await rows(
      `insert into team (id, name, short_name) values (1, 'Rats', 'RATS'), (2, 'Blue', 'BLUE'), (3, 'Top', 'TOP')`,
    )
    await rows(`insert into member (user_name, display_name, team_id) values
      ('anna', 'Anna', 1), ('bruno', 'Bruno', 2), ('chris', 'Chris', 2)`)
    // In the first season no one scored; the last is on.
    await rows(`insert into official_update (id, season_id, published_at, through_day) values
      (1, 20232024, '2023-10-01', '2023-10-01'), (2, 20242025, '2024-10-01', '2024-10-01'),
      (3, 20242025, '2025-04-02', '2025-04-01'), (4, 20252026, '2025-10-08', '2025-10-07')`)
    await rows(`insert into team_snapshot (update_id, team_id, points_cents, cash_cents) values
      (1, 1, 0, 1250), (2, 1, 0, 0), (2, 2, 0, 0), (2, 3, 0, 0), (4, 1, 700, 0),
      (3, 1, 30000, 500), (3, 2, 40000, 25), (3, 3, 30500, 0)`)
    await upTo(19)
    expect(await rows('select id, source from past_season')).toEqual([{ id: 20242025, source: 'played' }])
    const table = await rows(`select concat_ws(' ', nr, rank, team_name, short_name, coalesce(member_id::text, '-'),
      coalesce(member_name, '-'), points_cents, cash_cents, total_cents) as standing from final_standing order by nr`)
    expect(table).toEqual([
      { standing: '1 1 Blue BLUE - Bruno and Chris 40000 25 40025' },
      { standing: '2 2 Rats RATS 1 Anna 30000 500 30500' },
      { standing: '3 2 Top TOP - - 30500 0 30500' },
    ])
  })

  it('take out of old records what no record keeps', async () => {
    await upTo(20)
    await rows('delete from audit_record')
    const records: readonly [call: string, before: object, after: object][] = [
      ['draft-room.putPickList', { teamId: 3, body: { playerIds: [8478402, 8479318] } }, { teamId: 3 }],
      // Too long to be kept whole.
      ['draft-room.putPickList', { teamId: 3, cut: '{"teamId":3,"body":{"playerIds":[8478402' }, { teamId: 3 }],
      ['draft.putTag', { teamId: 3, playerId: 8478402, body: 'STEAL' }, { teamId: 3 }],
      ['push.patchPush', { body: { turn: true, next: false, start: true } }, {}],
      [
        'office.changeMember',
        { memberId: 5, body: { version: 'v1', email: 'bo@example.org', roles: ['admin'] } },
        { memberId: 5, changed: ['email', 'roles'], body: { roles: ['admin'] } },
      ],
      [
        'office.addMember',
        { body: { userName: 'dee', displayName: 'Dee', email: 'dee@example.org', subject: null, roles: [] } },
        { body: { userName: 'dee', displayName: 'Dee', roles: [] } },
      ],
      ['office.removeMember', { memberId: 9, userName: 'dee', version: 'v1' }, { memberId: 9, userName: 'dee' }],
      ['trading.executeTrade', { teamId: 1, trades: [{ playerId: 7 }] }, { teamId: 1, trades: [{ playerId: 7 }] }],
      ['accounts.addPasskey', { passkey: 'Phone of Bo' }, {}],
      ['accounts.removePasskey', { passkey: 'Phone of Bo', logins: 1 }, { logins: 1 }],
      ['accounts.endLogin', { device: 'Firefox on Linux' }, { device: 'Firefox on Linux' }],
      ['command.members', { added: ['dee'], changed: [], removed: [] }, { added: ['dee'], changed: [], removed: [] }],
      ['backup.write', { by: 'command', place: '/srv', bytes: 3 }, { by: 'command', place: '/srv', bytes: 3 }],
      ['gone.putSecret', { body: 'secret' }, {}],
    ]
    for (const [call, before] of records)
      await rows(`insert into audit_record (at, subject, method, call, params)
        values ('2026-11-20T23:30:00Z', 'anna', 'POST', '${call}', '${JSON.stringify(before)}')`)
    await rows(`insert into audit_record (at, subject, method, call, params)
      values ('2026-11-20T23:30:00Z', 'pick-list', 'POST', 'draft.draftPlayer', '{"teamId": 1, "playerId": 7, "by": "list"}')`)
    await upTo(21)
    expect(await rows('select call, method, params from audit_record order by id')).toEqual([
      ...records.map(([call, , params]) => ({ call, method: 'POST', params })),
      { call: 'draft.draftPlayer', method: 'COMMAND', params: { teamId: 1, playerId: 7, by: 'list' } },
    ])
  })

  it('know addresses by the case of their ASCII letters alone, also those that were there', async () => {
    await upTo(21)
    const add = (user: string, email: string | null) =>
      rows(
        `insert into member (user_name, display_name, email) values ('${user}', '${user}', ${email && `'${email}'`})`,
      )
    await add('annika', 'Anna@Ice.org')
    await add('rene', 'RENÉ@ice.org')
    await add('none', null)
    await add('nor', null)
    const later = (await readMigrations()).filter(({ number }) => number > 21)
    expect(await migrate(database)).toEqual(later.map(({ name }) => name))
    expect(await rows('select email from member where id > 3 order by id')).toEqual(
      ['Anna@Ice.org', 'RENÉ@ice.org', null, null].map((email) => ({ email })),
    )
    await add('kim', 'kim@ice.org')
    // The sign of the kelvin, a dotted capital I, a small É: other mailboxes.
    await add('kelvin', '\u212aim@ice.org')
    await add('dotted', 'k\u0130m@ice.org')
    await add('other', 'René@ice.org')
    await expect(add('again', 'KIM@ICE.ORG')).rejects.toMatchObject({ cause: { constraint: 'member_address' } })
    await expect(add('twice', 'aNNa@ice.org')).rejects.toMatchObject({ cause: { constraint: 'member_address' } })
  })

  it('change nothing once the database is up to date', async () => {
    expect(await migrate(database)).toEqual([])
  })
})
