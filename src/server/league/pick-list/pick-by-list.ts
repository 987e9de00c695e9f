import type { Instant } from '#rules/calendar'
import { isTimeUp } from '#rules/draft-clock'
import { choosePick } from '#rules/pick-list'
import { mayPick } from '#rules/pick-sequence'
import type { Queries } from '../../db/engine/database.ts'
import { lockDraft, lockPlayers, lockTeam, shareSeason } from '../../db/locks.ts'
import { repeat } from '../../db/repeat.ts'
import type { Context } from '../../http/context.ts'
import { BY_NO_PERSON, saveAudit } from '../audit.ts'
import { draftEntries, filledBoxes } from '../draft/draft.ts'
import { makePick } from '../draft/draft-choices.ts'
import { modesOfTeams } from '../draft/draft-teams.ts'
import { findDraft } from '../draft/sequence.ts'
import { currentLeague, findLeague } from '../league.ts'
import { listCandidates, wantedPlayers } from './pick-lists.ts'

/** As the audit names who acted. */
const SUBJECT = 'pick-list'

export interface Due {
  /** Teams whose turn the server takes now, in the order in which they switched it on. */
  readonly teamIds: readonly number[]
  /** When there may be another without anything else happening. */
  readonly nextAt: Instant | null
}

/** Whose turn the server takes: of a team that wants it at once, or whose time is up and that wants it then. */
export async function findDue(queries: Queries, now: Instant): Promise<Due> {
  const league = await findLeague(queries)
  const draft = league && (await findDraft(queries, league.seasonId))
  if (!draft || draft.clock.isPaused) return { teamIds: [], nextAt: null }
  const { clock, sequence } = draft
  const wanting = [...(await modesOfTeams(queries, draft.seasonId))].filter(
    ([teamId, mode]) => mode !== 'off' && mayPick(sequence.entries, teamId),
  )
  const due = wanting.filter(([, mode]) => mode === 'now' || isTimeUp(clock, now))
  return {
    teamIds: due.map(([teamId]) => teamId),
    nextAt: wanting.length > due.length ? clock.deadlineAt : null,
  }
}

/**
 * Picks for the team, unless its turn, its switch or its time has changed since: all of it is read again under the
 * locks of a pick: of several processes one picks, and once. False: it did not pick.
 */
export async function pickByList(context: Context, teamId: number): Promise<boolean> {
  const { database, clock, prepared } = context
  const done = await database.transaction(async (queries) => {
    await shareSeason(queries)
    await lockDraft(queries)
    if (!(await findDue(queries, clock().getTime())).teamIds.includes(teamId)) return false
    await lockTeam(queries, teamId)
    const choice = await choose(queries, teamId)
    if (!choice) return false
    const { playerId, by, box } = choice
    await lockPlayers(queries, [playerId])
    const at = clock()
    await makePick(context, { queries, now: at.getTime() }, { teamId, playerId, box, how: by, by: null })
    const record = { at, subject: SUBJECT, memberId: null, call: 'draft.draftPlayer', method: BY_NO_PERSON }
    await saveAudit(queries, { ...record, params: { teamId, playerId, by } })
    await database.announce(queries, 'answers', '')
    return true
  })
  // The announcement may reach this process only after its next request.
  if (done) prepared.forget()
  return done
}

async function choose(queries: Queries, teamId: number) {
  const league = await currentLeague(queries)
  const { seasonId } = league
  const candidates = await listCandidates(queries, league)
  const wanted = await wantedPlayers(queries, seasonId, teamId)
  const choice = choosePick(wanted, candidates, filledBoxes(await draftEntries(queries, seasonId), teamId))
  if (!choice) return null
  const { playerId, boxName, by } = choice
  const isOutside = candidates.some((each) => each.playerId === playerId && each.boxName === null)
  return { playerId, by, box: isOutside ? boxName : null }
}

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
