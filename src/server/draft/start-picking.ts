import type { Context } from '../http/context.ts'
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
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  let isFailing = false

  const look = () => {
    isWanted = true
    looking ??= lookWhileWanted().finally(() => {
      looking = null
    })
  }

  const lookWhileWanted = async () => {
    while (isWanted && !isStopped) {
      isWanted = false
      try {
        lookIn(await pickOnce())
        isFailing = false
      } catch (error) {
        if (!isFailing) log.error({ err: error }, 'Picks by list are delayed; trying again')
        isFailing = true
        lookIn(LOOK_OFTEN_MS)
      }
    }
  }

  /** One pick at the most. Returns after how many milliseconds there may be another. */
  const pickOnce = async (): Promise<number> => {
    const { teamIds, nextAt } = await database.transaction((queries) => findDue(queries, clock().getTime()))
    for (const teamId of teamIds) {
      if (!(await pickByList(context, teamId))) continue
      isWanted = true
      break
    }
    return nextAt === null ? LOOK_EVERY_MS : Math.min(Math.max(nextAt - clock().getTime(), 0), LOOK_OFTEN_MS)
  }

  const lookIn = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(look, ms).unref()
  }

  const lookSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      look()
    }, AFTER_MESSAGE_MS).unref()
  }

  const stopListening = await database.listen('live', lookSoon)
  look()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(soon)
    await stopListening()
    await looking
  }
}
