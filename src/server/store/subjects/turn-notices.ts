import { and, eq, inArray, notInArray, or } from 'drizzle-orm'
import { PUSH_TAG } from '#contract/push'
import type { Instant } from '#rules/calendar'
import type { PickSequence } from '#rules/pick-sequence'
import { type LastPick, newNotices, noticesOf, noticeWords, type TurnNoticeKind } from '#rules/turn-notices'
import type { Database, Queries } from '../engine/database.ts'
import { pushNotice } from '../tables/push-tables.ts'
import { team } from '../tables/tables.ts'
import { type NotifiedDevice, notifiedDevices } from './push.ts'

export interface SequenceChange {
  readonly now: Instant
  /** Null: the draft had not begun, or was paused. */
  readonly before: PickSequence | null
  /** Null: it is paused, and nothing is told until it goes on. */
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
 * Writes what a change of the sequence tells devices whose app is closed, to be sent when its transaction commits, and
 * takes back what is not sent yet and holds no longer. A device gets one message, the one that matters most. The
 * transaction holds the draft's lock.
 */
export async function queueTurnNotices(
  { database }: { readonly database: Pick<Database, 'announce'> },
  queries: Queries,
  { now, before, after, lastPick }: SequenceChange,
): Promise<void> {
  const devices = await notifiedDevices(queries, now)
  if (devices.length === 0) return
  const fresh = newNotices(before, after)
  const told = devices.flatMap((device) => {
    const notice = fresh.find(({ kind, teamId }) => isFor(device, kind, teamId))
    return notice ? [{ device, notice }] : []
  })
  const holding = noticesOf(after).map(({ about }) => about)
  const replaced = told.map(({ device }) => device.id)
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
  if (told.length === 0) return
  const picking = await nameOfPicking(queries, after)
  const at = new Date(now)
  await queries.insert(pushNotice).values(
    told.map(({ device, notice: { kind, about } }) => ({
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
