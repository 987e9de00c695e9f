import fs from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { markMoved } from '#server/db/engine/data-folder'
import type { Database } from '#server/db/engine/database'
import { openEmbedded } from '#server/db/engine/embedded'
import { builtModule } from '../support/built-module.ts'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { outputOf, startNode } from '../support/process-output.ts'
import { rowsIn } from '../support/test-database.ts'

const built = await builtModule('src/server/db/engine/embedded.ts')

/** Writes numbers for ever and says each one only after its transaction has committed. */
const WRITER = `
  const [, built, folder] = process.argv
  const { openEmbedded } = await import(built)
  const { sql } = await import('drizzle-orm')
  const database = await openEmbedded(folder)
  for (;;) {
    const { rows } = await database.transaction((queries) =>
      queries.execute(sql\`insert into written (filler) values (repeat('x', 2000)) returning id\`),
    )
    process.stdout.write(rows[0].id + '\\n')
  }
`

/** Its disk fails after the first row. */
const FAILING_DISK = `
  const [, built, folder] = process.argv
  const { openEmbedded } = await import(built)
  const { sql } = await import('drizzle-orm')
  const database = await openEmbedded(folder, () => {
    if (process.exitCode === 5) throw Object.assign(new Error('EIO'), { code: 'EIO' })
  })
  const insert = () => database.transaction((queries) => queries.execute(sql\`insert into written default values\`))
  await database.transaction((queries) => queries.execute(sql\`create table written (id serial primary key)\`))
  await insert()
  process.exitCode = 5
  await insert()
  process.stdout.write('acknowledged')
`

const start = (script: string, folder: string) => startNode(['--input-type=module', '-e', script, built, folder])

const count = async (database: Database) => (await rowsIn(database, sql`select count(*) as n from written`))[0]

describe('the embedded database of a folder', () => {
  let folder: string
  let database: Database
  const synced = vi.fn(fs.fsyncSync)
  beforeAll(async () => {
    folder = await temporaryFolder()
    await mkdir(join(folder, 'database.new'))
    await writeFile(join(folder, 'database.new', 'PG_VERSION'), '18\n')
    database = await openEmbedded(folder, synced)
  })
  afterAll(() => removeFolder(folder))

  it('is made whole or not at all: a half unpacked one is begun again', async () => {
    const names = await readdir(folder)
    expect(names.filter((name) => name.startsWith('database'))).toEqual(['database'])
  })

  it('is on the disk before a commit is acknowledged', async () => {
    await rowsIn(database, sql`create table written (id serial primary key)`)
    synced.mockClear()
    for (let i = 0; i < 25; i += 1) await rowsIn(database, sql`insert into written default values`)
    expect(synced.mock.calls.length).toBeGreaterThanOrEqual(25)
  })

  it('belongs to one process at a time, under whatever name of the folder', async () => {
    await fs.promises.symlink(folder, `${folder}-link`)
    for (const name of [folder, `${folder}-link`]) {
      await expect(openEmbedded(name)).rejects.toThrow(/^The data folder .* is in use by another Hockey Pool process/)
    }
    await rm(`${folder}-link`)
  })

  it('is not opened once its league has moved, until the mark is deleted', async () => {
    await database.close()
    markMoved(folder, new Date('2026-11-21T13:00:00Z'))
    const mark = join(folder, 'database/moved-to-postgresql')
    await expect(openEmbedded(folder)).rejects.toThrow(
      `The league in ${folder}/database moved to PostgreSQL on 2026-11-21, and DATABASE_URL is not set here: set it for the server and for commands. To go back to this folder on purpose, delete ${mark}`,
    )
    await rm(mark)
    await (await openEmbedded(folder)).close()
  })
})

describe('the embedded database', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => removeFolder(folder))

  it('ends the process rather than acknowledge what the disk did not take', async () => {
    expect(await outputOf(start(FAILING_DISK, folder)).ended).toEqual({
      code: 1,
      out: '',
      err: `The database in the data folder ${folder} could not be written (could not fsync file "000000010000000000000001": I/O error); is the disk full? Nothing acknowledged is lost.\n`,
    })
    const database = await openEmbedded(folder)
    // The first row was acknowledged. The second was never acknowledged, so it may be there or not.
    expect([{ n: 1 }, { n: 2 }]).toContainEqual(await count(database))
    await database.close()
  })

  it('says when its folder cannot be written', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(openEmbedded(join(file, 'data'))).rejects.toThrow(
      /^The data folder .* is not writable; set DATA_DIR to a folder that is\.$/,
    )
  })

  it('keeps every acknowledged row when it is killed while writing, and again after that', {
    timeout: 120_000,
  }, async () => {
    const first = await openEmbedded(folder)
    await rowsIn(first, sql`create table written (id serial primary key, filler text not null)`)
    await first.close()
    for (let round = 1; round <= 2; round += 1) {
      const acknowledged = await writeUntilKilled(folder, round * 15)
      const database = await openEmbedded(folder)
      const rows = await rowsIn<{ id: number }>(database, sql`select id from written order by id`)
      const kept = new Set(rows.map(({ id }) => id))
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
      expect(await count(database)).toEqual({ n: kept.size })
      await database.close()
    }
  })
})

async function writeUntilKilled(folder: string, rows: number): Promise<number[]> {
  const child = start(WRITER, folder)
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    if (said.split('\n').length > rows) child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.once('close', resolve))
  const lines = said.split('\n')
  return lines.slice(0, -1).map(Number)
}
