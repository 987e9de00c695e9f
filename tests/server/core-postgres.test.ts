import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#server/db/engine/postgres'
import { migrate } from '#server/db/migrate'
import { databasePlace } from '#server/db/open-database'

const server = process.env.TEST_DATABASE_URL

describe('a PostgreSQL server', () => {
  it('that does not answer stops the start with a sentence without its password', async () => {
    const opening = openPostgres('postgres://pool:secret@127.0.0.1:1/pool', { warn: () => {} })
    await expect(opening).rejects.toThrow(
      /^The PostgreSQL server of DATABASE_URL does not answer or does not let us in \(ECONNREFUSED\)\.$/,
    )
  })

  it.each(['a#b', 'a/b', 'a?b', '%E9'])('is not looked for where the password %s breaks the URL', async (password) => {
    await expect(openPostgres(`postgres://pool:${password}@127.0.0.1:1/pool`, { warn: () => {} })).rejects.toThrow(
      /^DATABASE_URL cannot be read as a URL: in its password, write # as %23, \/ as %2F, \? as %3F and % as %25\.$/,
    )
  })

  it.each(['a@b', 'a:b', 'a%b', 'a%23b', 'a%2Fb', 'a%3Fb', 'a%25b'])(
    'is looked for with the password %s as it is',
    async (password) => {
      await expect(openPostgres(`postgres://pool:${password}@127.0.0.1:1/pool`, { warn: () => {} })).rejects.toThrow(
        '(ECONNREFUSED)',
      )
    },
  )

  it('is named without the password', async () => {
    const places = ['postgres://pool:secret@db.example.org/league', 'postgres://pool:secret@[::1]:5433/league'].map(
      (databaseUrl) => databasePlace({ databaseUrl, dataDir: '/data' }),
    )
    expect(await Promise.all(places)).toEqual([
      'the PostgreSQL database league on db.example.org',
      'the PostgreSQL database league on ::1, port 5433',
    ])
    expect(await databasePlace({ databaseUrl: null, dataDir: '/data' })).toBe('the data folder /data')
  })

  it.runIf(server)("whose database is another user's says what makes it the pool's", async () => {
    if (!server) return
    const name = `pool_test_${randomBytes(6).toString('hex')}`
    const url = new URL(server)
    url.pathname = `/${name}`
    const administrator = new pg.Client({ connectionString: server })
    await administrator.connect()
    const inDatabase = async (script: string) => {
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      await client.query(script)
      await client.end()
    }
    await administrator.query(`create role ${name} login password '${name}'`)
    await administrator.query(`create database ${name}`)
    const own = new URL(url)
    own.username = own.password = name
    const starting = async () => {
      const database = await openPostgres(own.href, { warn: () => {} })
      await migrate(database).finally(() => database.close())
    }
    const refused = `The PostgreSQL user "${name}" may not make tables in the database "${name}"`
    try {
      const remedy = `ALTER DATABASE "${name}" OWNER TO "${name}"`
      await expect(starting()).rejects.toThrow(
        `${refused} (permission denied for schema public). Make it the owner, as PostgreSQL's administrator: psql -d ${name} -c '${remedy}'`,
      )
      await inDatabase('create table schema_migration (number integer primary key)')
      await administrator.query(remedy)
      await expect(starting()).rejects.toThrow(
        `${refused} (must be owner of table schema_migration). The tables there belong to another user: `,
      )
      await inDatabase('drop table schema_migration')
      await starting()
    } finally {
      await administrator.query(`drop database ${name} with (force)`)
      await administrator.query(`drop role ${name}`)
      await administrator.end()
    }
  })
})
