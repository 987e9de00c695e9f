import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DraftBox } from '#contract/draft'
import { printedLine } from '#server/league/moving-in/step'
import { commandOn } from '../support/command-on.ts'
import { demoDatabase, demoServer, MORNING } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { NEXT_SEASON, plannedStart, planPath } from '../support/next-season.ts'
import { publish } from '../support/publish.ts'
import { unchanged } from '../support/row-versions.ts'

const now = MORNING
const SUMMER = '2027-07-01T12:00:00Z'
const days = { firstDay: '2027-10-05', lastDay: '2028-04-15' }
const PAGE = NEXT_SEASON

describe('the next season', () => {
  let clock = new Date(SUMMER)
  const ask = (path: string, member = 'admin') => server.ask(member, path)
  const seasonOn = async () => (await server.rows(sql`select season_id as id from league`))[0]?.id
  const planned = () => plannedStart(server.ask, days)
  const start = async (retire: number[] = []) => (await plannedStart(server.ask, { ...days, retire }))()
  const undo = (seasonId = 20272028) => server.ask('admin', `${PAGE}/${seasonId}`, { method: 'DELETE' })

  const tableNames = async () =>
    (await server.rows(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`)).map(
      ({ name }) => String(name),
    )

  /** What the league is, but for who is logged in and what was noted of the changes. */
  const everything = async () => {
    const left = ['session', 'audit_record', 'cart_entry', 'live_channel']
    const found: Record<string, unknown> = {}
    for (const name of (await tableNames()).filter((each) => !left.includes(each))) {
      const [row] = await server.rows(sql`
        select count(*)::int as count, coalesce(md5(string_agg(each.text, ',' order by each.text)), '') as hash
        from (select row_to_json(t)::text as text from ${sql.identifier(name)} t) each`)
      found[name] = row
    }
    // Places in a cart get new numbers, in the same order.
    found.cart_entry = await server.rows(sql`
      select team_id, player_id, trade_action, added_at from cart_entry order by place`)
    return found
  }

  /** Of the member's team, whose players the boxes have. */
  const keeperPath = async () => {
    const boxes: DraftBox[] = (await ask('/draft/keeper-boxes', 'member')).body
    const own = boxes.flatMap(({ players }) => players).find(({ teamId }) => teamId === 3)
    return `/draft/teams/3/keep-player/${own?.playerId}`
  }

  beforeEach(() => {
    clock = new Date(SUMMER)
  })
  // Each test that starts the season undoes that, but for the last.
  const server = duringTests(async () => demoServer({ database: await demoDatabase(now), clock: () => clock }))
  beforeAll(async () => {
    await server.rows(sql`insert into cart_entry (team_id, player_id, trade_action, added_at)
      select 2, id, 'BUY', '2027-01-05T10:00:00Z' from player order by id desc limit 2`)
  })

  test('is told with the days of the year before, while the NHL is not asked', async () => {
    const { status, body } = await ask(PAGE)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      seasonId: 20262027,
      isOver: true,
      next: { seasonId: 20272028, isKnown: false },
    })
    const [season] = await server.rows(
      sql`select (first_day + 364)::text as first, (last_day + 364)::text as last from season where id = 20262027`,
    )
    expect([body.next.firstDay, body.next.lastDay]).toEqual([season?.first, season?.last])
    expect(body.teams).toHaveLength(12)
    expect(body.teams[11]).toMatchObject({ id: 12, shortName: 'ENA', members: ['Yasmin'] })
    expect(body.start).toBeUndefined()
  })

  test('is shown as a whole before it is started, and nothing is changed', async () => {
    await ask(PAGE)
    const path = planPath({ ...days, retire: [12] })
    const { status, body } = await unchanged(server.database, () => ask(path))
    expect(status).toBe(200)
    const [best] = await server.rows(sql`
      select name, points_cents + cash_cents as total from team_snapshot join team on team.id = team_id
      where update_id = (select max(id) from official_update) order by total desc limit 1`)
    const [cash] = await server.rows(
      sql`select to_char(sum(cash_cents) / 100.0, 'FM9990.00') as sum from team_season where season_id = 20262027`,
    )
    const [first, trading, keepers, second, ...others] = body.lines.map(printedLine)
    expect(first).toBe('+ season 2027-2028, from Oct 5, 2027 to Apr 15, 2028')
    expect([trading, keepers]).toEqual([
      '+ trading from Nov 16, 2027, 00:00 to Mar 18, 2028, 00:00',
      '+ keepers for the season after: bought by Mar 18, 2028',
    ])
    expect(second).toMatch(
      new RegExp(
        `^\\+ final standings of 2026-2027: 12 teams, first ${best?.name} \\(.+\\) with a total of ${Number(best?.total) / 100}`,
      ),
    )
    expect(others).toEqual([
      expect.stringMatching(
        /^= rosters of 2026-2027 stay, 264 players: each team may keep one who was with it by \w+ \d+, 2027$/,
      ),
      `~ cash of all teams together, from ${cash?.sum} to 0.00`,
      '- 2 players in 1 cart',
      '- team ENA (Empty Netters Anonymous) retires; Yasmin without a team',
      ...['CHAOS', 'PREMIUM', 'THU', 'FROZEN', '5HOLE', 'ZAMBONI', 'KNIT', 'BTTF', 'POETS', 'SEALS', 'OLDICE'].map(
        (name) => `+ team ${name} takes part`,
      ),
    ])
    // Six weeks after the first day, four before the last.
    expect(body).toMatchObject({
      rosterHoldStartDate: '2027-10-05',
      tradingStartTime: '2027-11-16T05:00:00.000Z',
      tradingEndTime: '2028-03-18T04:00:00.000Z',
      keeperLastBuyDate: '2028-03-18',
    })
  })

  test.each([
    ['firstDay=2028-04-15&lastDay=2027-10-05', 'The last day, Oct 5, 2027, is before the first, Apr 15, 2028.'],
    ['firstDay=2027-10-05&lastDay=2028-04-15&retire=99', 'There is no team 99 in the season that is on.'],
    ['firstDay=2027-10-05&lastDay=2028-04-15&retire=1,2,3,4,5,6,7,8,9,10,11,12', 'A season needs a team.'],
    [
      'firstDay=2027-01-05&lastDay=2028-01-01',
      /^Jan 5, 2027 is in the season 2026-2027, which ends on \w+ \d+, 2027\.$/,
    ],
  ])('with %s is refused', async (query, sentence) => {
    const { status, body } = await ask(`${PAGE}/plan?${query}`)
    expect([status, body.code]).toEqual([409, 'SEASON_REFUSED'])
    expect(body.message).toMatch(sentence)
  })

  test('of other years is refused with the way to it', async () => {
    const { body } = await ask(`${PAGE}/plan?firstDay=2028-10-03&lastDay=2029-04-14`)
    expect(body.message).toBe(
      'Oct 3, 2028 to Apr 14, 2029 is not in the season 2027-2028. Here only 2027-2028 can be started. To skip a season, use a league file: npm run league -- season FILE',
    )
  })

  test('says so where it is over already', async () => {
    clock = new Date('2028-05-01T12:00:00Z')
    const { body } = await ask(planPath(days))
    expect(printedLine(body.lines.at(-1))).toBe(
      '! 2027-2028 ended on Apr 15, 2028, so it is over when it starts. To skip a season, use a league file: npm run league -- season FILE',
    )
  })

  test('waits for an import, and for lines that are not published', async () => {
    const send = await planned()
    await server.database.exclusively(async () => {
      const busy = await send('a')
      expect([busy.status, busy.body.code]).toEqual([409, 'LEAGUE_BUSY'])
    })
    await server.rows(sql`insert into pending_line select *, false from official_line limit 1`)
    const pending = await ask(planPath(days))
    expect(pending.body.message).toMatch(/^2026-2027 has 1 imported line that is not official yet/)
    await server.rows(sql`delete from pending_line`)
    // Nothing was decided while it was busy.
    expect((await send('a')).status).toBe(200)
    await undo()
  })

  test('is not started as it was shown once the league is another', async () => {
    const send = await planned()
    await server.rows(
      sql`update team_season set cash_cents = cash_cents + 100 where season_id = 20262027 and team_id = 4`,
    )
    const answer = await send()
    expect([answer.status, answer.body.code]).toEqual([409, 'SEASON_PLAN_CHANGED'])
    expect(await seasonOn()).toBe(20262027)
    await server.rows(
      sql`update team_season set cash_cents = cash_cents - 100 where season_id = 20262027 and team_id = 4`,
    )
  })

  test('is started once by two at a time', async () => {
    const send = await planned()
    const answers = await Promise.all([send('one'), send('two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, winner] = answers[0].status === 200 ? (['one', answers[0]] as const) : (['two', answers[1]] as const)
    expect(['SEASON_PLAN_CHANGED', 'LEAGUE_BUSY']).toContain(answers.find(({ status }) => status === 409)?.body.code)
    expect((await send()).body.code).toBe('SEASON_PLAN_CHANGED')
    expect(await seasonOn()).toBe(20272028)
    expect((await send(won)).body).toEqual(winner.body)
    await undo()
  })

  test('is undone as a whole, until something was done in it, which the refusal names', async () => {
    await server.rows(sql`insert into scheduled_import (kind, done_at) values ('everything', '2027-06-20T12:00:00Z')
      on conflict (kind) do update set done_at = excluded.done_at`)
    await server.rows(sql`insert into import_report (id, began_at, alive_at, ended_at, done, doing, source, days, changed_lines, refused)
      values (1, '2027-06-20T12:00:00Z', '2027-06-20T12:01:00Z', '2027-06-20T12:01:00Z', 1, '', 'the NHL', 3, 40, '{}')
      on conflict (id) do update set began_at = excluded.began_at, ended_at = excluded.ended_at`)
    const mark = { method: 'PUT', body: { isRetiring: true } } as const
    expect((await server.ask('admin', '/office/teams/12/retiring', mark)).status).toBe(200)
    expect((await ask(PAGE)).body.teams[11].isRetiring).toBe(true)
    const before = await everything()
    const statistics = async () => (await ask('/office/statistics')).body
    const imported = await statistics()
    await start([12])
    // What was imported is of the season before.
    expect(imported.everythingAt).not.toBeNull()
    expect(await statistics()).toMatchObject({ everythingAt: null, gamesAt: null, seasonAt: null })
    expect((await statistics()).latest).toBeUndefined()
    expect(await server.rows(sql`select * from retiring_team`)).toEqual([])
    expect(await server.rows(sql`select team_id from member where user_name = 'yasmin'`)).toEqual([{ team_id: null }])
    // What the server and an admin may do meanwhile.
    clock = new Date('2027-07-03T12:00:00Z')
    await publish(server.database, clock)
    expect((await server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' })).status).toBe(200)
    const { body } = await ask(PAGE)
    expect(body).toMatchObject({ seasonId: 20272028 })
    expect(body.start).toMatchObject({
      previousId: 20262027,
      startedAt: new Date(SUMMER).toISOString(),
      by: 'admin',
      done: [],
    })
    expect((await undo()).body).toMatchObject({ seasonId: 20262027 })
    expect(await everything()).toEqual(before)
    expect(await statistics()).toEqual(imported)
    expect((await undo()).body.code).toBe('SEASON_NOT_STARTED')
    // It can be started again.
    expect((await start()).status).toBe(200)
    await server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' })
    const keeper = await keeperPath()
    expect((await server.ask('member', keeper, { method: 'POST' })).status).toBe(200)
    const tag = { method: 'PUT', body: 'good' } as const
    expect(
      (await server.ask('premium', keeper.replace('/draft/teams/3/keep-player', '/draft/tags/teams/2/players'), tag))
        .status,
    ).toBe(200)
    expect((await ask(PAGE)).body.start.done).toEqual(['1 keeper', '1 tag'])
    const refused = await undo()
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'SEASON_BEGUN',
        message: 'The season has begun, so its start can no longer be undone: 1 keeper, 1 tag.',
      },
    ])
    await expect(commandOn(server.database, 'season --undo')).rejects.toThrow('1 keeper, 1 tag.')
    await server.ask('member', keeper, { method: 'DELETE' })
    await server.ask('premium', keeper.replace('/draft/teams/3/keep-player', '/draft/tags/teams/2/players'), {
      method: 'PUT',
      body: '',
    })
    expect((await undo()).status).toBe(200)
    expect(await seasonOn()).toBe(20262027)
  })

  test('is undone by a command, too, and exported afterwards', async () => {
    await start()
    const [first, ...others] = await commandOn(server.database, 'export DIR --season 2026-2027')
    expect(first).toMatch(/^standings\.csv:\n\uFEFFranking,teamId,name,shortName,member,points,cash,totalScore\r\n1,/)
    expect(others.map((text) => text.split(':')[0])).toEqual([
      'rosters.csv',
      'trades.csv',
      'changes.csv',
      'draft.csv',
      'draft-log.csv',
      'corrections.csv',
      'nhl-corrections.csv',
    ])
    expect(others[0]?.split('\n').length).toBeGreaterThan(264)
    await expect(commandOn(server.database, 'export DIR --season 1990-1991')).rejects.toThrow(
      'The league has no season 1990-1991 that is over.',
    )
    const lines = [
      "- season 2027-2028, with its schedule, its teams' cash and its draft boxes",
      '~ season 2026-2027 is on again, and its final standings are open',
      '+ the carts are back',
    ]
    expect(await commandOn(server.database, 'season --undo --dry-run')).toEqual([
      ...lines,
      'Dry run: nothing has been changed.',
    ])
    expect(await commandOn(server.database, 'season --undo')).toEqual([...lines, 'Done.'])
    await expect(commandOn(server.database, 'season --undo')).rejects.toThrow('There is no start of a season to undo.')
  })

  /** The league's row says which season is on, and what was imported or marked is of the season before; all else is of a season, or of none. */
  const MAY_CHANGE =
    'league cart_entry live_channel session kept_answer scheduled_import import_report retiring_team'.split(' ')
  const tables = async () => (await tableNames()).filter((name) => !MAY_CHANGE.includes(name))
  /** Rows that are gone or changed, by table. */
  const lost = async () => {
    const found: Record<string, unknown> = {}
    for (const name of await tables()) {
      const [row] = await server.rows(sql`
        select count(*)::int as rows from
          (table before_it.${sql.identifier(name)} except all table public.${sql.identifier(name)}) gone`)
      if (row?.rows !== 0) found[name] = row?.rows
    }
    return found
  }
  const keepAllRows = async () => {
    await server.rows(sql`create schema before_it`)
    for (const name of await tables()) {
      await server.rows(sql`create table before_it.${sql.identifier(name)} as table public.${sql.identifier(name)}`)
    }
    for (const name of [
      ...['roster_entry', 'scratch_interval', 'draft_tag', 'draft', 'pick_entry', 'draft_box_player', 'keeper'],
      ...['official_line', 'official_update', 'team_snapshot', 'team_season', 'player_season', 'correction'],
    ]) {
      expect(await server.rows(sql`select from before_it.${sql.identifier(name)} limit 1`), name).toHaveLength(1)
    }
  }

  test('loses no row of the last one, which is readable as it ended, with its trades, changes, draft and corrections', async () => {
    const asked = { kind: 'cash', teamId: 3, amount: 0.5 }
    const { body: preview } = await server.ask('admin', '/corrections/preview', { method: 'POST', body: asked })
    const correction = { asked, reason: 'Paid twice', expects: preview.expects }
    expect((await server.ask('admin', '/corrections', { method: 'POST', body: correction })).status).toBe(200)
    const before = {
      log: (await ask('/draft/log')).body,
      corrections: (await ask('/corrections')).body,
      standings: (await ask('/stats/teams')).body,
      trades: (await ask('/trading/trades')).body,
      changes: (await ask('/roster/changes')).body,
      draft: (await ask('/draft/players?drafted=true')).body,
      current: (await ask('/roster/teams/3/players?current=true')).body,
      sold: (await ask('/roster/teams/3/players?current=false')).body,
    }
    await server.rows(sql`insert into draft_tag (season_id, team_id, player_id, tag)
      select season_id, 1, (select min(id) from player), 'late' from league`)
    await keepAllRows()
    expect((await start()).body).toEqual({ seasonId: 20272028 })
    expect(await lost()).toEqual({})
    expect((await ask('/trading/trades')).body).toEqual([])
    const { body: teams } = await ask('/stats/teams')
    expect(teams).toHaveLength(12)
    for (const each of teams) expect(each).toMatchObject({ totalScore: 0, ranking: 1 })
    expect(await server.rows(sql`select * from cart_entry`)).toEqual([])
    expect((await ask('/corrections')).body).toEqual([])
    expect((await ask('/draft/log')).body).toEqual([])

    expect((await server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' })).status).toBe(200)
    expect((await server.ask('member', await keeperPath(), { method: 'POST' })).status).toBe(200)
    expect((await server.ask('admin', '/draft/lock-keepers', { method: 'POST' })).status).toBe(200)
    await publish(server.database, new Date('2027-08-02T12:00:00Z'))
    expect(await lost()).toEqual({})
    // A team that is called otherwise by now.
    await server.ask('member', '/stats/teams/3', { method: 'PATCH', body: { name: 'Friday Skate', shortName: 'FRI' } })

    const { body: history } = await ask('/history', 'newcomer')
    expect(history.seasonId).toBe(20272028)
    expect(history.seasons[0]).toMatchObject({ id: 20262027, isPlayedHere: true })
    const shown = before.standings.map(
      // biome-ignore lint/suspicious/noExplicitAny: of an answer
      ({ id, name, shortName, points, cash, totalScore, ranking }: any) => {
        return { teamId: id, team: name, shortName, points, cash, total: totalScore, rank: ranking }
      },
    )
    expect(history.seasons[0].standings).toMatchObject(shown)
    expect((await ask('/history/20262027/trades')).body).toEqual(before.trades)
    expect((await ask('/history/20262027/roster-changes')).body).toEqual(before.changes)
    expect((await ask('/history/20262027/draft')).body).toEqual(before.draft)
    expect(before.log.length).toBeGreaterThan(264)
    expect((await ask('/history/20262027/draft-log')).body).toEqual(before.log)
    expect(before.corrections).toMatchObject([{ what: 'Added 0.50 to the cash', reason: 'Paid twice' }])
    expect((await ask('/history/20262027/corrections')).body).toEqual(before.corrections)
    const { body: team } = await ask('/history/20262027/teams/3')
    expect(team.team).toMatchObject({ name: 'Thursday Night Skate', shortName: 'THU' })
    // biome-ignore lint/suspicious/noExplicitAny: of an answer
    const entries = (items: any) => items.map(({ player, rosterEntry }: any) => [player.id, rosterEntry])
    expect(entries(team.current)).toEqual(entries(before.current))
    expect(entries(team.sold)).toEqual(entries(before.sold))

    const { body: detail } = await ask('/history/20262027')
    const winner = before.standings[0].id
    expect(detail.champions).toHaveLength(1)
    expect(detail.champions[0].team.id).toBe(winner)
    expect(detail.weeks).toHaveLength(12)

    for (const list of ['trades', 'draft-log', 'corrections']) {
      expect((await ask(`/history/20272028/${list}`)).status, list).toBe(404)
    }
    expect((await ask('/history/20272028')).status).toBe(404)
    expect((await ask('/history/19951996/trades')).status).toBe(404)
    expect((await ask('/history/20262027/teams/99')).body.code).toBe('TEAM_NOT_FOUND')
  })
})
