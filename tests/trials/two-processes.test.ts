import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Processes, twoProcesses } from '../support/server-processes.ts'

const postgres = process.env.TEST_DATABASE_URL

describe.runIf(postgres)('two server processes on one PostgreSQL', () => {
  let processes: Processes

  beforeAll(async () => {
    processes = await twoProcesses(postgres ?? '')
  })
  afterAll(() => processes.stop())

  const asked = async (path: string, request?: Parameters<Processes['servers'][0]['ask']>[2]) =>
    Promise.all(processes.servers.map(({ ask }) => ask('member', path, request)))

  const count = async (table: string): Promise<number> => {
    const { rows } = await processes.servers[0].database.transaction((queries) =>
      queries.execute<{ rows: string }>(sql`select count(*)::text as rows from ${sql.identifier(table)}`),
    )
    return Number(rows[0]?.rows)
  }

  it('know the same logins and show the same league', async () => {
    const [user, sameUser] = await asked('/user')
    expect(user?.body.name).toBe('member')
    expect(sameUser?.body).toEqual(user?.body)
    const [standings, sameStandings] = await asked('/stats/teams')
    expect(standings?.body).toHaveLength(12)
    expect(sameStandings?.body).toEqual(standings?.body)
  })

  it('act once on a request that reaches both, and give it one answer', async () => {
    const [user] = await asked('/user')
    const before = await count('audit_record')
    const [one, other] = await asked(`/trading/teams/${user?.body.teamId}/shopping-cart`, {
      method: 'DELETE',
      headers: { 'idempotency-key': 'b7ce8a1e-2d0f-4c8e-9a83-0a5a7a3b4e11' },
    })
    expect([one?.status, other?.status]).toEqual([200, 200])
    expect(other?.body).toEqual(one?.body)
    expect(await count('audit_record')).toBe(before + 1)
  })

  it('end what a login had asked of the other', async () => {
    const [here, there] = processes.servers
    const { body: members } = await here.ask('admin', '/office/members')
    const { id, teamId } = members.members.find(({ userName }: { userName: string }) => userName === 'premium')
    const asked = Array.from({ length: 100 }, () =>
      there.ask('premium', `/trading/teams/${teamId}/shopping-cart`, { method: 'DELETE' }),
    )
    await asked[0]
    expect((await here.ask('admin', `/office/members/${id}/logins`, { method: 'DELETE' })).status).toBe(200)
    const before = await count('audit_record')
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(await count('audit_record')).toBe(before)
    expect(new Set(statuses)).toEqual(new Set([200, 401]))
  })

  it('end a login in both', async () => {
    await processes.servers[0].database.transaction((queries) => queries.execute(sql`delete from session`))
    // The processes look again after some seconds at the latest.
    await expect.poll(async () => (await asked('/user')).map(({ status }) => status)).toEqual([401, 401])
  })
})
