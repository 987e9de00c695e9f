import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Pick } from '#contract/draft'
import type { ErrorCode } from '#contract/errors'
import type { Instant } from '#rules/calendar'
import { type DraftClock, NO_CLOCK, setSeconds } from '#rules/draft-clock'
import type { PickEntry, PickSequence } from '#rules/pick-sequence'
import { refuse } from '#rules/refusal'
import type { Queries } from '../../db/engine/database.ts'
import { insertInto } from '../../db/queries.ts'
import { draft, draftClock, pickEntry } from '../../db/tables/draft-tables.ts'
import { team } from '../../db/tables/tables.ts'
import { unwrapOrThrow } from '../../http/answers/http-error.ts'
import { currentLeague } from '../league.ts'
import { draftTeams } from './draft.ts'

/** What everybody sees of an entry. */
const PICK_COLUMNS = {
  sequenceNr: pickEntry.sequenceNr,
  round: pickEntry.round,
  pickOrder: pickEntry.pickOrder,
  teamId: pickEntry.teamId,
  pickStatus: pickEntry.pickStatus,
}

/** The draft of a season, which there is from the moment its keepers are locked. */
export interface Draft {
  readonly seasonId: number
  readonly revision: number
  readonly sequence: PickSequence
  readonly clock: DraftClock
}

export async function findDraft(queries: Queries, seasonId: number): Promise<Draft | null> {
  const [row] = await queries
    .select({ found: draft, clock: draftClock })
    .from(draft)
    .leftJoin(draftClock, eq(draftClock.seasonId, draft.seasonId))
    .where(eq(draft.seasonId, seasonId))
  if (!row) return null
  const { found, clock } = row
  const entries = await queries
    .select({ ...PICK_COLUMNS, doneNr: pickEntry.doneNr, playerId: pickEntry.playerId })
    .from(pickEntry)
    .where(eq(pickEntry.seasonId, seasonId))
    .orderBy(asc(pickEntry.sequenceNr))
  const { revision, mode, rounds } = found
  return { seasonId, revision, sequence: { mode, rounds, entries }, clock: clock ? clockOf(clock) : NO_CLOCK }
}

/** The draft of the present season; throws the refusal where there is none. */
export async function currentDraft(queries: Queries, refused: ErrorCode): Promise<Draft> {
  const { seasonId } = await currentLeague(queries)
  return unwrapOrThrow((await findDraft(queries, seasonId)) ?? refuse(refused))
}

/** Fails when the season has a draft already. Its first turn has its whole time. */
export async function insertDraft(
  queries: Queries,
  seasonId: number,
  now: Instant,
  sequence: PickSequence,
): Promise<DraftClock> {
  const { mode, rounds, entries } = sequence
  await queries.insert(draft).values({ seasonId, keepersLockedAt: new Date(now), mode, rounds })
  await insertEntries(queries, seasonId, entries)
  const { secondsPerPick } = await findClock(queries, seasonId)
  const clock = setSeconds(NO_CLOCK, secondsPerPick, sequence, now)
  if (secondsPerPick > 0) await saveClock(queries, seasonId, clock)
  return clock
}

/** The season has no draft, as before the keepers were locked. */
export async function deleteDraft(queries: Queries, seasonId: number): Promise<void> {
  await queries.delete(pickEntry).where(eq(pickEntry.seasonId, seasonId))
  await queries.delete(draft).where(eq(draft.seasonId, seasonId))
  const stopped = { isPaused: false, deadlineAt: null, leftMs: null }
  await queries.update(draftClock).set(stopped).where(eq(draftClock.seasonId, seasonId))
}

const clockOf = ({ secondsPerPick, isPaused, deadlineAt, leftMs }: typeof draftClock.$inferSelect): DraftClock => ({
  secondsPerPick,
  isPaused,
  deadlineAt: deadlineAt?.getTime() ?? null,
  leftMs,
})

/** Also before there is a draft: the seconds can be set at any time. */
export async function findClock(queries: Queries, seasonId: number): Promise<DraftClock> {
  const [found] = await queries.select().from(draftClock).where(eq(draftClock.seasonId, seasonId))
  return found ? clockOf(found) : NO_CLOCK
}

export async function saveClock(queries: Queries, seasonId: number, clock: DraftClock): Promise<void> {
  const set = { ...clock, deadlineAt: clock.deadlineAt === null ? null : new Date(clock.deadlineAt) }
  await queries
    .insert(draftClock)
    .values({ seasonId, ...set })
    .onConflictDoUpdate({ target: draftClock.seasonId, set })
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
  const changes = changed.entries.filter((entry) => !isDeepStrictEqual(entry, known.get(entry.sequenceNr)))
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
  return changed.entries.map(({ doneNr: _, playerId: __, ...entry }) => ({
    ...entry,
    teamShortName: names.get(entry.teamId) ?? '',
  }))
}

async function insertEntries(queries: Queries, seasonId: number, entries: readonly PickEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, seasonId }))
  await queries.execute(insertInto(pickEntry, rows))
}

/** The order of picks as everybody sees it; empty before the keepers are locked. */
export const listPicks = (queries: Queries, seasonId: number): Promise<Pick[]> =>
  queries
    .select({ ...PICK_COLUMNS, teamShortName: team.shortName })
    .from(pickEntry)
    .innerJoin(team, eq(team.id, pickEntry.teamId))
    .where(eq(pickEntry.seasonId, seasonId))
    .orderBy(asc(pickEntry.sequenceNr))

/** The clock with so many seconds for a pick; 0: none. */
export async function clockOfSeconds(
  queries: Queries,
  seasonId: number,
  seconds: number,
  now: Instant,
): Promise<DraftClock> {
  const draft = await findDraft(queries, seasonId)
  const before = draft?.clock ?? (await findClock(queries, seasonId))
  return setSeconds(before, seconds, draft?.sequence ?? null, now)
}
