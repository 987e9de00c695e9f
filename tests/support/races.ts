import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { type ErrorCode, errorSentences } from '#contract/errors'
import { member } from '#server/db/tables/identity-tables'
import * as tables from '#server/db/tables/tables'
import { cartEntry } from '#server/db/tables/tables'
import { currentLeague } from '#server/league/league'
import type { DemoServer } from './demo-members.ts'
import { publish } from './publish.ts'

export const RACERS = 50
export const FIRST_TEAM = 101
const TEAMS = Array.from({ length: RACERS }, (_, index) => FIRST_TEAM + index)
const PLENTY_CENTS = 1_000_000

type Server = Pick<DemoServer, 'ask' | 'database'>
type Stored = readonly [Pick<DemoServer, 'database'>, ...unknown[]]
/** Servers on one database; requests go to them in turn. */
export type Servers = readonly [Server, ...Server[]]

/** Fifty more teams with a member and plenty of cash each, in a league that is content with empty rosters. */
export async function addRacers([{ database }]: Stored): Promise<void> {
  await database.transaction(async (queries) => {
    const { seasonId } = await currentLeague(queries)
    await queries.update(tables.league).set({ constants: { minGoalies: 0, minDefenders: 0, rosterSize: 1000 } })
    await queries.insert(tables.team).values(TEAMS.map((id) => ({ id, name: `Racer ${id}`, shortName: `R${id}` })))
    await queries
      .insert(tables.teamSeason)
      .values(TEAMS.map((teamId) => ({ teamId, seasonId, cashCents: PLENTY_CENTS })))
    await queries
      .insert(member)
      .values(TEAMS.map((teamId) => ({ userName: `racer${teamId}`, displayName: `racer${teamId}`, teamId })))
  })
}

export const freeAgents = ([{ database }]: Stored) =>
  database.transaction(async (queries) => {
    const rows = await queries
      .select({ id: tables.player.id })
      .from(tables.player)
      .leftJoin(
        tables.rosterEntry,
        and(eq(tables.rosterEntry.playerId, tables.player.id), isNull(tables.rosterEntry.soldAt)),
      )
      .where(isNull(tables.rosterEntry.id))
      .orderBy(tables.player.id)
    return rows.map(({ id }) => id)
  })

/** Each of the teams has that one player in the cart, and no other team has anything. */
const fillCarts = ([{ database }]: Servers, teamIds: readonly number[], playerOf: (racer: number) => number) =>
  database.transaction(async (queries) => {
    await queries.delete(cartEntry)
    const added = { tradeAction: 'BUY', addedAt: new Date() } as const
    await queries
      .insert(cartEntry)
      .values(teamIds.map((teamId, racer) => ({ teamId, playerId: playerOf(racer), ...added })))
  })

const execute = (servers: Servers, racer: number, teamId: number) => {
  const server = servers[racer % servers.length] ?? servers[0]
  return server.ask(`racer${teamId}`, `/trading/teams/${teamId}/execute-trade`, { method: 'POST' })
}

const outcomes = async (servers: Servers, teamOf: (racer: number) => number): Promise<string[]> => {
  const answers = await Promise.all(
    Array.from({ length: RACERS }, (_, racer) => execute(servers, racer, teamOf(racer))),
  )
  return answers.map(({ status, body }) => (status === 200 ? 'won' : `${status} ${body.code}: ${body.message}`)).sort()
}

/** Each of the players is on the roster of one team, once. */
async function expectOneOwnerEach([{ database }]: Servers, players: readonly number[]): Promise<void> {
  const entries = await database.transaction((queries) =>
    queries
      .select()
      .from(tables.rosterEntry)
      .where(and(inArray(tables.rosterEntry.playerId, [...players]), isNull(tables.rosterEntry.soldAt))),
  )
  expect(entries.map(({ playerId }) => playerId).sort()).toEqual([...players].sort())
}

/** The players change hands for what they cost: cash that left is what was paid. */
async function expectNoMoneyLost([{ database }]: Servers): Promise<void> {
  await database.transaction(async (queries) => {
    const cash = await queries.select().from(tables.teamSeason)
    const entries = await queries.select().from(tables.rosterEntry)
    for (const { teamId, cashCents } of cash.filter((row) => row.teamId >= FIRST_TEAM)) {
      const paid = entries
        .filter((entry) => entry.teamId === teamId)
        .reduce((sum, { boughtPriceCents }) => sum + boughtPriceCents, 0)
      expect(cashCents).toBe(PLENTY_CENTS - paid)
    }
  })
}

/** One has it, and the others read why not. */
const allBut = (code: ErrorCode): string[] =>
  [...Array.from({ length: RACERS - 1 }, () => `409 ${code}: ${errorSentences[code]}`), 'won'].sort()

/** So many times: fifty teams buy one player at the same moment. */
export async function racePurchases(servers: Servers, rounds: number): Promise<void> {
  const players = (await freeAgents(servers)).slice(0, rounds)
  expect(players).toHaveLength(rounds)
  for (const playerId of players) {
    await fillCarts(servers, TEAMS, () => playerId)
    expect(await outcomes(servers, (racer) => FIRST_TEAM + racer)).toEqual(allBut('PLAYER_NOT_AVAILABLE'))
  }
  await expectOneOwnerEach(servers, players)
  await expectNoMoneyLost(servers)
}

/** So many times: one cart is executed fifty times at the same moment. */
export async function raceExecutions(servers: Servers, rounds: number): Promise<void> {
  const players = (await freeAgents(servers)).slice(0, rounds)
  expect(players).toHaveLength(rounds)
  for (const [round, playerId] of players.entries()) {
    const teamId = FIRST_TEAM + (round % RACERS)
    await fillCarts(servers, [teamId], () => playerId)
    expect(await outcomes(servers, () => teamId)).toEqual(allBut('CART_EMPTY'))
  }
  await expectOneOwnerEach(servers, players)
  await expectNoMoneyLost(servers)
}

/** Each team's total as the latest official update left it. */
const latestSnapshot = ({ database }: Server) =>
  database.transaction(async (queries) => {
    const [latest] = await queries.select().from(tables.officialUpdate).orderBy(desc(tables.officialUpdate.id)).limit(1)
    const rows = await queries
      .select()
      .from(tables.teamSnapshot)
      .where(eq(tables.teamSnapshot.updateId, latest?.id ?? 0))
    return new Map(rows.map(({ teamId, pointsCents, cashCents }) => [teamId, pointsCents + cashCents]))
  })

/** So many times: every racer buys another player while official updates are made. */
export async function raceAgainstUpdates(servers: Servers, rounds: number): Promise<void> {
  const [server] = servers
  const { database } = server
  const update = () => publish(database, new Date())
  const players = await freeAgents(servers)
  await update()
  for (let round = 0; round < rounds; round += 1) {
    const before = await latestSnapshot(server)
    await fillCarts(servers, TEAMS, (racer) => players[round * RACERS + racer] ?? 0)
    const [bought] = await Promise.all([outcomes(servers, (racer) => FIRST_TEAM + racer), update()])
    expect(bought).toEqual(Array.from({ length: RACERS }, () => 'won'))
    const during = await latestSnapshot(server)
    await update()
    const after = await latestSnapshot(server)
    // A trade is in the update as a whole or not at all.
    for (const [teamId, total] of during) expect([before.get(teamId), after.get(teamId)]).toContain(total)
  }
}
