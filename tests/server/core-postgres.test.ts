import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#server/db/engine/postgres'

const server = process.env.TEST_DATABASE_URL

describe('a PostgreSQL server', () => {
  it('that does not answer stops the start with a sentence without its password', async () => {
    const opening = openPostgres('postgres://pool:secret@127.0.0.1:1/pool', { warn: () => {} })
    await expect(opening).rejects.toThrow(
      /^The PostgreSQL server of DATABASE_URL does not answer or does not let us in \(ECONNREFUSED\)\.$/,
    )
  })

  it.runIf(server)('that cuts its connections is listened to again, and listeners are told to catch up', async () => {
    if (!server) return
    const database = await openPostgres(server, { warn: () => {} })
    const heard: string[] = []
    await database.listen('live', (payload) => heard.push(payload))
    await database.transaction((queries) => database.announce(queries, 'live', '1'))
    await expect.poll(() => heard).toEqual(['1'])

    const administrator = new pg.Client({ connectionString: server })
    await administrator.connect()
    await administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'hockey-pool listen' and datname = current_database()`,
    )
    await administrator.end()
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['1', ''])
    await database.transaction((queries) => database.announce(queries, 'live', '2'))
    await expect.poll(() => heard).toEqual(['1', '', '2'])
    await database.close()
  })
})
