import { gunzipSync, gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LEFT_OUT, makeBackup, tablesOfMigrations } from '#server/db/backup/backup'
import { checkBackup } from '#server/db/backup/check-backup'
import { restoreBackup } from '#server/db/backup/restore'
import type { Database, Engine } from '#server/db/engine/database'
import { embeddedEngine } from '#server/db/engine/embedded'
import { migrate, readMigrations } from '#server/db/migrate'
import { demoDatabase } from '../support/demo-members.ts'
import { doJob } from '../support/do-job.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { rowVersions } from '../support/row-versions.ts'
import { emptyDatabase, testDatabase } from '../support/test-database.ts'

const now = () => new Date('2026-11-21T13:00:00Z')

const open: Database[] = []
const kept = <D extends Database>(database: D): D => {
  open.push(database)
  return database
}
afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
})

const embedded = async (): Promise<Engine> => kept(embeddedEngine(await PGlite.create('memory://'), 'memory'))

async function league(): Promise<Database> {
  const database = kept(await testDatabase())
  await doJob(database, { do: 'init', file: LEAGUE_TEXT, dryRun: false }, { now })
  return database
}

const linesOf = (backup: Buffer): string[] => gunzipSync(backup).toString().trimEnd().split('\n')
const backUp = (database: Database) => makeBackup(database, now(), () => {})

let made: readonly string[] | undefined
/** A small league's backup, made once. */
const linesOfLeague = async (): Promise<readonly string[]> => {
  made ??= linesOf(await backUp(await league()))
  return made
}

const packed = (lines: readonly string[]): Buffer => gzipSync(lines.map((line) => `${line}\n`).join(''))

const restore = async (engine: Engine, lines: readonly string[], { replace = false } = {}) =>
  restoreBackup(engine, await checkBackup(packed(lines)), { replace, report: () => {} })

const addTeam = (database: Database, name: string) =>
  database.transaction(async (queries) => {
    const { rows } = await queries.execute<{ id: number }>(
      sql`insert into team (name, short_name) values (${name}, ${name}) returning id`,
    )
    return rows[0]?.id
  })

describe('a backup', () => {
  test('of a whole league in mid-season restores elsewhere, and makes the same backup there', async () => {
    const database = kept(await demoDatabase(now()))
    await addTeam(database, 'THIRTEEN')
    await database.transaction((queries) => queries.execute(sql`delete from team where short_name = 'THIRTEEN'`))
    const began = performance.now()
    const backup = await backUp(database)
    const lines = linesOf(backup)
    process.stdout.write(
      `backup of ${lines.length} lines: ${(backup.length / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
    )
    expect(lines.length).toBeGreaterThan(20_000)

    const elsewhere = kept(await emptyDatabase())
    await restore(elsewhere, lines)
    expect(linesOf(await backUp(elsewhere))).toEqual(lines)
    // Numbers go on where they were, those of what has been deleted included.
    expect(await addTeam(elsewhere, 'NEXT')).toBe(14)
    expect(await migrate(elsewhere)).toEqual([])
  }, 240_000)

  test.runIf(process.env.TEST_DATABASE_URL)('of a PostgreSQL server restores into the embedded engine', async () => {
    const lines = linesOf(await backUp(await league()))
    const inside = await embedded()
    await restore(inside, lines)
    expect(linesOf(await backUp(inside))).toEqual(lines)
  })

  test('holds every table but logins and keys', async () => {
    const database = await league()
    await database.transaction(async (queries) => {
      await queries.execute(sql`insert into app_secret (name, value) values ('login-cookie', 'do not tell')`)
    })
    const backup = await backUp(database)
    const text = gunzipSync(backup).toString()
    expect(text).not.toContain('do not tell')
    const tables = linesOf(backup).flatMap((line) => /^\{"table":"(\w+)"/.exec(line)?.[1] ?? [])
    expect([...tables, ...LEFT_OUT].sort()).toEqual((await tablesOfMigrations()).sort())
  })

  test('of an older version does not bring back what records kept then', async () => {
    const database = kept(await emptyDatabase())
    await restore(database, await linesOfLeague())
    await database.transaction((queries) =>
      queries.execute(sql`insert into audit_record (at, subject, method, call, params)
        values (now(), 'anna', 'PUT', 'draft-room.putPickList', '{"teamId": 1, "body": {"playerIds": [8478402]}}')`),
    )
    const [head = '', ...lines] = linesOf(await backUp(database))
    expect(lines.join()).toContain('8478402')
    // Without a checksum, as backups were then.
    const { migrations, checksum: _, ...rest }: { migrations: number[]; checksum: unknown } = JSON.parse(head)
    const old = JSON.stringify({ ...rest, migrations: migrations.filter((number) => number < 21) })
    const engine = kept(await emptyDatabase())
    await restore(engine, [old, ...lines.slice(0, -1)])
    const { rows } = await engine.transaction((queries) =>
      queries.execute(sql`select params from audit_record where call = 'draft-room.putPickList'`),
    )
    expect(rows).toEqual([{ params: { teamId: 1 } }])
  })

  test('of an older version is brought up to this one', async () => {
    const migrations = await readMigrations()
    const lines = await linesOfLeague()
    // What the first two versions would have written.
    const tablesThen = migrations
      .filter(({ number }) => number <= 2)
      .flatMap(({ script }) => [...script.matchAll(/^create table (\w+)/gm)].map(([, name]) => name))
    const head: { tables: string[]; migrations: number[] } = JSON.parse(lines[0] ?? '')
    const old: string[] = [
      JSON.stringify({
        ...head,
        checksum: undefined,
        migrations: [1, 2],
        tables: head.tables.filter((name) => tablesThen.includes(name)),
      }),
    ]
    let keeping = false
    for (const line of lines.slice(1, -1)) {
      const table = /^\{"table":"(\w+)"/.exec(line)?.[1]
      if (table) keeping = tablesThen.includes(table)
      if (keeping) old.push(line)
    }
    const engine = kept(await emptyDatabase())
    await restore(engine, old)
    expect(await migrate(engine)).toEqual([])
    const { rows } = await engine.transaction((queries) =>
      queries.execute(sql`select user_name from member order by 1`),
    )
    expect(rows).toEqual([{ user_name: 'anna' }, { user_name: 'bruno' }])
  })

  test('is not put where a league is, unless that is to be given up', async () => {
    const lines = await linesOfLeague()
    const engine = kept(await emptyDatabase())
    await restore(engine, lines)
    await addTeam(engine, 'LATER')
    const before = await rowVersions(engine)
    await expect(restore(engine, lines)).rejects.toThrow('There is a league in ')
    expect(await rowVersions(engine)).toEqual(before)
    await restore(engine, lines, { replace: true })
    expect(linesOf(await backUp(engine))).toEqual(lines)
  })

  test('leaves tables that are not ours alone', async () => {
    const lines = await linesOfLeague()
    const engine = kept(await emptyDatabase())
    await engine.scripts(async (run) => {
      await run("create table recipes (name text); insert into recipes values ('pea soup')")
    })
    await restore(engine, lines)
    await restore(engine, lines, { replace: true })
    const { rows } = await engine.transaction((queries) => queries.execute(sql`select name from recipes`))
    expect(rows).toEqual([{ name: 'pea soup' }])
  })

  let present: Engine
  beforeAll(async () => {
    present = await emptyDatabase()
    await restore(present, await linesOfLeague())
  })
  afterAll(() => present.close())

  type Change = (lines: readonly string[]) => readonly string[]
  test.each<[string, Change, RegExp]>([
    ['cut in the midst', (lines) => lines.slice(0, -3), /it ends too early/],
    ['without its last line', (lines) => lines.slice(0, -1), /it ends too early/],
    ['with something behind it', (lines) => [...lines, '{}'], /there is more after its last table/],
    ['without a table', (lines) => lines.filter((line) => !line.includes('"table":"member"')), /not a whole backup/],
    ['that is empty', () => [], /it ends too early/],
    ['that is another file', () => ['<html>'], /a line is not as it was written/],
    [
      'with keys smuggled in',
      (lines) => lines.map((line, index) => (index === 0 ? line.replace('"member"', '"app_secret"') : line)),
      /it has a table app_secret/,
    ],
    [
      'of a newer version',
      (lines) =>
        lines.map((line, index) => (index === 0 ? line.replace('"migrations":[', '"migrations":[999,') : line)),
      /made by a newer version of Hockey Pool \(version 999/,
    ],
  ])('%s is refused, and nothing is changed', async (_what, change, sentence) => {
    const lines = await linesOfLeague()
    const before = await rowVersions(present)
    await expect(restore(present, change(lines), { replace: true })).rejects.toThrow(sentence)
    expect(await rowVersions(present)).toEqual(before)
  })
})
