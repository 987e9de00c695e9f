import { eq, gt } from 'drizzle-orm'
import type { PickForMe, Presence } from '#contract/draft-room'
import type { Instant } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { liveChannel, pickForMe } from '../../db/tables/draft-tables.ts'
import { member, session } from '../../db/tables/identity-tables.ts'
import { ofMember } from '../../login/store/identity.ts'
import { draftTeams } from './draft.ts'

/** Teams without an entry pick by themselves. */
export async function modesOfTeams(queries: Queries, seasonId: number): Promise<Map<number, PickForMe>> {
  const rows = await queries.select().from(pickForMe).where(eq(pickForMe.seasonId, seasonId))
  return new Map(rows.map(({ teamId, mode }) => [teamId, mode]))
}

export async function saveMode(
  queries: Queries,
  { seasonId, teamId }: { seasonId: number; teamId: number },
  mode: PickForMe,
): Promise<void> {
  await queries
    .insert(pickForMe)
    .values({ seasonId, teamId, mode })
    .onConflictDoUpdate({ target: [pickForMe.seasonId, pickForMe.teamId], set: { mode } })
}

/** A live channel that has not been polled for this long belongs to a phone that sleeps or is gone. */
const CONNECTED_MS = 35_000

/** Of each team of the season, whether one of its members is on the live channel, and when one was last seen. */
export async function presenceOfTeams(queries: Queries, seasonId: number, now: Instant): Promise<Presence[]> {
  const visits = await queries
    .select({ teamId: member.teamId, usedAt: session.usedAt, channelAt: liveChannel.seenAt })
    .from(session)
    .innerJoin(member, ofMember)
    .leftJoin(liveChannel, eq(liveChannel.login, session.idHash))
    .where(gt(session.expiresAt, new Date(now)))
  const teams = await draftTeams(queries, seasonId)
  return teams.map(({ id, shortName }) => {
    const own = visits.filter(({ teamId }) => teamId === id)
    const seen = own.flatMap(({ usedAt, channelAt }) => [usedAt.getTime(), channelAt?.getTime() ?? 0])
    return {
      teamId: id,
      teamShortName: shortName,
      isConnected: own.some(({ channelAt }) => channelAt !== null && now - channelAt.getTime() < CONNECTED_MS),
      ...(seen.length > 0 && { seenAt: new Date(Math.max(...seen)).toISOString() }),
    }
  })
}
