import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '#server/store/engine/database'
import { migrate, readMigrations } from '#server/store/engine/migrate'
import { emptyDatabase } from '../support/test-database.ts'

describe('migrations', () => {
  let database: Engine
  let folder: string
  const write = (name: string, script: string) => writeFile(join(folder, name), script)
  const rows = async (statement: string): Promise<unknown[]> =>
    (await database.transaction((queries) => queries.execute(sql.raw(statement)))).rows

  beforeEach(async () => {
    database = await emptyDatabase()
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-migrations-'))
    await write(
      '0001_first.sql',
      'create table one (id integer); insert into one values (1); insert into one values (2);',
    )
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('of this version bring an empty database up to date, and change nothing the second time', async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(1)
    expect(await migrate(database)).toEqual(names)
    expect(await migrate(database)).toEqual([])
  })

  it('count the refusals that an earlier version wrote down whole', async () => {
    const own = await readMigrations()
    for (const { name, script } of own.filter(({ number }) => number < 9)) await write(`${name}.sql`, script)
    await rm(join(folder, '0001_first.sql'))
    await migrate(database, folder)
    await rows(`insert into audit_record (at, subject, method, call, params, outcome) values
      ('2026-11-20T23:30:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'DONE'),
      ('2026-11-20T23:40:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'CART_EMPTY'),
      ('2026-11-20T23:50:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'CART_EMPTY'),
      ('2026-11-21T00:10:00Z', 'anna', 'POST', 'trading.executeTrade', '{"teamId": 1}', 'CART_EMPTY')`)
    await migrate(database)
    expect(await rows('select subject, call, params from audit_record')).toEqual([
      { subject: 'anna', call: 'trading.executeTrade', params: { teamId: 1 } },
    ])
    const refused = `select to_char(day, 'YYYY-MM-DD') as day, subject, call, code, times from refused_change order by day`
    const known = { subject: 'anna', call: 'trading.executeTrade', code: 'CART_EMPTY' }
    expect(await rows(refused)).toEqual([
      { ...known, day: '2026-11-20', times: 2 },
      { ...known, day: '2026-11-21', times: 1 },
    ])
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
      /^The database in .* was made by a newer version of Hockey Pool \(version 7 of its tables, this version knows 1\); start the newer version, or restore a backup\.$/,
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
