import { member } from '#server/db/tables/identity-tables'
import type { DemoServer } from '../support/demo-members.ts'
import { readTables, type Tables } from '../support/recompute.ts'

// A pool as a list of what happened to each player on each team: no intervals, no SQL, no rule of the app's. Points come
// from the lines of the games alone.

type Happened =
  | { readonly what: 'came'; readonly at: number; readonly price: number; readonly isTrade: boolean }
  | { readonly what: 'left'; readonly at: number; readonly price: number }
  | { readonly what: 'scratched' | 'dressed'; readonly at: number }

interface Change {
  readonly teamId: number
  readonly cash: number
  readonly gone: readonly (readonly [string, Happened])[]
  readonly come: readonly (readonly [string, Happened])[]
}

export class NaivePool {
  readonly #stories = new Map<string, Happened[]>()
  readonly #start = new Map<number, number>()
  /** What corrections of the cash alone have added. */
  readonly #extra = new Map<number, number>()
  readonly #changes = new Map<number, Change>()
  readonly #tables: Tables

  private constructor(tables: Tables) {
    this.#tables = tables
    for (const entry of tables.entries) {
      const story = this.#story(entry.teamId, entry.playerId)
      const { boughtAt, boughtPriceCents: price, acquired, soldAt, soldPriceCents } = entry
      story.push({ what: 'came', at: boughtAt.getTime(), price, isTrade: acquired === 'trade' })
      for (const { scratchedAt, dressedAt } of tables.scratched.filter(({ entryId }) => entryId === entry.id)) {
        story.push({ what: 'scratched', at: scratchedAt.getTime() })
        if (dressedAt) story.push({ what: 'dressed', at: dressedAt.getTime() })
      }
      if (soldAt) story.push({ what: 'left', at: soldAt.getTime(), price: soldPriceCents ?? 0 })
    }
    for (const [teamId, cents] of tables.cash) this.#start.set(teamId, cents - this.#moved(teamId))
  }

  static async of(server: DemoServer): Promise<NaivePool> {
    return new NaivePool(await readTables(server.database))
  }

  #story(teamId: number, playerId: number): Happened[] {
    const key = `${teamId} ${playerId}`
    const story = this.#stories.get(key) ?? []
    this.#stories.set(key, story)
    return story
  }

  #storiesOf(teamId: number): { playerId: number; story: Happened[] }[] {
    return [...this.#stories].flatMap(([key, story]) => {
      const [team, player] = key.split(' ').map(Number)
      return team === teamId && story.length > 0 ? [{ playerId: player ?? 0, story }] : []
    })
  }

  /** What trades have done to the cash. */
  #moved(teamId: number): number {
    let cents = 0
    for (const { story } of this.#storiesOf(teamId)) {
      for (const each of story) {
        if (each.what === 'came' && each.isTrade) cents -= each.price
        if (each.what === 'left') cents += each.price
      }
    }
    return cents
  }

  #isScratched(story: readonly Happened[], at: number): boolean {
    let scratched = false
    for (const { what, at: when } of story.toSorted((one, other) => one.at - other.at)) {
      if (when <= at && what === 'scratched') scratched = true
      if (when <= at && what === 'dressed') scratched = false
    }
    return scratched
  }

  /** Current players with whether they sit out, in the order of their ids. */
  roster(teamId: number, now: number): { playerId: number; scratched: boolean }[] {
    return this.#storiesOf(teamId)
      .filter(({ story }) => !story.some(({ what }) => what === 'left'))
      .map(({ playerId, story }) => ({ playerId, scratched: this.#isScratched(story, now) }))
      .sort((one, other) => one.playerId - other.playerId)
  }

  score(teamId: number, now: number): { points: number; cash: number; totalScore: number } {
    let points = 0
    for (const { playerId } of this.roster(teamId, now)) {
      const story = this.#story(teamId, playerId)
      for (const line of this.#tables.linesOf(playerId)) {
        if (!this.#isScratched(story, line.game.startTime.getTime())) points += line.points
      }
    }
    const cents = (this.#start.get(teamId) ?? 0) + this.#moved(teamId) + (this.#extra.get(teamId) ?? 0)
    return { points, cash: cents / 100, totalScore: (points * 100 + cents) / 100 }
  }

  /** The cash before any trade or correction. */
  start(teamId: number): number {
    return this.#start.get(teamId) ?? 0
  }

  sell(teamId: number, playerId: number, at: number, price: number): void {
    this.#story(teamId, playerId).push({ what: 'left', at, price: Math.round(price * 100) })
  }

  buy(teamId: number, playerId: number, at: number, price: number): void {
    const dressed = this.roster(teamId, at).filter(({ scratched }) => !scratched).length
    const story = this.#story(teamId, playerId)
    story.push({ what: 'came', at, price: Math.round(price * 100), isTrade: true })
    if (dressed >= 19) story.push({ what: 'scratched', at })
  }

  lineUp(teamId: number, playerId: number, what: 'scratched' | 'dressed', at: number): void {
    this.#story(teamId, playerId).push({ what, at })
  }

  /** Corrects: `gone` never happened, `come` did. */
  #correct(nr: number, change: Change): void {
    for (const [key, happened] of change.gone) {
      const story = this.#stories.get(key) ?? []
      story.splice(story.indexOf(happened), 1)
    }
    for (const [key, happened] of change.come) this.#stories.set(key, [...(this.#stories.get(key) ?? []), happened])
    this.#extra.set(change.teamId, (this.#extra.get(change.teamId) ?? 0) + change.cash)
    this.#changes.set(nr, change)
  }

  undoTrade(nr: number, teamId: number, trades: readonly { playerId: number; tradeAction: string }[]): void {
    const gone = trades.flatMap(({ playerId, tradeAction }) =>
      this.#story(teamId, playerId)
        .filter(({ what }) => tradeAction === 'BUY' || what === 'left')
        .map((happened) => [`${teamId} ${playerId}`, happened] as const),
    )
    this.#correct(nr, { teamId, cash: 0, gone, come: [] })
  }

  reprice(nr: number, teamId: number, playerId: number, what: 'came' | 'left', price: number): void {
    const key = `${teamId} ${playerId}`
    const old = this.#story(teamId, playerId).filter((each) => each.what === what)
    const come = old.map((each) => [key, { ...each, price: Math.round(price * 100) }] as const)
    this.#correct(nr, { teamId, cash: 0, gone: old.map((each) => [key, each] as const), come })
  }

  /** `scratched` is what the server said: it depends on every lineup since. */
  putOn(nr: number, teamId: number, playerId: number, at: number, price: number, scratched: boolean): void {
    const key = `${teamId} ${playerId}`
    const came = { what: 'came', at, price: Math.round(price * 100), isTrade: true } as const
    const sits = scratched ? [[key, { what: 'scratched', at }] as const] : []
    this.#correct(nr, { teamId, cash: 0, gone: [], come: [[key, came], ...sits] })
  }

  takeOff(nr: number, teamId: number, playerId: number, at: number, price: number): void {
    const key = `${teamId} ${playerId}`
    const later = this.#story(teamId, playerId).filter((each) => each.what !== 'came' && each.at >= at)
    const left = { what: 'left', at, price: Math.round(price * 100) } as const
    this.#correct(nr, { teamId, cash: 0, gone: later.map((each) => [key, each] as const), come: [[key, left]] })
  }

  /** From then until the player's next change, which goes. */
  lineUpAsOf(nr: number, teamId: number, playerId: number, what: 'scratched' | 'dressed', at: number): void {
    const key = `${teamId} ${playerId}`
    const story = this.#story(teamId, playerId).toSorted((one, other) => one.at - other.at)
    const next = story.find((each) => each.what === what && (each.at > at || (each.at === at && what === 'scratched')))
    // Dressed at the very instant at which they were scratched: they never were.
    const same = what === 'dressed' ? story.find((each) => each.what === 'scratched' && each.at === at) : undefined
    const gone = [next, same].flatMap((each) => (each ? [[key, each] as const] : []))
    this.#correct(nr, { teamId, cash: 0, gone, come: same ? [] : [[key, { what, at }]] })
  }

  addCash(nr: number, teamId: number, amount: number): void {
    this.#correct(nr, { teamId, cash: Math.round(amount * 100), gone: [], come: [] })
  }

  undo(nr: number, undone: number): void {
    const change = this.#changes.get(undone)
    if (!change) throw new Error(`no correction ${undone}`)
    const { teamId, cash, gone, come } = change
    // A player who was put on goes with all that was done with them since; it comes back with them, too.
    const gonePlayers = new Set(
      come.flatMap(([key, { what }]) => (what === 'came' && !gone.some(([old]) => old === key) ? [key] : [])),
    )
    const since = [...gonePlayers].flatMap((key) =>
      (this.#stories.get(key) ?? [])
        .filter((each) => !come.some(([, own]) => own === each))
        .map((each) => [key, each] as const),
    )
    this.#correct(nr, { teamId, cash: -cash, gone: [...come, ...since], come: gone })
  }
}

/** Who plays for which team. */
export const ownersOf = async ({ database }: DemoServer): Promise<{ userName: string; teamId: number }[]> => {
  const rows = await database.transaction((queries) => queries.select().from(member))
  return rows.flatMap(({ userName, teamId }) => (teamId === null ? [] : [{ userName, teamId }]))
}
