import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DraftBox } from '#contract/draft'
import { type DemoServer, demoDatabase, demoServer } from '../support/demo-members.ts'
import { doJob } from '../support/do-job.ts'

const now = new Date('2026-11-21T13:00:00Z')
/** The league's row says which season is on, and carts are emptied; everything else is of a season, or of none. */
const MAY_CHANGE = ['league', 'cart_entry', 'live_channel', 'session', 'kept_answer']

describe('a season that is over, with the next one begun', () => {
  let server: DemoServer
  const rows = (query: ReturnType<typeof sql>) =>
    server.database.transaction(async (queries) => (await queries.execute<Record<string, unknown>>(query)).rows)
  const tables = async () =>
    (await rows(sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`))
      .map(({ name }) => String(name))
      .filter((name) => !MAY_CHANGE.includes(name))
  /** Rows that are gone or changed, by table. */
  const lost = async () => {
    const found: Record<string, unknown> = {}
    for (const name of await tables()) {
      const [row] = await rows(sql`
        select count(*)::int as rows from
          (table before_it.${sql.identifier(name)} except all table public.${sql.identifier(name)}) gone`)
      if (row?.rows !== 0) found[name] = row?.rows
    }
    return found
  }

  beforeAll(async () => {
    server = await demoServer({ database: await demoDatabase(now), clock: () => now })
    // A league as any other, with everything that a season leaves behind.
    await rows(sql`update league set demo_seed = null`)
    await rows(sql`insert into cart_entry (team_id, player_id, trade_action, added_at)
      select 2, min(id), 'BUY', now() from player on conflict do nothing`)
    await rows(sql`insert into draft_tag (season_id, team_id, player_id, tag)
      select season_id, 1, (select min(id) from player), 'late' from league`)
    await doJob(server.database, { do: 'publish', dryRun: false }, { now: now.toISOString() })
    await rows(sql`create schema before_it`)
    for (const name of await tables()) {
      await rows(sql`create table before_it.${sql.identifier(name)} as table public.${sql.identifier(name)}`)
    }
  }, 120_000)
  afterAll(() => server?.close())

  test('has rows of every kind to lose', async () => {
    for (const name of [
      'roster_entry',
      'scratch_interval',
      'draft_tag',
      'draft',
      'pick_entry',
      'draft_box_player',
      'keeper',
      'official_line',
      'official_update',
      'team_snapshot',
      'team_season',
      'player_season',
      'correction',
    ]) {
      const [row] = await rows(sql`select count(*)::int as rows from before_it.${sql.identifier(name)}`)
      expect(row?.rows, name).toBeGreaterThan(0)
    }
  })

  test('loses none of them, neither at the start of the next nor in its draft', async () => {
    const teams = await doJob(server.database, { do: 'teams' }, { now: now.toISOString() })
    const members = await rows(sql`
      select user_name as user, short_name as short from member left join team on team.id = team_id order by member.id`)
    const file = [
      'name: Demo League',
      'season: { season: 2027-2028, firstDay: 2027-10-05, lastDay: 2028-04-15 }',
      ...teams,
      'members:',
      ...members.map(
        ({ user, short }) => `  - { user: "${user}"${short === null ? '' : `, team: ${JSON.stringify(short)}`} }`,
      ),
    ].join('\n')
    const said = await doJob(
      server.database,
      { do: 'season', file, from: null, dryRun: false },
      { now: '2027-08-01T12:00:00Z' },
    )
    expect(said[0]).toBe('+ season 2027-2028, from Oct 5, 2027 to Apr 15, 2028')
    expect(said).toContain('Done.')
    expect(await rows(sql`select season_id as id from league`)).toEqual([{ id: 20272028 }])
    expect(await lost()).toEqual({})

    expect((await server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' })).status).toBe(200)
    const boxes: DraftBox[] = (await server.ask('member', '/draft/keeper-boxes')).body
    const { teamId } = (await server.ask('member', '/user')).body
    const own = boxes.flatMap(({ players }) => players).filter((player) => player.teamId === teamId)
    expect(own.length).toBeGreaterThan(10)
    const kept = await server.ask('member', `/draft/teams/${teamId}/keep-player/${own[0]?.playerId}`, {
      method: 'POST',
    })
    expect(kept.status).toBe(200)
    expect((await server.ask('admin', '/draft/lock-keepers', { method: 'POST' })).status).toBe(200)
    await doJob(server.database, { do: 'publish', dryRun: false }, { now: '2027-08-02T12:00:00Z' })
    expect(await lost()).toEqual({})
  }, 120_000)
})
