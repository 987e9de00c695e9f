import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Correction, CorrectionInput } from '#contract/corrections'
import type { RosterItem } from '#contract/roster'
import type { CartEntry, Trade } from '#contract/trading'
import { dayStart } from '#rules/calendar'
import type { Dice } from '#rules/pick-sequence'
import { type DemoServer, demoServer, MORNING } from '../support/demo-members.ts'
import { between, oneOf, seededDice } from '../support/random.ts'
import { NaivePool, ownersOf } from './naive-pool.ts'

const START = MORNING.getTime()
const HOUR_MS = 3_600_000
const STEPS = 90

const lastDay = (days: number): string => {
  const day = new Date(START - days * 24 * HOUR_MS).toISOString().slice(0, 10)
  return new Date(dayStart(day, 'America/Toronto')).toISOString()
}

interface Parts {
  readonly server: DemoServer
  readonly pool: NaivePool
  readonly owners: readonly { userName: string; teamId: number }[]
  readonly free: readonly number[]
  readonly dice: Dice
  readonly now: () => number
}

/** A season of random trades, lineups, corrections and undoings, told to the server and to the naive pool alike. */
function randomSeason({ server, pool, owners, free, dice, now }: Parts) {
  const done: Record<string, number> = {}
  const count = (what: string) => {
    done[what] = (done[what] ?? 0) + 1
  }

  const roster = async (teamId: number): Promise<RosterItem[]> =>
    (await server.ask('admin', `/roster/teams/${teamId}/players?current=true`)).body

  const trade = async () => {
    const { userName, teamId } = oneOf(owners, dice)
    const cart = `/trading/teams/${teamId}/shopping-cart`
    const own = await roster(teamId)
    const put = (playerId: number, action: string) =>
      server.ask(userName, `${cart}/players/${playerId}?action=${action}`, { method: 'POST' })
    await put(oneOf(own, dice).player.id, 'sell')
    await put(oneOf(free, dice), 'buy')
    const entries: CartEntry[] = (await server.ask(userName, cart)).body.cartEntries
    const time = now()
    const { status } = await server.ask(userName, `/trading/teams/${teamId}/execute-trade`, { method: 'POST' })
    await server.ask(userName, cart, { method: 'DELETE' })
    if (status !== 200) return
    for (const { playerId, price } of entries.filter(({ tradeAction }) => tradeAction === 'SELL'))
      pool.sell(teamId, playerId, time, price ?? 0)
    for (const { playerId, price } of entries.filter(({ tradeAction }) => tradeAction === 'BUY'))
      pool.buy(teamId, playerId, time, price ?? 0)
    count('trade')
  }

  const lineUp = async () => {
    const { userName, teamId } = oneOf(owners, dice)
    const { player, rosterEntry } = oneOf(await roster(teamId), dice)
    const to = rosterEntry.scratched ? 'dressed' : 'scratched'
    const path = `/roster/teams/${teamId}/roster-entries/${player.id}?scratch-status=${to}`
    const { status } = await server.ask(userName, path, { method: 'PUT' })
    if (status !== 200) return
    pool.lineUp(teamId, player.id, to, now())
    count('lineup')
  }

  const make = async (asked: CorrectionInput): Promise<Correction | null> => {
    const look = await server.ask('admin', '/corrections/preview', { method: 'POST', body: asked })
    if (look.status !== 200) {
      expect([404, 409], JSON.stringify(look.body)).toContain(look.status)
      count(`not ${look.body.code}`)
      return null
    }
    const body = { asked, reason: 'By chance', expects: look.body.expects }
    const made = await server.ask('admin', '/corrections', { method: 'POST', body })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect([made.body.before, made.body.after]).toEqual([look.body.before, look.body.after])
    count(asked.kind)
    return made.body
  }

  const correct = async () => {
    const { teamId } = oneOf(owners, dice)
    const asOf = lastDay(between(1, 60, dice))
    const at = Date.parse(asOf)
    const price = between(0, 900, dice) / 100
    const againstRules = dice(3) === 0
    const own = oneOf(await roster(teamId), dice).player.id
    switch (
      oneOf(
        ['undo-trade', 'undo-trade', 'price', 'roster-on', 'roster-off', 'lineup', 'lineup', 'cash', 'undo', 'undo'],
        dice,
      )
    ) {
      case 'undo-trade':
        return undoTrade(againstRules)
      case 'price': {
        const [one] = await tradesByChance()
        if (!one) return
        const { team, player, tradedAt, tradeAction } = one
        const asked = { kind: 'price', teamId: team.id, playerId: player.id, tradedAt, tradeAction, price } as const
        const made = await make(asked)
        if (made) pool.reprice(made.nr, team.id, player.id, tradeAction === 'BUY' ? 'came' : 'left', price)
        return
      }
      case 'roster-on': {
        const playerId = oneOf(free, dice)
        const made = await make({ kind: 'roster-on', teamId, playerId, asOf, price, againstRules })
        if (made) pool.putOn(made.nr, teamId, playerId, at, price, made.what.includes(', scratched'))
        return
      }
      case 'roster-off': {
        const made = await make({ kind: 'roster-off', teamId, playerId: own, asOf, price, againstRules })
        if (made) pool.takeOff(made.nr, teamId, own, at, price)
        return
      }
      case 'lineup': {
        const kind = oneOf(['scratch', 'dress'] as const, dice)
        const made = await make({ kind, teamId, playerId: own, asOf, againstRules })
        if (made) pool.lineUpAsOf(made.nr, teamId, own, kind === 'scratch' ? 'scratched' : 'dressed', at)
        return
      }
      case 'cash': {
        const amount = between(-500, 2_000, dice) / 100
        const made = await make({ kind: 'cash', teamId, amount })
        if (made) pool.addCash(made.nr, teamId, amount)
        return
      }
      default: {
        const all: Correction[] = (await server.ask('member', '/corrections')).body
        if (all.length === 0) return
        const { nr } = oneOf(all.slice(0, 8), dice)
        const made = await make({ kind: 'undo', nr, againstRules })
        if (made) pool.undo(made.nr, nr)
      }
    }
  }

  /** In an order by chance. */
  const tradesByChance = async (): Promise<Trade[]> => {
    const all: Trade[] = (await server.ask('member', '/trading/trades')).body
    const first = dice(all.length)
    return [...all.slice(first), ...all.slice(0, first)]
  }

  const undoTrade = async (againstRules: boolean) => {
    const [one, ...others] = await tradesByChance()
    if (!one) return
    const { tradedAt, team } = one
    const isWhole = dice(4) > 0
    const whole = others.filter(
      (each) => isWhole && each.tradedAt === tradedAt && each.team.id === team.id && !each.correction,
    )
    const trades = [one, ...whole].map(({ player, tradeAction }) => ({ playerId: player.id, tradeAction }))
    const made = await make({ kind: 'undo-trade', teamId: team.id, tradedAt, trades, againstRules })
    if (made) pool.undoTrade(made.nr, team.id, trades)
  }

  const check = async (step: string) => {
    const time = now()
    const table = (await server.ask('member', '/stats/teams')).body
    for (const { teamId } of owners) {
      const { points, cash, totalScore } = table.find(({ id }: { id: number }) => id === teamId)
      expect({ teamId, points, cash, totalScore }, step).toEqual({ teamId, ...pool.score(teamId, time) })
      const shown = (await roster(teamId)).map(({ player, rosterEntry }) => ({
        playerId: player.id,
        scratched: rosterEntry.scratched,
      }))
      expect(
        shown.sort((one, other) => one.playerId - other.playerId),
        step,
      ).toEqual(pool.roster(teamId, time))
    }
  }
  return { done, trade, lineUp, correct, check }
}

test('trades, lineups, corrections and undoings by chance give the figures of a naive second reckoning, to the cent', {
  timeout: 240_000,
}, async () => {
  let now = START
  const server = await demoServer({ clock: () => new Date(now) })
  const dice = seededDice(1)
  const owners = (await ownersOf(server)).slice(0, 5)
  const skaters = (await server.ask('member', '/stats/players?type=skater')).body
  // A few, which makes them meet again.
  const free = skaters.filter((each: { team?: object; points: number }) => !each.team && each.points < 9).slice(0, 25)
  const ids = free.map(({ id }: { id: number }) => id)
  const pool = await NaivePool.of(server)
  const season = randomSeason({ server, pool, owners, free: ids, dice, now: () => now })
  await season.check('at first')
  for (let step = 1; step <= STEPS; step += 1) {
    now += between(1, 20, dice) * HOUR_MS
    const roll = dice(10)
    if (roll < 2) await season.trade()
    else if (roll < 4) await season.lineUp()
    else await season.correct()
    if (step % 10 === 0) await season.check(`after step ${step}: ${JSON.stringify(season.done)}`)
  }
  // From the stored entries and corrections alone: the same points, and the cash with which everything began.
  const again = await NaivePool.of(server)
  const rows = await server.rows<{ team: number; cents: number }>(sql`
          select team_id as team, sum((detail->>'cash')::int)::int as cents
          from correction_entry where detail->'entries' = '[]' group by team_id`)
  for (const { teamId } of owners) {
    const added = rows.find(({ team }) => team === teamId)?.cents ?? 0
    expect(again.start(teamId) - added).toBe(pool.start(teamId))
    expect(again.score(teamId, now)).toEqual(pool.score(teamId, now))
  }
  for (const kind of ['trade', 'lineup', 'undo-trade', 'cash', 'undo'])
    expect(season.done[kind], `${kind} of ${JSON.stringify(season.done)}`).toBeGreaterThan(0)
  await server.close()
})
