import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Pick } from '#contract/draft'
import type { PickEntry, PickSequence } from '#rules/pick-sequence'
import { rowsOf } from '../engine/bulk.ts'
import type { Queries } from '../engine/database.ts'
import { draft, pickEntry } from '../tables/draft-tables.ts'
import { team } from '../tables/tables.ts'
import { draftTeams } from './draft.ts'

/** The draft of a season, which there is from the moment its keepers are locked. */
export interface Draft {
  readonly seasonId: number
  readonly revision: number
  readonly sequence: PickSequence
}

export async function findDraft(queries: Queries, seasonId: number): Promise<Draft | null> {
  const [found] = await queries.select().from(draft).where(eq(draft.seasonId, seasonId))
  if (!found) return null
  const entries = await queries
    .select({
      sequenceNr: pickEntry.sequenceNr,
      round: pickEntry.round,
      pickOrder: pickEntry.pickOrder,
      teamId: pickEntry.teamId,
      pickStatus: pickEntry.pickStatus,
      doneNr: pickEntry.doneNr,
    })
    .from(pickEntry)
    .where(eq(pickEntry.seasonId, seasonId))
    .orderBy(asc(pickEntry.sequenceNr))
  return { seasonId, revision: found.revision, sequence: { mode: found.mode, rounds: found.rounds, entries } }
}

/** Fails when the season has a draft already. */
export async function insertDraft(
  queries: Queries,
  seasonId: number,
  keepersLockedAt: Date,
  { mode, rounds, entries }: PickSequence,
): Promise<void> {
  await queries.insert(draft).values({ seasonId, keepersLockedAt, mode, rounds })
  await insertEntries(queries, seasonId, entries)
}

/**
 * Writes what has changed since the draft was read, and nothing at all if somebody else has changed it since. Returns
 * the sequence as everybody sees it, without reading it again: that would be most of the rows a pick reads.
 */
export async function saveSequence(queries: Queries, before: Draft, changed: PickSequence): Promise<Pick[]> {
  const { seasonId, revision, sequence } = before
  const saved = await queries
    .update(draft)
    .set({ mode: changed.mode, rounds: changed.rounds, revision: revision + 1 })
    .where(and(eq(draft.seasonId, seasonId), eq(draft.revision, revision)))
    .returning({ revision: draft.revision })
  if (saved.length === 0) throw new Error('The pick sequence was changed without the lock of the draft')
  const known = new Map(sequence.entries.map((entry) => [entry.sequenceNr, entry]))
  const changes = changed.entries.filter((entry) => !same(entry, known.get(entry.sequenceNr)))
  const stale = [
    ...changes.filter(({ sequenceNr }) => known.has(sequenceNr)),
    ...sequence.entries.slice(changed.entries.length),
  ].map(({ sequenceNr }) => sequenceNr)
  if (stale.length > 0) {
    await queries.delete(pickEntry).where(and(eq(pickEntry.seasonId, seasonId), inArray(pickEntry.sequenceNr, stale)))
  }
  await insertEntries(queries, seasonId, changes)
  const teams = await draftTeams(queries, seasonId)
  const names = new Map(teams.map(({ id, shortName }) => [id, shortName]))
  return changed.entries.map(({ doneNr: _, ...entry }) => ({ ...entry, teamShortName: names.get(entry.teamId) ?? '' }))
}

const same = (one: PickEntry, other: PickEntry | undefined): boolean =>
  one.round === other?.round &&
  one.pickOrder === other.pickOrder &&
  one.teamId === other.teamId &&
  one.pickStatus === other.pickStatus &&
  one.doneNr === other.doneNr

async function insertEntries(queries: Queries, seasonId: number, entries: readonly PickEntry[]): Promise<void> {
  await queries.execute(sql`
    insert into pick_entry (season_id, sequence_nr, round, pick_order, team_id, pick_status, done_nr)
    select ${seasonId}::int, incoming.* from ${rowsOf(entries, {
      sequence_nr: ['int', ({ sequenceNr }) => sequenceNr],
      round: ['int', ({ round }) => round],
      pick_order: ['int', ({ pickOrder }) => pickOrder],
      team_id: ['int', ({ teamId }) => teamId],
      pick_status: ['text', ({ pickStatus }) => pickStatus],
      done_nr: ['int', ({ doneNr }) => doneNr],
    })}`)
}

/** The order of picks as everybody sees it; empty before the keepers are locked. */
export async function listPicks(queries: Queries, seasonId: number): Promise<Pick[]> {
  return queries
    .select({
      sequenceNr: pickEntry.sequenceNr,
      round: pickEntry.round,
      pickOrder: pickEntry.pickOrder,
      teamId: pickEntry.teamId,
      teamShortName: team.shortName,
      pickStatus: pickEntry.pickStatus,
    })
    .from(pickEntry)
    .innerJoin(team, eq(team.id, pickEntry.teamId))
    .where(eq(pickEntry.seasonId, seasonId))
    .orderBy(asc(pickEntry.sequenceNr))
}
