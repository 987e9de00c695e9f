import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Correction, CorrectionInput } from '#contract/corrections'
import type { RosterItem } from '#contract/roster'
import type { CartEntry, Trade } from '#contract/trading'
import { dayStart } from '#rules/calendar'
import type { Dice } from '#rules/pick-sequence'
import { type DemoServer, demoServer, MORNING } from '../support/demo-members.ts'
import { NaivePool, ownersOf } from '../support/naive-pool.ts'
import { between, oneOf, seededDice } from '../support/random.ts'

const START = MORNING.getTime()
const HOUR_MS = 3_600_000
const STEPS = 90

const lastDay = (days: number): string => {
  const day = new Date(START - days * 24 * HOUR_MS).toISOString().slice(0, 10)
  return new Date(dayStart(day, 'America/Toronto')).toISOString()
}

/** A season of random trades, lineups, corrections and undoings, told to the server and to the naive pool alike. */
class Season {
  readonly done: Record<string, number> = {}
  readonly #server: DemoServer
  readonly #pool: NaivePool
  readonly #owners: { userName: string; teamId: number }[]
  readonly #free: number[]
  readonly #dice: Dice
  readonly #now: () => number

  constructor(
    server: DemoServer,
    pool: NaivePool,
    owners: Season['owners'],
    free: number[],
    dice: Dice,
    now: () => number,
  ) {
    this.#server = server
    this.#pool = pool
    this.#owners = owners
    this.#free = free
    this.#dice = dice
    this.#now = now
  }

  get owners() {
    return this.#owners
  }

  #count(what: string): void {
    this.done[what] = (this.done[what] ?? 0) + 1
  }

  async #roster(teamId: number, current = true): Promise<RosterItem[]> {
    return (await this.#server.ask('admin', `/roster/teams/${teamId}/players?current=${current}`)).body
  }

  async trade(): Promise<void> {
    const { userName, teamId } = oneOf(this.#owners, this.#dice)
    const cart = `/trading/teams/${teamId}/shopping-cart`
    const own = await this.#roster(teamId)
    const put = (playerId: number, action: string) =>
      this.#server.ask(userName, `${cart}/players/${playerId}?action=${action}`, { method: 'POST' })
    await put(oneOf(own, this.#dice).player.id, 'sell')
    await put(oneOf(this.#free, this.#dice), 'buy')
    const entries: CartEntry[] = (await this.#server.ask(userName, cart)).body.cartEntries
    const now = this.#now()
    const { status } = await this.#server.ask(userName, `/trading/teams/${teamId}/execute-trade`, { method: 'POST' })
    await this.#server.ask(userName, cart, { method: 'DELETE' })
    if (status !== 200) return
    for (const { playerId, price } of entries.filter(({ tradeAction }) => tradeAction === 'SELL'))
      this.#pool.sell(teamId, playerId, now, price ?? 0)
    for (const { playerId, price } of entries.filter(({ tradeAction }) => tradeAction === 'BUY'))
      this.#pool.buy(teamId, playerId, now, price ?? 0)
    this.#count('trade')
  }

  async lineUp(): Promise<void> {
    const { userName, teamId } = oneOf(this.#owners, this.#dice)
    const { player, rosterEntry } = oneOf(await this.#roster(teamId), this.#dice)
    const to = rosterEntry.scratched ? 'dressed' : 'scratched'
    const path = `/roster/teams/${teamId}/roster-entries/${player.id}?scratch-status=${to}`
    const { status } = await this.#server.ask(userName, path, { method: 'PUT' })
    if (status !== 200) return
    this.#pool.lineUp(teamId, player.id, to, this.#now())
    this.#count('lineup')
  }

  async #make(asked: CorrectionInput): Promise<Correction | null> {
    const look = await this.#server.ask('admin', '/corrections/preview', { method: 'POST', body: asked })
    if (look.status !== 200) {
      expect([404, 409], JSON.stringify(look.body)).toContain(look.status)
      this.#count(`not ${look.body.code}`)
      return null
    }
    const body = { asked, reason: 'By chance', expects: look.body.expects }
    const made = await this.#server.ask('admin', '/corrections', { method: 'POST', body })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect([made.body.before, made.body.after]).toEqual([look.body.before, look.body.after])
    this.#count(asked.kind)
    return made.body
  }

  async correct(): Promise<void> {
    const { teamId } = oneOf(this.#owners, this.#dice)
    const asOf = lastDay(between(1, 60, this.#dice))
    const at = Date.parse(asOf)
    const price = between(0, 900, this.#dice) / 100
    const againstRules = this.#dice(3) === 0
    const own = oneOf(await this.#roster(teamId), this.#dice).player.id
    switch (
      oneOf(
        ['undo-trade', 'undo-trade', 'price', 'roster-on', 'roster-off', 'lineup', 'lineup', 'cash', 'undo', 'undo'],
        this.#dice,
      )
    ) {
      case 'undo-trade':
        return this.#undoTrade(againstRules)
      case 'price': {
        const [one] = await this.#trades()
        if (!one) return
        const { team, player, tradedAt, tradeAction } = one
        const asked = { kind: 'price', teamId: team.id, playerId: player.id, tradedAt, tradeAction, price } as const
        const made = await this.#make(asked)
        if (made) this.#pool.reprice(made.nr, team.id, player.id, tradeAction === 'BUY' ? 'came' : 'left', price)
        return
      }
      case 'roster-on': {
        const playerId = oneOf(this.#free, this.#dice)
        const made = await this.#make({ kind: 'roster-on', teamId, playerId, asOf, price, againstRules })
        if (made) this.#pool.putOn(made.nr, teamId, playerId, at, price, made.what.includes(', scratched'))
        return
      }
      case 'roster-off': {
        const made = await this.#make({ kind: 'roster-off', teamId, playerId: own, asOf, price, againstRules })
        if (made) this.#pool.takeOff(made.nr, teamId, own, at, price)
        return
      }
      case 'lineup': {
        const kind = oneOf(['scratch', 'dress'] as const, this.#dice)
        const made = await this.#make({ kind, teamId, playerId: own, asOf, againstRules })
        if (made) this.#pool.lineUpAsOf(made.nr, teamId, own, kind === 'scratch' ? 'scratched' : 'dressed', at)
        return
      }
      case 'cash': {
        const amount = between(-500, 2_000, this.#dice) / 100
        const made = await this.#make({ kind: 'cash', teamId, amount })
        if (made) this.#pool.addCash(made.nr, teamId, amount)
        return
      }
      default: {
        const all: Correction[] = (await this.#server.ask('member', '/corrections')).body
        if (all.length === 0) return
        const { nr } = oneOf(all.slice(0, 8), this.#dice)
        const made = await this.#make({ kind: 'undo', nr, againstRules })
        if (made) this.#pool.undo(made.nr, nr)
      }
    }
  }

  /** In an order by chance. */
  async #trades(): Promise<Trade[]> {
    const all: Trade[] = (await this.#server.ask('member', '/trading/trades')).body
    const first = this.#dice(all.length)
    return [...all.slice(first), ...all.slice(0, first)]
  }

  async #undoTrade(againstRules: boolean): Promise<void> {
    const [one, ...others] = await this.#trades()
    if (!one) return
    const { tradedAt, team } = one
    const isWhole = this.#dice(4) > 0
    const whole = others.filter(
      (each) => isWhole && each.tradedAt === tradedAt && each.team.id === team.id && !each.correction,
    )
    const trades = [one, ...whole].map(({ player, tradeAction }) => ({ playerId: player.id, tradeAction }))
    const made = await this.#make({ kind: 'undo-trade', teamId: team.id, tradedAt, trades, againstRules })
    if (made) this.#pool.undoTrade(made.nr, team.id, trades)
  }

  async check(step: string): Promise<void> {
    const now = this.#now()
    const table = (await this.#server.ask('member', '/stats/teams')).body
    for (const { teamId } of this.#owners) {
      const { points, cash, totalScore } = table.find(({ id }: { id: number }) => id === teamId)
      expect({ teamId, points, cash, totalScore }, step).toEqual({ teamId, ...this.#pool.score(teamId, now) })
      const shown = (await this.#roster(teamId)).map(({ player, rosterEntry }) => ({
        playerId: player.id,
        scratched: rosterEntry.scratched,
      }))
      expect(
        shown.sort((one, other) => one.playerId - other.playerId),
        step,
      ).toEqual(this.#pool.roster(teamId, now))
    }
  }
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
  const season = new Season(server, pool, owners, ids, dice, () => now)
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
  const { rows } = await server.database.transaction((queries) =>
    queries.execute<{ team: number; cents: number }>(sql`
          select team_id as team, sum((detail->>'cash')::int)::int as cents
          from correction_entry where detail->'entries' = '[]' group by team_id`),
  )
  for (const { teamId } of owners) {
    const added = rows.find(({ team }) => team === teamId)?.cents ?? 0
    expect(again.start(teamId) - added).toBe(pool.start(teamId))
    expect(again.score(teamId, now)).toEqual(pool.score(teamId, now))
  }
  for (const kind of ['trade', 'lineup', 'undo-trade', 'cash', 'undo'])
    expect(season.done[kind], `${kind} of ${JSON.stringify(season.done)}`).toBeGreaterThan(0)
  await server.close()
})
