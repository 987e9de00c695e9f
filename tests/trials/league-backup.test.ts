import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { LEFT_OUT, makeBackup, tablesOfMigrations } from '#server/db/backup/backup'
import { checkBackup } from '#server/db/backup/check-backup'
import { restoreBackup } from '#server/db/backup/restore'
import type { Database, Engine } from '#server/db/engine/database'
import { migrate, readMigrations } from '#server/db/migrate'
import { commandOn } from '../support/command-on.ts'
import { demoDatabase, MORNING } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { refusalOf } from '../support/row-versions.ts'
import { emptyDatabase, rowsIn, testDatabase } from '../support/test-database.ts'

const open: Database[] = []
const kept = <D extends Database>(database: D): D => {
  open.push(database)
  return database
}
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const database of open.splice(0)) await database.close()
})

const linesOf = (backup: Buffer): string[] => gunzipSync(backup).toString().trimEnd().split('\n')
const backUp = (database: Database) => makeBackup(database, MORNING, () => {})
const packed = (lines: readonly string[]): Buffer => gzipSync(lines.map((line) => `${line}\n`).join(''))

const restore = async (engine: Engine, lines: readonly string[], { replace = false } = {}) =>
  restoreBackup(engine, await checkBackup(packed(lines)), { replace, report: () => {} })

const addTeam = (database: Database, name: string) =>
  rowsIn(database, sql`insert into team (name, short_name) values (${name}, ${name}) returning id`)

describe('a backup', () => {
  /** Of a small league. */
  let lines: readonly string[]
  beforeAll(async () => {
    const league = await testDatabase()
    await commandOn(league, 'init FILE --anyway', { file: LEAGUE_TEXT })
    await rowsIn(league, sql`insert into app_secret (name, value) values ('login-cookie', 'do not tell')`)
    await rowsIn(
      league,
      sql`insert into audit_record (at, subject, method, call, params)
        values (now(), 'anna', 'PUT', 'draft-room.putPickList', '{"teamId": 1, "body": {"playerIds": [8478402]}}')`,
    )
    lines = linesOf(await backUp(league))
    await league.close()
  })

  /** As older versions made it, without a checksum. */
  const oldBackup = (changes: object = {}): string[] => {
    const { checksum: _, ...head }: Record<string, unknown> = JSON.parse(lines[0] ?? '')
    return [JSON.stringify({ ...head, ...changes }), ...lines.slice(1, -1)]
  }

  test('of a whole league in mid-season restores elsewhere, and makes the same backup there', async () => {
    const database = kept(await demoDatabase(MORNING))
    await addTeam(database, 'THIRTEEN')
    await rowsIn(database, sql`delete from team where short_name = 'THIRTEEN'`)
    const whole = linesOf(await backUp(database))
    expect(whole.length).toBeGreaterThan(20_000)

    const elsewhere = kept(await emptyDatabase())
    await restore(elsewhere, whole)
    expect(linesOf(await backUp(elsewhere))).toEqual(whole)
    // Numbers go on where they were, those of what has been deleted included.
    expect(await addTeam(elsewhere, 'NEXT')).toEqual([{ id: 14 }])
    expect(await migrate(elsewhere)).toEqual([])
  }, 240_000)

  test.runIf(process.env.TEST_DATABASE_URL)('of a PostgreSQL server restores into the embedded engine', async () => {
    vi.stubEnv('TEST_DATABASE_URL', '')
    const embedded = kept(await emptyDatabase())
    await restore(embedded, lines)
    expect(linesOf(await backUp(embedded))).toEqual(lines)
  })

  test('holds every table but logins and keys', async () => {
    expect(lines.join()).not.toContain('do not tell')
    const tables = lines.flatMap((line) => /^\{"table":"(\w+)"/.exec(line)?.[1] ?? [])
    // Dropped by a later migration.
    expect([...tables, ...LEFT_OUT, 'refused_change'].sort()).toEqual((await tablesOfMigrations()).sort())
  })

  test('of an older version is brought up to this one, without what records kept then', async () => {
    const then = (await readMigrations()).filter(({ number }) => number <= 10)
    const tablesThen = then.flatMap(({ script }) =>
      [...script.matchAll(/^create table (\w+)/gm)].map(([, name]) => name),
    )
    const { tables }: { tables: string[] } = JSON.parse(lines[0] ?? '')
    const [head = '', ...rest] = oldBackup({
      migrations: then.map(({ number }) => number),
      tables: tables.filter((name) => tablesThen.includes(name)),
    })
    let isOfThen = false
    const old = rest.filter((line) => {
      const table = /^\{"table":"(\w+)"/.exec(line)?.[1]
      if (table) isOfThen = tablesThen.includes(table)
      return isOfThen
    })
    expect(old.join()).toContain('8478402')

    const engine = kept(await emptyDatabase())
    await restore(engine, [head, ...old])
    expect(await migrate(engine)).toEqual([])
    const rows = await rowsIn(
      engine,
      sql`select user_name, params from member
        left join audit_record on audit_record.subject = user_name and call = 'draft-room.putPickList' order by 1`,
    )
    expect(rows).toEqual([
      { user_name: 'anna', params: { teamId: 1 } },
      { user_name: 'bruno', params: null },
    ])
  })

  describe('where a league is', () => {
    const present = duringTests(() => emptyDatabase())
    beforeAll(async () => {
      await present.scripts((run) => run("create table recipes (name text); insert into recipes values ('pea soup')"))
      await restore(present, lines)
    })

    test('is not put, unless that league is to be given up; tables that are not ours stay', async () => {
      await addTeam(present, 'LATER')
      expect(await refusalOf(present, () => restore(present, lines))).toContain('There is a league in ')
      await restore(present, lines, { replace: true })
      expect(linesOf(await backUp(present))).toEqual(lines)
      expect(await rowsIn(present, sql`select name from recipes`)).toEqual([{ name: 'pea soup' }])
    })

    test.each<[string, string | RegExp, string]>([
      ['values of another kind', '"user_name":"anna"', '"user_name":null'],
      ['a rule broken', '"user_name":"bruno"', '"user_name":"anna"'],
      ['a number that was never given out', /"numbered":\{"id":2\}/, '"numbered":{"id":-7}'],
    ])('leaves it as it was when it is forged with %s', async (_, from, to) => {
      const forged = oldBackup().map((line) => line.replace(from, to))
      expect(forged).not.toEqual(oldBackup())
      expect(await refusalOf(present, () => restore(present, forged, { replace: true }))).toMatch(
        /^The file is not a whole backup of Hockey Pool: rows of its table \w+ do not fit\. Nothing has been changed\.$/,
      )
    })
  })
})
