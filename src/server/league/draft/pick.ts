import type { DraftedPlayer, Pick } from '#contract/draft'
import type { ErrorCode } from '#contract/errors'
import * as draftRules from '#rules/draft'
import { arrival } from '#rules/lineup'
import { isRefusal, refuse } from '#rules/refusal'
import type { Queries } from '../../db/engine/database.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import { unwrapOrThrow } from '../../http/answers/unwrap-or-throw.ts'
import type { LiveOutlet } from '../../live/live-channels.ts'
import { currentLeague } from '../league.ts'
import * as store from './draft.ts'
import { latestPickOf } from './draft-log.ts'
import { findDraft } from './sequence.ts'
import { type Moment, takeStep } from './step.ts'

/** What it means that a pick did not fit into a unique index: the net below the locks. */
export const pickViolations: { readonly [index: string]: ErrorCode } = {
  roster_entry_owner: 'PLAYER_TAKEN',
  roster_entry_drafted: 'PLAYER_TAKEN',
  roster_entry_box: 'BOX_TAKEN',
}

export interface PickRequest {
  readonly teamId: number
  readonly playerId: number
  /** For an outside player. */
  readonly box: string | null
  readonly how: 'self' | 'list' | 'points' | 'admin'
  /** The name of the person who picks; null for the server. */
  readonly by: string | null
}

/** A team's pick. The transaction holds the locks of the draft, the team and the player. */
export async function makePick(outlet: LiveOutlet, moment: Moment, request: PickRequest): Promise<DraftedPlayer> {
  const { queries, now } = moment
  const { teamId, playerId, box, how, by } = request
  const { seasonId, constants } = await currentLeague(queries)
  const candidate = await store.draftCandidate(queries, seasonId, playerId)
  if (!candidate) throw new HttpError(404, 'PLAYER_NOT_FOUND')
  const draft = unwrapOrThrow((await findDraft(queries, seasonId)) ?? refuse('DRAFT_NOT_STARTED'))
  if (draft.clock.isPaused) throw new HttpError(409, 'DRAFT_PAUSED')
  const filled = await store.filledBoxes(queries, seasonId, teamId)
  const step = draftRules.draftPlayer(draft.sequence, teamId, { ...candidate, playerId }, box, filled)
  if (isRefusal(step) && step.refused === 'NOT_YOUR_TURN') await sayWhoPicked(moment, seasonId, request)
  const { sequence, boxName } = unwrapOrThrow(step)
  const { name, position, nhlTeam } = candidate
  const spot = arrival(await store.lineupOf(queries, seasonId, teamId), { playerId, position }, now, constants)
  await store.insertPick(queries, { seasonId, teamId, spot, draftBox: boxName, acquired: 'draft' })
  const draftedIn = (picks: readonly Pick[]): DraftedPlayer => ({
    playerId,
    name,
    position,
    nhlTeam,
    teamId,
    teamShortName: picks.find((pick) => pick.teamId === teamId)?.teamShortName ?? '',
    draftBox: boxName,
    draftedAt: new Date(spot.boughtAt).toISOString(),
  })
  const picks = await takeStep(outlet, moment, draft, sequence, {
    log: [{ kind: 'pick', teamId, playerId, boxName, how, byName: by }],
    live: (all) => [{ type: 'PLAYER_DRAFTED', draftedPlayer: draftedIn(all) }],
  })
  return draftedIn(picks)
}

/** A pick may be on its way when another is made for its team: who meant to pick learns what happened. */
const JUST_NOW_MS = 60_000

async function sayWhoPicked(
  { queries, now }: { queries: Queries; now: number },
  seasonId: number,
  { teamId, how }: PickRequest,
): Promise<void> {
  const latest = how === 'self' ? await latestPickOf(queries, seasonId, teamId) : null
  if (!latest || latest.how === 'self' || now - latest.at.getTime() > JUST_NOW_MS) return
  const name = `${latest.firstName} ${latest.lastName}`
  const words =
    latest.how === 'admin'
      ? `An admin has picked ${name} for your team just now.`
      : `${name} has been picked for your team just now, before your pick arrived.`
  throw new HttpError(409, 'NOT_YOUR_TURN', words)
}
