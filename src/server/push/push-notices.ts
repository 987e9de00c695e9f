import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import { PUSH_TAG } from '#contract/push'
import type { Instant } from '#rules/calendar'
import { fullName } from '#rules/names'
import {
  goalDueAt,
  goalsStanding,
  goalWords,
  type LastPick,
  newGoals,
  newNotices,
  noticesOf,
  noticeWords,
  type TurnNoticeKind,
} from '#rules/notices'
import type { PickSequence } from '#rules/pick-sequence'
import { type Goal, isDressedFor } from '#rules/tonight'
import type { Database, Queries } from '../db/engine/database.ts'
import { announcedGoal, pushNotice } from '../db/tables/push-tables.ts'
import { player, team } from '../db/tables/tables.ts'
import { heldPlayers } from '../league/tonight/tonight.ts'
import type { ScoreGame } from '../nhl/store/score-games.ts'
import { type NotifiedDevice, notifiedDevices } from './push.ts'

/** A game whose goals are other ones than before. */
export interface ChangedGame {
  readonly game: ScoreGame
  readonly startsAt: Instant
  /** Null: it was not followed before, and its goals are not new. */
  readonly before: readonly Goal[] | null
}

const tagOf = (gameId: number) => `goal-${gameId}`

/**
 * Writes the notifications of goals for devices whose app is closed, to be sent when the transaction commits, and
 * removes those that are not sent yet and no longer hold. A device hears of players whom its member's team has dressed.
 */
export async function queueGoalNotices(
  { database }: { readonly database: Pick<Database, 'announce'> },
  queries: Queries,
  { seasonId, now }: { readonly seasonId: number; readonly now: Instant },
  changed: readonly ChangedGame[],
): Promise<void> {
  if (changed.length === 0) return
  const devices = (await notifiedDevices(queries, now)).filter(({ kinds, teamId }) => kinds.goal && teamId !== null)
  if (devices.length === 0) return
  const held = await heldPlayers(queries, seasonId)
  for (const { game, startsAt, before } of changed) {
    await queries
      .delete(pushNotice)
      .where(
        and(
          eq(pushNotice.tag, tagOf(game.id)),
          isNull(pushNotice.claimedAt),
          notInArray(pushNotice.about, ['', ...goalsStanding(game.id, game.goals)]),
        ),
      )
    for (const { about, scorer } of before === null ? [] : newGoals(game.id, before, game.goals)) {
      const holder = held.find(({ playerId }) => playerId === scorer)
      if (!holder || !isDressedFor(holder, startsAt)) continue
      const notified = devices.filter(({ teamId }) => teamId === holder.teamId).map(({ id }) => id)
      await tell(queries, { game, about, scorer, devices: notified, now })
    }
  }
  await database.announce(queries, 'push', '')
}

interface Telling {
  readonly game: ScoreGame
  readonly about: string
  readonly scorer: number
  readonly devices: readonly number[]
  readonly now: Instant
}

async function tell(queries: Queries, { game, about, scorer, devices, now }: Telling): Promise<void> {
  if (devices.length === 0) return
  const [who] = await queries.select().from(player).where(eq(player.id, scorer))
  const words = goalWords(who ? fullName(who) : 'A player', game)
  const last = await queries
    .select()
    .from(announcedGoal)
    .where(and(eq(announcedGoal.gameId, game.id), inArray(announcedGoal.subscriptionId, [...devices])))
  for (const subscriptionId of devices) {
    const dueBefore = last.find((each) => each.subscriptionId === subscriptionId)?.dueAt.getTime() ?? null
    const dueAt = new Date(goalDueAt(now, dueBefore))
    const row = {
      subscriptionId,
      kind: 'goal' as const,
      tag: tagOf(game.id),
      about,
      ...words,
      writtenAt: new Date(now),
      dueAt,
    }
    // A later goal takes the place of one that is still to be sent; one that is being sent comes first.
    await queries
      .delete(pushNotice)
      .where(and(eq(pushNotice.subscriptionId, subscriptionId), eq(pushNotice.tag, row.tag)))
    await queries.insert(pushNotice).values(row)
    await queries
      .insert(announcedGoal)
      .values({ subscriptionId, gameId: game.id, dueAt })
      .onConflictDoUpdate({ target: [announcedGoal.subscriptionId, announcedGoal.gameId], set: { dueAt } })
  }
}

interface SequenceChange {
  readonly now: Instant
  /** Null: the draft had not begun, or was paused. */
  readonly before: PickSequence | null
  /** Null: it is paused, and nothing is sent until it resumes. */
  readonly after: PickSequence | null
  readonly lastPick: LastPick | null
}

const SWITCHES: Readonly<Record<TurnNoticeKind, 'turn' | 'next' | 'start'>> = {
  turn: 'turn',
  open: 'turn',
  next: 'next',
  start: 'start',
}

/**
 * Writes the notifications of a change of the sequence for devices whose app is closed, to be sent when its transaction
 * commits, and removes those that are not sent yet and no longer hold. A device gets one message, the one that matters
 * most. The transaction holds the draft's lock.
 */
export async function queueTurnNotices(
  { database }: { readonly database: Pick<Database, 'announce'> },
  queries: Queries,
  { now, before, after, lastPick }: SequenceChange,
): Promise<void> {
  const devices = await notifiedDevices(queries, now)
  if (devices.length === 0) return
  const fresh = newNotices(before, after)
  const notified = devices.flatMap((device) => {
    const notice = fresh.find(({ kind, teamId }) => isFor(device, kind, teamId))
    return notice ? [{ device, notice }] : []
  })
  const holding = noticesOf(after).map(({ about }) => about)
  const replaced = notified.map(({ device }) => device.id)
  await queries
    .delete(pushNotice)
    .where(
      and(
        eq(pushNotice.tag, PUSH_TAG),
        holding.length === 0
          ? undefined
          : or(notInArray(pushNotice.about, holding), inArray(pushNotice.subscriptionId, replaced)),
      ),
    )
  if (notified.length === 0) return
  const picking = await nameOfPicking(queries, after)
  const at = new Date(now)
  await queries.insert(pushNotice).values(
    notified.map(({ device, notice: { kind, about } }) => ({
      subscriptionId: device.id,
      kind,
      tag: PUSH_TAG,
      about,
      ...noticeWords(kind, picking, lastPick),
      writtenAt: at,
      dueAt: at,
    })),
  )
  await database.announce(queries, 'push', '')
}

const isFor = (device: NotifiedDevice, kind: TurnNoticeKind, teamId: number | null): boolean =>
  device.kinds[SWITCHES[kind]] && (teamId === null || teamId === device.teamId)

async function nameOfPicking(queries: Queries, sequence: PickSequence | null): Promise<string | null> {
  const turn = noticesOf(sequence).find(({ kind }) => kind === 'turn')
  if (!turn?.teamId) return null
  const [found] = await queries.select({ shortName: team.shortName }).from(team).where(eq(team.id, turn.teamId))
  return found?.shortName ?? null
}
