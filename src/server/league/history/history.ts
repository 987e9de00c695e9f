import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { FinalStanding, PastSeason, Person } from '#contract/history'
import { type Cents, toWire } from '#rules/money'
import { nameKey } from '#rules/names'
import { ranking } from '#rules/standings'
import type { Queries } from '../../db/engine/database.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { finalStanding, pastSeason } from '../../db/tables/tables.ts'
import { teamScores } from '../standings/standings.ts'

type Row = typeof finalStanding.$inferSelect

/** How a season ended; its teams in the order of the table. */
export interface EndedSeason {
  readonly id: number
  readonly isPlayedHere: boolean
  readonly standings: readonly Row[]
}

/** The latest first. */
export async function endedSeasons(queries: Queries): Promise<EndedSeason[]> {
  const seasons = await queries.select().from(pastSeason).orderBy(desc(pastSeason.id))
  const rows = await queries.select().from(finalStanding).orderBy(asc(finalStanding.nr))
  return seasons.map(({ id, source }) => ({
    id,
    isPlayedHere: source === 'played',
    standings: rows.filter(({ seasonId }) => seasonId === id),
  }))
}

export const endedSeason = async (queries: Queries, seasonId: number): Promise<EndedSeason | null> =>
  (await endedSeasons(queries)).find(({ id }) => id === seasonId) ?? null

/**
 * Who had which team, over the years: a member by their id, and by every name that they had in a season closed here.
 */
export class People {
  readonly #byName = new Map<string, number>()
  readonly #listed = new Map<string, Person>()

  constructor(members: readonly (typeof member.$inferSelect)[], seasons: readonly EndedSeason[]) {
    const rows = seasons.toReversed().flatMap(({ standings }) => standings)
    for (const { memberId, memberName } of rows) {
      if (memberId !== null && memberName !== null) this.#byName.set(nameKey(memberName), memberId)
    }
    for (const { id, userName, displayName } of members) {
      this.#byName.set(nameKey(userName), id)
      this.#byName.set(nameKey(displayName), id)
    }
    for (const row of rows) {
      const person = this.personOf(row)
      if (person !== null && row.memberName !== null) this.#listed.set(person, { person, name: row.memberName })
    }
    for (const { id, displayName, teamId } of members) {
      const person = `member ${id}`
      if (this.#listed.has(person) || teamId !== null) {
        this.#listed.set(person, { person, name: displayName, ...(teamId === null ? {} : { teamId }) })
      }
    }
  }

  personOf({ memberId, memberName }: Pick<Row, 'memberId' | 'memberName'>): string | null {
    if (memberName === null) return null
    const id = memberId ?? this.#byName.get(nameKey(memberName))
    return id === undefined ? `name ${nameKey(memberName)}` : `member ${id}`
  }

  /** By name. */
  list(): Person[] {
    return [...this.#listed.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
  }
}

export const people = async (queries: Queries, seasons: readonly EndedSeason[]): Promise<People> =>
  new People(await queries.select().from(member).orderBy(asc(member.id)), seasons)

const optional = (cents: Cents | null): number | null => (cents === null ? null : toWire(cents))

const standingOnWire = (row: Row, known: People): FinalStanding => ({
  rank: row.rank,
  team: row.teamName,
  shortName: row.shortName,
  teamId: row.teamId,
  member: row.memberName,
  person: known.personOf(row),
  points: optional(row.pointsCents),
  cash: optional(row.cashCents),
  total: toWire(row.totalCents),
})

export const seasonOnWire = ({ id, isPlayedHere, standings }: EndedSeason, known: People): PastSeason => ({
  id,
  isPlayedHere,
  standings: standings.map((row) => standingOnWire(row, known)),
})

export type NewStanding = Omit<Row, 'seasonId' | 'nr'>

/** The standings as they are now, as those that a season ends with; null where no team has scored. */
export async function standingsNow(queries: Queries, seasonId: number): Promise<NewStanding[] | null> {
  const scores = await teamScores(queries, seasonId)
  if (scores.every(({ points }) => points === 0)) return null
  const ids = scores.map(({ id }) => id)
  const members = await queries.select().from(member).where(inArray(member.teamId, ids)).orderBy(asc(member.id))
  const ranks = ranking(scores.map(({ totalScore }) => totalScore))
  return scores
    .map(({ id, name, shortName, points, cash, totalScore }, index): NewStanding => {
      const own = members.filter(({ teamId }) => teamId === id)
      return {
        rank: ranks[index] ?? scores.length,
        teamId: id,
        teamName: name,
        shortName,
        memberId: own.length === 1 ? (own[0]?.id ?? null) : null,
        memberName: own.map(({ displayName }) => displayName).join(' and ') || null,
        pointsCents: points,
        cashCents: cash,
        totalCents: totalScore,
      }
    })
    .sort((one, other) => one.rank - other.rank)
}

/** Writes how a season ended, in place of what was known of it. */
export async function saveEndedSeason(
  queries: Queries,
  { id, source }: typeof pastSeason.$inferInsert,
  standings: readonly NewStanding[],
): Promise<void> {
  await removeEndedSeason(queries, id)
  await queries.insert(pastSeason).values({ id, source })
  await queries.insert(finalStanding).values(standings.map((row, index) => ({ ...row, seasonId: id, nr: index + 1 })))
}

/** The standings go with it. */
export async function removeEndedSeason(queries: Queries, seasonId: number): Promise<void> {
  await queries.delete(pastSeason).where(eq(pastSeason.id, seasonId))
}
