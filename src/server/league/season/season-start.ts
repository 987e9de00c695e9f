import { asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Queries } from '../../db/engine/database.ts'
import { oneRow } from '../../db/queries.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { cartEntry, league, seasonStart, team, teamSeason } from '../../db/tables/tables.ts'
import { removeEndedSeason } from '../history/history.ts'
import { markRetiring, retiringMarks } from '../office/office-teams.ts'

/** What the start of a season changes in rows without a season. */
export const Before = Type.Object({
  name: Type.String(),
  timeZone: Type.String(),
  guestsRead: Type.Boolean(),
  tonightPremium: Type.Boolean(),
  constants: Type.Record(Type.String(), Type.Number()),
  carts: Type.Array(
    Type.Object({
      teamId: Type.Integer(),
      playerId: Type.Integer(),
      tradeAction: Type.Enum(['BUY', 'SELL']),
      addedAt: Type.String(),
    }),
  ),
  /** Whose team retired. */
  members: Type.Array(Type.Object({ id: Type.Integer(), teamId: Type.Integer() })),
  newTeams: Type.Array(Type.Integer()),
  /** Marked as not going on. */
  retiring: Type.Array(Type.Object({ teamId: Type.Integer(), markedAt: Type.String() })),
})
export type Before = Static<typeof Before>

/** The league's row, the carts in their order, and the marks of teams. */
export async function stateBefore(queries: Queries): Promise<Omit<Before, 'members' | 'newTeams'>> {
  const [row] = await queries.select().from(league)
  if (!row) throw new Error('There is no league to go on with')
  const carts = await queries.select().from(cartEntry).orderBy(asc(cartEntry.place))
  const marks = await retiringMarks(queries)
  const { id: _, seasonId: __, demoSeed: ___, ...named } = row
  return {
    ...named,
    carts: carts.map(({ addedAt, place: _, ...entry }) => ({ ...entry, addedAt: addedAt.toISOString() })),
    retiring: marks.map(({ teamId, markedAt }) => ({ teamId, markedAt: markedAt.toISOString() })),
  }
}

export async function emptyCarts(queries: Queries): Promise<void> {
  await queries.delete(cartEntry)
}

export async function takeTeams(queries: Queries, teamIds: readonly number[]): Promise<void> {
  if (teamIds.length > 0)
    await queries
      .update(member)
      .set({ teamId: null })
      .where(inArray(member.teamId, [...teamIds]))
}

interface NewStart extends Readonly<Omit<typeof seasonStart.$inferSelect, 'before'>> {
  readonly before: Before
}

export async function saveStart(queries: Queries, start: NewStart): Promise<void> {
  await queries.insert(seasonStart).values(start)
}

/** How the season was started; null where it is the league's first here, or was started by an earlier version. */
export async function findStart(queries: Queries, seasonId: number): Promise<NewStart | null> {
  const [found] = await queries.select().from(seasonStart).where(eq(seasonStart.seasonId, seasonId))
  return found ? { ...found, before: Value.Parse(Before, found.before) } : null
}

const DONE = {
  picks: ['pick', 'picks'],
  keepers: ['keeper', 'keepers'],
  logged: ["entry in the draft's log", "entries in the draft's log"],
  trades: ['trade', 'trades'],
  corrections: ['correction', 'corrections'],
  lineups: ['change of a lineup', 'changes of lineups'],
  lines: ['imported line', 'imported lines'],
  tags: ['tag', 'tags'],
  pickLists: ['pick list', 'pick lists'],
  inCarts: ['player in a cart', 'players in carts'],
  newMembers: ['member of a new team', 'members of new teams'],
  newTeams: ['team that joined since', 'teams that joined since'],
} as const

/** What was done in a season and how often, in words; what the server does by itself is not among it. */
export async function doneIn(
  queries: Queries,
  { seasonId, previousId, before: { newTeams } }: NewStart,
): Promise<string[]> {
  const known = `{${newTeams.join()}}`
  const done: Readonly<Record<string, number>> = await oneRow<Record<keyof typeof DONE, number>>(
    queries,
    sql`
    select
      (select count(*) from roster_entry where season_id = ${seasonId} and acquired = 'draft')::int as picks,
      (select count(*) from keeper where season_id = ${seasonId})::int as keepers,
      (select count(*) from draft_log where season_id = ${seasonId})::int as logged,
      (select count(*) from roster_entry where season_id = ${seasonId} and acquired = 'trade')::int
        + (select count(*) from roster_entry where season_id = ${seasonId} and sold_at is not null)::int as trades,
      (select count(*) from correction_entry where season_id = ${seasonId})::int as corrections,
      (select count(*) from scratch_interval join roster_entry on roster_entry.id = entry_id
        where season_id = ${seasonId})::int as lineups,
      (select count(*) from official_line join game on game.id = game_id where season_id = ${seasonId})::int
        + (select count(*) from pending_line join game on game.id = game_id where season_id = ${seasonId})::int as lines,
      (select count(*) from draft_tag where season_id = ${seasonId})::int as tags,
      (select count(distinct team_id) from pick_list where season_id = ${seasonId})::int as "pickLists",
      (select count(*) from cart_entry)::int as "inCarts",
      (select count(*) from member where team_id = any(${known}::int[]))::int as "newMembers",
      (select count(*) from team_season entered where season_id = ${seasonId} and team_id <> all(${known}::int[])
        and not exists (select 1 from team_season earlier
          where earlier.season_id = ${previousId} and earlier.team_id = entered.team_id))::int as "newTeams"`,
  )
  return Object.entries(DONE).flatMap(([what, [one, many]]) => {
    const count = done[what] ?? 0
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]
  })
}

/** As if the season had never been started; nothing has been done in it. */
export async function removeStart(queries: Queries, { seasonId, previousId, before }: NewStart): Promise<void> {
  await queries.execute(sql`
    delete from team_snapshot using official_update where update_id = official_update.id and season_id = ${seasonId}`)
  for (const table of [
    'official_update',
    'player_season',
    'nhl_standing',
    'imported_day',
    'game',
    'draft_box_player',
    'draft_clock',
    'pick_for_me',
    'team_season',
    'season_start',
  ]) {
    await queries.execute(sql`delete from ${sql.identifier(table)} where season_id = ${seasonId}`)
  }
  await removeEndedSeason(queries, previousId)
  const { name, timeZone, guestsRead, tonightPremium, constants } = before
  await queries.update(league).set({ name, timeZone, guestsRead, tonightPremium, constants, seasonId: previousId })
  await queries.execute(sql`delete from season where id = ${seasonId}`)
  if (before.newTeams.length > 0) await queries.delete(team).where(inArray(team.id, before.newTeams))
  for (const { id, teamId } of before.members) {
    await queries.update(member).set({ teamId }).where(eq(member.id, id))
  }
  for (const { teamId, markedAt } of before.retiring) await markRetiring(queries, teamId, true, new Date(markedAt))
  if (before.carts.length > 0) {
    await queries
      .insert(cartEntry)
      .values(before.carts.map(({ addedAt, ...entry }) => ({ ...entry, addedAt: new Date(addedAt) })))
  }
}

export async function teamsWithMembers(queries: Queries, seasonId: number) {
  const teams = await queries
    .select({ id: team.id, name: team.name, shortName: team.shortName, cashCents: teamSeason.cashCents })
    .from(team)
    .innerJoin(teamSeason, eq(teamSeason.teamId, team.id))
    .where(eq(teamSeason.seasonId, seasonId))
    .orderBy(asc(team.id))
  const members = await queries.select().from(member).where(isNotNull(member.teamId)).orderBy(asc(member.id))
  return teams.map((each) => ({ ...each, members: members.filter(({ teamId }) => teamId === each.id) }))
}

/** What a season leaves behind for those who ask what the next one begins without. */
export const leftBehind = (queries: Queries, seasonId: number) =>
  oneRow<{ players: number; tags: number; lists: number }>(
    queries,
    sql`
    select (select count(*) from roster_entry where season_id = ${seasonId} and sold_at is null)::int as players,
      (select count(*) from draft_tag where season_id = ${seasonId})::int as tags,
      (select count(distinct team_id) from pick_list where season_id = ${seasonId})::int as lists`,
  )
