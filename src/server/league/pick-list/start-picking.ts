import { repeat } from '../../db/repeat.ts'
import type { Context } from '../../http/context.ts'
import { findDue, pickByList } from './pick-by-list.ts'

/** What was not announced is seen this late. */
const LOOK_EVERY_MS = 10_000
/** The same while a team's time runs, and after a failure: its list picks at most two seconds after it is up. */
const LOOK_OFTEN_MS = 1_000
/** After a message to the boards: what it asks of the database must not stand before the boards in its queue. */
const AFTER_MESSAGE_MS = 100

/**
 * Picks for the teams that want it, in every process: the deadline is a row of the database, and the first process to
 * look acts. A process that dies therefore takes no turn with it. Returns how to stop, which waits for a pick under
 * way.
 */
export async function startPicking(context: Context): Promise<() => Promise<void>> {
  const { database, clock, log } = context
  let soon: NodeJS.Timeout | undefined
  let isFailing = false

  /** One pick at the most. Returns after how many milliseconds there may be another. */
  const pickOnce = async (): Promise<number> => {
    const { teamIds, nextAt } = await database.transaction((queries) => findDue(queries, clock().getTime()))
    for (const teamId of teamIds) {
      if (await pickByList(context, teamId)) return 0
    }
    return nextAt === null ? LOOK_EVERY_MS : Math.min(Math.max(nextAt - clock().getTime(), 0), LOOK_OFTEN_MS)
  }

  const picking = repeat(
    () => async () => {
      try {
        const inMs = await pickOnce()
        isFailing = false
        return inMs
      } catch (error) {
        if (!isFailing) log.error({ err: error }, 'Picks by list are delayed; trying again')
        isFailing = true
        return LOOK_OFTEN_MS
      }
    },
    LOOK_EVERY_MS,
  )

  const lookSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      picking.now()
    }, AFTER_MESSAGE_MS).unref()
  }

  const stopListening = await database.listen('live', lookSoon)
  picking.now()
  return async () => {
    const stopped = picking.stop()
    clearTimeout(soon)
    await stopListening()
    await stopped
  }
}
