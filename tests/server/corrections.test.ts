import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Correction, CorrectionInput } from '#contract/corrections'
import { errorSentences } from '#contract/errors'
import type { RosterChange, RosterItem } from '#contract/roster'
import type { Team } from '#contract/stats'
import type { Trade } from '#contract/trading'
import { dayStart } from '#rules/calendar'
import { demoServer, MORNING, type Reply } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { refusal } from '../support/preseason-server.ts'
import { publish } from '../support/publish.ts'

const dayOf = (day: string) => new Date(dayStart(day, 'America/Toronto')).toISOString()
const asOf = dayOf('2026-11-06')

/** Of the team of `member`; nothing in it is special. */
const OWN = 3

describe('what an admin puts right', () => {
  let now = MORNING
  const server = duringTests(() => demoServer({ clock: () => now }))

  const look = (asked: object, who: string | null = 'admin'): Promise<Reply> =>
    server.ask(who, '/corrections/preview', { method: 'POST', body: asked })
  const send = (body: object, who: string | null = 'admin', headers = {}): Promise<Reply> =>
    server.ask(who, '/corrections', { method: 'POST', body, headers })
  const make = async (asked: CorrectionInput, reason = 'A slip'): Promise<Reply> => {
    const { status, body } = await look(asked)
    expect(status, JSON.stringify(body)).toBe(200)
    return send({ asked, reason, expects: body.expects })
  }
  const team = async (teamId = OWN): Promise<Team> => {
    const found = (await server.ask('member', '/stats/teams')).body.find(({ id }: Team) => id === teamId)
    expect((await server.ask('member', `/stats/teams/${teamId}`)).body).toEqual(found)
    return found
  }
  const trades = async (): Promise<Trade[]> => (await server.ask('member', '/trading/trades')).body
  const roster = async (teamId = OWN): Promise<RosterItem[]> =>
    (await server.ask('member', `/roster/teams/${teamId}/players?current=true`)).body
  const dressedForward = async (): Promise<RosterItem> => {
    const item = (await roster()).find(
      ({ player, rosterEntry: entry }) =>
        !['G', 'LD', 'RD'].includes(player.position ?? '') && !entry.scratched && (entry.boughtAt ?? '') < asOf,
    )
    if (!item) throw new Error('no one is dressed')
    return item
  }
  const audits = async (): Promise<number> => (await server.rows(sql`select 1 from audit_record`)).length
  const setCash = async (cashCents: number) => {
    await server.rows(sql`update team_season set cash_cents = ${cashCents} where team_id = ${OWN}`)
    server.context.prepared.forget()
  }

  /** The latest trade of one team: both halves. */
  const latestTrade = async () => {
    const all = (await trades()).filter(({ correction }) => !correction)
    const [first] = all
    if (!first) throw new Error('no trade')
    const both = all.filter(({ tradedAt, team: { id } }) => tradedAt === first.tradedAt && id === first.team.id)
    const asked: CorrectionInput = {
      kind: 'undo-trade',
      teamId: first.team.id,
      tradedAt: first.tradedAt,
      trades: both.map(({ player, tradeAction }) => ({ playerId: player.id, tradeAction })),
    }
    return { first, both, asked }
  }

  const cash: CorrectionInput = { kind: 'cash', teamId: OWN, amount: 1 }
  it('is a trade that is undone and undone again: players, prices, lists and the reason', async () => {
    const { first, both, asked } = await latestTrade()
    const before = await team(first.team.id)
    const held = (await roster(first.team.id)).map(({ player }) => player.id).sort()
    const [sold, bought] = [
      both.find((each) => each.tradeAction === 'SELL'),
      both.find((each) => each.tradeAction === 'BUY'),
    ]
    if (!sold || !bought) throw new Error('half a trade')
    const recorded = await audits()
    const { status, body } = await make(asked, '  The button was pressed in a pocket ')
    expect([status, body.reason, body.by]).toEqual([200, 'The button was pressed in a pocket', 'admin'])
    expect(await audits()).toBe(recorded + 1)

    const after = await team(first.team.id)
    expect(after.cash).toBeCloseTo((before.cash ?? 0) + (bought.price ?? 0) - (sold.price ?? 0), 6)
    expect([body.before.totalScore, body.after.totalScore]).toEqual([before.totalScore, after.totalScore])
    const now = (await roster(first.team.id)).map(({ player }) => player.id)
    expect(now.sort()).toEqual([...held.filter((id) => id !== bought.player.id), sold.player.id].sort())
    const correction = { nr: body.nr, by: 'admin', reason: body.reason, undone: true }
    const marked = (await trades()).filter((each) => each.correction)
    expect(marked).toEqual(both.map((each) => ({ ...each, correction })))

    const page = (await server.ask('newcomer', `/teams/${first.team.id}/corrections`)).body
    expect(page.sum).toBeCloseTo((after.totalScore ?? 0) - (before.totalScore ?? 0), 6)
    expect(page.corrections).toEqual([body])
    expect((await server.ask('member', '/corrections')).body).toEqual([body])

    // The same again finds no trade; undoing the correction has everything as it was.
    expect((await look(asked)).body.code).toBe('CORRECTION_NO_TRADE')
    const undone = await make({ kind: 'undo', nr: body.nr }, 'They meant it after all')
    expect([undone.status, undone.body.undoes]).toEqual([200, body.nr])
    expect(await team(first.team.id)).toEqual(before)
    expect((await roster(first.team.id)).map(({ player }) => player.id).sort()).toEqual(held)
    const standing = (await trades()).filter((each) => each.correction)
    expect(standing.map((each) => each.correction)).toEqual(
      both.map(() => ({ nr: undone.body.nr, by: 'admin', reason: 'They meant it after all', undone: false })),
    )
    const list = (await server.ask('member', '/corrections')).body
    expect(list.map(({ nr, undoneBy }: Correction) => [nr, undoneBy])).toEqual([
      [undone.body.nr, undefined],
      [body.nr, undone.body.nr],
    ])
    expect((await look({ kind: 'undo', nr: body.nr })).body.code).toBe('CORRECTION_UNDONE')
    expect((await server.ask('member', `/teams/${first.team.id}/corrections`)).body.sum).toBe(0)
  })

  it('is a lineup as of a day, shown in Roster Changes', async () => {
    const changes = async (): Promise<RosterChange[]> =>
      (await server.ask('member', '/roster/changes')).body.filter(
        (each: RosterChange) => each.correction && each.team.id === OWN,
      )
    const item = await dressedForward()
    const asked = { kind: 'scratch', teamId: OWN, playerId: item.player.id, asOf } as const
    const before = await team()
    const { body } = await make(asked, 'Their phone was in the lake')
    expect(body.what).toBe(`Scratched ${item.player.name} as of Nov 6`)
    expect(await changes()).toMatchObject([
      {
        changedAt: asOf,
        changeAction: 'SCRATCH',
        player: { id: item.player.id },
        correction: { nr: body.nr, undone: false },
      },
    ])
    const entry = (await server.ask('member', `/roster/teams/${OWN}/roster-entries/${item.player.id}`)).body
    expect([entry.scratched, entry.scratchedAt]).toEqual([true, asOf])
    expect((before.totalScore ?? 0) - ((await team()).totalScore ?? 0)).toBe(
      entry.scratchPoints - (item.rosterEntry.scratchPoints ?? 0),
    )
    await make({ kind: 'undo', nr: body.nr })
    expect(await changes()).toMatchObject([{ changedAt: asOf, correction: { undone: true } }])
    expect(await team()).toEqual(before)
  })

  it('is a player put on, and another taken off, as of a day with a price', async () => {
    await setCash(5_000)
    const before = await team()
    const [worst] = (await roster()).toReversed()
    if (!worst) throw new Error('no player')
    const off = await make({ kind: 'roster-off', teamId: OWN, playerId: worst.player.id, asOf, price: 3.5 })
    expect(off.body.what).toBe(`Took ${worst.player.name} off the roster as of Nov 6, for 3.50`)
    expect((await team()).cash).toBe(53.5)
    // No team's this season.
    const traded = new Set((await trades()).map(({ player }) => player.id))
    const free = (await server.ask('member', '/stats/players?type=skater')).body.find(
      (each: { id: number; team?: object; position: string }) =>
        !each.team && each.position === 'C' && !traded.has(each.id),
    )
    const on = await make({ kind: 'roster-on', teamId: OWN, playerId: free.id, asOf, price: 10.25 })
    expect((await team()).cash).toBe(43.25)
    const standing = (await trades()).filter(({ correction }) => correction && !correction.undone)
    const facts = standing.map(({ tradeAction, tradedAt, price, correction }) => [
      tradeAction,
      tradedAt,
      price,
      correction?.nr,
    ])
    expect(facts).toContainEqual(['BUY', asOf, 10.25, on.body.nr])
    expect(facts).toContainEqual(['SELL', asOf, 3.5, off.body.nr])
    const bought = { teamId: OWN, playerId: free.id, tradeAction: 'BUY', tradedAt: asOf } as const
    const repriced = await make({ kind: 'price', ...bought, price: 10 })
    expect(repriced.body.what).toBe(`Made the purchase of ${free.name} cost 10.00 instead of 10.25`)
    // Something is built on it now.
    expect((await look({ kind: 'undo', nr: on.body.nr })).body).toEqual({
      code: 'CORRECTION_BUILT_ON',
      message: `${free.name} has moved or been changed since, on Nov 6. Correct that first.`,
    })
    for (const nr of [repriced.body.nr, on.body.nr, off.body.nr])
      expect((await make({ kind: 'undo', nr })).status).toBe(200)
    expect(await team()).toEqual(before)
  })

  it('says that the rules were set aside only where they were', async () => {
    const entry = { teamId: OWN, playerId: (await dressedForward()).player.id, againstRules: true } as const
    const scratch = await make({ kind: 'scratch', ...entry, asOf })
    expect(scratch.body.againstRules).toBe(false)
    // Two of the seven days.
    const dress = await make({ kind: 'dress', ...entry, asOf: dayOf('2026-11-08') })
    expect([dress.body.againstRules, dress.body.what]).toEqual([
      true,
      expect.stringMatching(/, against the rules of the lineup$/),
    ])
    for (const { nr } of [dress.body, scratch.body])
      expect((await make({ kind: 'undo', nr, againstRules: true })).body.againstRules).toBe(false)
  })

  it.each([
    [{ reason: ' ' }, 400, 'REASON_INVALID'],
    [{ reason: 'line\nbreak' }, 400, 'CHARACTER_REFUSED'],
    [{ asked: { kind: 'undo', nr: 999 } }, 404, 'CORRECTION_UNKNOWN'],
    [{ asked: { kind: 'cash', teamId: 99, amount: 1 } }, 404, 'TEAM_NOT_FOUND'],
    [{ asked: { kind: 'cash', teamId: OWN, amount: -100_000 } }, 409, 'CORRECTION_CASH'],
    [{ asked: { kind: 'roster-on', teamId: OWN, playerId: 1, asOf, price: 0 } }, 404, 'PLAYER_NOT_FOUND'],
    [{ asked: { kind: 'scratch', teamId: OWN, playerId: 1, asOf: 'yesterday' } }, 400, 'BAD_REQUEST'],
    [{ asked: { ...cash, amount: '1' } }, 400, 'BAD_REQUEST'],
    [{ expects: 'what was never shown' }, 409, 'CORRECTION_STALE'],
  ])('is refused for %j', async (changed, status, code) => {
    const before = await team()
    const { body } = await look(cash)
    const answer = await send({ asked: cash, reason: 'A slip', expects: body.expects, ...changed })
    expect(refusal(answer)).toEqual([status, code])
    expect(await team()).toEqual(before)
  })

  it('is refused for the second of two admins who saw the same', async () => {
    const before = await team()
    const { body } = await look(cash)
    const request = { asked: cash, reason: 'Both of us', expects: body.expects }
    const answers = await Promise.all([send(request), send(request)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      code: 'CORRECTION_STALE',
      message: errorSentences.CORRECTION_STALE,
    })
    expect((await team()).cash).toBe((before.cash ?? 0) + 1)
  })

  it('is never changed afterwards', async () => {
    for (const statement of [sql`update correction_entry set reason = 'another'`, sql`delete from correction_entry`])
      await expect(server.rows(statement)).rejects.toThrow()
  })

  it('has beside it what the NHL corrected late', async () => {
    const [line] = await server.rows<{ game_id: number; player_id: number; goals: number; points: number }>(sql`
      select line.game_id, line.player_id, goals, line.points from official_line line
      join game on game.id = line.game_id
      join roster_entry entry on entry.player_id = line.player_id and entry.season_id = game.season_id
        and entry.team_id = ${OWN} and sold_at is null
      join player on player.id = line.player_id and position <> 'G'
      where not exists (select 1 from scratch_interval where entry_id = entry.id)
      order by game.start_time desc limit 1`)
    if (!line) throw new Error('no line')
    await server.rows(sql`
      insert into pending_line select *, false from official_line
      where game_id = ${line.game_id} and player_id = ${line.player_id}`)
    await server.rows(sql`update pending_line set goals = goals + 1, points = points + 2`)
    const before = await team()
    now = new Date(MORNING.getTime() + 60_000)
    await publish(server.database, now)
    server.context.prepared.forget()
    expect((await team()).points).toBe((before.points ?? 0) + 2)
    const { lines } = (await server.ask('member', `/teams/${OWN}/corrections`)).body
    expect(lines).toMatchObject([
      {
        publishedAt: now.toISOString(),
        player: { id: line.player_id },
        changes: `goals ${line.goals} \u2192 ${line.goals + 1}`,
        pointsBefore: line.points,
        pointsAfter: line.points + 2,
      },
    ])
  })

  it('lists and undoes what a released version stored', async () => {
    await setCash(5_000)
    const item = (await roster()).find(({ rosterEntry: entry }) => !entry.scratched)
    if (!item) throw new Error('no player is dressed')
    const { player } = item
    const [held] = await server.rows<{ box: string | null; how: string; bought: number; price: number }>(sql`
      select draft_box as box, acquired as how, (extract(epoch from bought_at) * 1000)::float8 as bought,
        bought_price_cents as price
      from roster_entry where player_id = ${player.id} and team_id = ${OWN} and season_id = 20262027`)
    if (!held) throw new Error('no entry')
    const entry = (boughtPrice: number) =>
      JSON.stringify({
        acquired: held.how,
        draftBox: held.box,
        boughtAt: held.bought,
        boughtPrice,
        soldAt: null,
        soldPrice: null,
        scratched: [],
      })
    const detail = `{"entries":[{"playerId":${player.id},"before":${entry(held.price + 250)},"after":${entry(held.price)}}],
      "cash":250,"scoreBefore":{"cash":4750,"points":100,"totalScore":4850},"scoreAfter":{"cash":5000,"points":100,"totalScore":5100}}`
    await server.rows(sql`
      insert into correction_entry
        (season_id, nr, at, by_name, kind, team_id, as_of, against_rules, reason, detail, undoes)
      values (20262027, 900, ${MORNING.toISOString()}::timestamptz, 'Chair', 'price', ${OWN}, ${asOf}::timestamptz, true,
        'As ever', ${detail}::jsonb, null)`)
    const made = (await server.ask('member', '/corrections')).body[0]
    const prices = [held.price, held.price + 250].map((cents) => (cents / 100).toFixed(2))
    expect(made).toEqual({
      nr: 900,
      at: MORNING.toISOString(),
      by: 'Chair',
      reason: 'As ever',
      kind: 'price',
      what: `Made the purchase of ${player.name} cost ${prices.join(' instead of ')}, against the rules of the lineup`,
      team: { id: OWN, shortName: (await team()).shortName },
      players: [{ id: player.id, name: player.name, position: player.position, nhlTeam: player.nhlTeam }],
      againstRules: true,
      before: { cash: 47.5, points: 1, totalScore: 48.5 },
      after: { cash: 50, points: 1, totalScore: 51 },
    })
    const { body } = await make({ kind: 'undo', nr: 900 })
    expect([body.nr, body.what]).toEqual([901, `Undid correction 900: ${made.what.replace('Made', 'made')}`])
    expect((await team()).cash).toBe(47.5)
  })
})
