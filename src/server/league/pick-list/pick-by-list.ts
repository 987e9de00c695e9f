import type { DraftBoxName } from '#contract/limits'
import type { Instant } from '#rules/calendar'
import { isTimeUp } from '#rules/draft-clock'
import { choosePick, type ListPick } from '#rules/pick-list'
import { mayPick } from '#rules/pick-sequence'
import type { Queries } from '../../db/engine/database.ts'
import { lockDraft, lockPlayers, lockTeam, shareSeason } from '../../db/locks.ts'
import type { Context } from '../../http/context.ts'
import { BY_NO_PERSON, saveAudit } from '../audit.ts'
import { filledBoxes } from '../draft/draft.ts'
import { makePick } from '../draft/pick.ts'
import { modesOfTeams } from '../draft/pick-for-me.ts'
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

async function choose(
  queries: Queries,
  teamId: number,
): Promise<(Pick<ListPick, 'playerId' | 'by'> & { box: DraftBoxName | null }) | null> {
  const league = await currentLeague(queries)
  const { seasonId } = league
  const candidates = await listCandidates(queries, league)
  const wanted = await wantedPlayers(queries, seasonId, teamId)
  const choice = choosePick(wanted, candidates, await filledBoxes(queries, seasonId, teamId))
  if (!choice) return null
  const { playerId, boxName, by } = choice
  const isOutside = candidates.some((each) => each.playerId === playerId && each.boxName === null)
  return { playerId, by, box: isOutside ? boxName : null }
}
