import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { duringTests } from '../support/during-tests.ts'
import { testDatabase } from '../support/test-database.ts'

describe('the database', () => {
  const database = duringTests(() => testDatabase())

  it('counts in numbers on both engines', async () => {
    const { rows } = await database.transaction((queries) => queries.execute<{ n: number }>(sql`select count(*) as n`))
    expect(rows).toEqual([{ n: 1 }])
  })

  it('refuses a transaction inside a transaction instead of waiting for ever', async () => {
    await expect(database.transaction(() => database.transaction(async () => 'never'))).rejects.toThrow(
      'A transaction is open here already',
    )
  })

  it('tells listeners once the transaction commits, and not before', async () => {
    const heard: string[] = []
    const stop = await database.listen('league', (payload) => heard.push(payload))
    await database.transaction(async (queries) => {
      await database.announce(queries, 'league', '7')
      expect(heard).toEqual([])
    })
    await expect.poll(() => heard).toEqual(['7'])
    await stop()
  })

  it('lets a listener begin a separate transaction', async () => {
    let answer: Promise<{ rows: unknown[] }> | undefined
    const stop = await database.listen('session', () => {
      answer = database.transaction((queries) => queries.execute(sql`select 1 as one`))
    })
    await database.transaction((queries) => database.announce(queries, 'session', 'x'))
    await expect.poll(() => answer).toMatchObject({ rows: [{ one: 1 }] })
    await stop()
  })

  it('forgets everything of a transaction that fails, its announcements too', async () => {
    const heard: string[] = []
    const stop = await database.listen('live', (payload) => heard.push(payload))
    await expect(
      database.transaction(async (queries) => {
        await queries.execute(sql`create table short_lived (id integer)`)
        await database.announce(queries, 'live', 'lost')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await database.transaction((queries) => database.announce(queries, 'live', 'kept'))
    await expect.poll(() => heard).toEqual(['kept'])
    await expect(database.transaction((queries) => queries.execute(sql`select * from short_lived`))).rejects.toThrow()
    await stop()
  })
})
