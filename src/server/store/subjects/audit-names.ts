import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database.ts'
import { member } from '../tables/identity-tables.ts'
import { player, team } from '../tables/tables.ts'

/** As they are called now. Who was removed has none, and neither has a team of a season whose start was undone. */
export interface AuditNames {
  /** The short ones. */
  readonly teams: ReadonlyMap<number, string>
  readonly players: ReadonlyMap<number, string>
  readonly members: ReadonlyMap<number, string>
}

/** Of what the numbers under these keys are ids, wherever in a record they are. */
const IDS: Readonly<Record<string, keyof AuditNames>> = {
  teamId: 'teams',
  retire: 'teams',
  playerId: 'players',
  scratch: 'players',
  dress: 'players',
  bought: 'players',
  sold: 'players',
  memberId: 'members',
  from: 'members',
}

type Ids = Readonly<Record<keyof AuditNames, Set<number>>>

function collect(value: unknown, key: string, ids: Ids): void {
  const kind = Object.hasOwn(IDS, key) ? IDS[key] : undefined
  if (Array.isArray(value)) for (const each of value) collect(each, key, ids)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(inner, name, ids)
  else if (kind && Number.isInteger(value)) ids[kind].add(Number(value))
}

/** The names of whoever the records speak of. */
export async function namesIn(queries: Queries, records: readonly Record<string, unknown>[]): Promise<AuditNames> {
  const ids: Ids = { teams: new Set(), players: new Set(), members: new Set() }
  for (const record of records) collect(record, '', ids)
  const named = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  const { teams, players, members } = ids
  const fullName = sql<string>`${player.firstName} || ' ' || ${player.lastName}`
  return {
    teams: named(
      await queries
        .select({ id: team.id, name: team.shortName })
        .from(team)
        .where(inArray(team.id, [...teams])),
    ),
    players: named(
      await queries
        .select({ id: player.id, name: fullName })
        .from(player)
        .where(inArray(player.id, [...players])),
    ),
    members: named(
      await queries
        .select({ id: member.id, name: member.displayName })
        .from(member)
        .where(inArray(member.id, [...members])),
    ),
  }
}
