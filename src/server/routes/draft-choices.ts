import * as contract from '#contract/draft'
import * as draftRules from '#rules/draft'
import { cannotKeep } from '#rules/keepers'
import { arrival } from '#rules/lineup'
import { refuse } from '#rules/refusal'
import { HttpError } from '../answers/http-error.ts'
import type { Context } from '../http/context.ts'
import type { Changing } from '../http/serve-change.ts'
import { unwrapOrThrow } from '../http/unwrap-or-throw.ts'
import * as store from '../store/subjects/draft.ts'
import * as keepers from '../store/subjects/keepers.ts'
import { currentLeague } from '../store/subjects/league.ts'
import { sendLive } from '../store/subjects/live-events.ts'
import { lockDraft, lockPlayers } from '../store/subjects/locks.ts'
import { findDraft, saveSequence } from '../store/subjects/sequence.ts'
import { lockOwnTeam, onlyOwnTeam } from './own-team.ts'

// What a member chooses before and in a draft. In a rehearsal the demo's members choose this way, too.

export const keepPlayer: Changing<typeof contract.keepPlayer> = {
  call: contract.keepPlayer,
  options: {
    access: 'member',
    lock: async (queries, asking) => {
      onlyOwnTeam(asking)
      await lockDraft(queries)
    },
    onUniqueViolation: { keeper_season_id_player_id_key: 'KEEPER_NOT_ELIGIBLE' },
  },
  handle: async ({ queries, params: { teamId, playerId } }) => {
    const { seasonId, constants, dates } = await currentLeague(queries)
    if (!(await store.draftCandidate(queries, seasonId, playerId))) throw new HttpError(404, 'PLAYER_NOT_FOUND')
    const former = await keepers.previousSeason(queries, seasonId)
    const entry = former ? await keepers.formerEntry(queries, former.id, playerId) : undefined
    unwrapOrThrow(
      cannotKeep(teamId, entry, {
        locked: (await findDraft(queries, seasonId)) !== null,
        keeperLastBuyDate: former?.keeperLastBuyDate ?? dates.keeperLastBuyDate,
        timeZone: constants.timeZone,
      }),
    )
    await keepers.saveKeeper(queries, seasonId, { teamId, playerId })
    return keepers.keepersOfTeam(queries, seasonId, teamId)
  },
}

export const draftPlayer = (context: Context): Changing<typeof contract.draftPlayer> => ({
  call: contract.draftPlayer,
  options: {
    access: 'member',
    lock: async (queries, asking) => {
      onlyOwnTeam(asking)
      await lockDraft(queries)
      await lockOwnTeam(queries, asking)
      await lockPlayers(queries, [asking.params.playerId])
    },
    invalidates: 'answers',
    onUniqueViolation: {
      roster_entry_owner: 'PLAYER_TAKEN',
      roster_entry_drafted: 'PLAYER_TAKEN',
      roster_entry_box: 'BOX_TAKEN',
    },
  },
  handle: async ({ queries, now, params: { teamId, playerId }, query: { box } }) => {
    const { seasonId, constants } = await currentLeague(queries)
    const candidate = await store.draftCandidate(queries, seasonId, playerId)
    if (!candidate) throw new HttpError(404, 'PLAYER_NOT_FOUND')
    const draft = unwrapOrThrow((await findDraft(queries, seasonId)) ?? refuse('DRAFT_NOT_STARTED'))
    const filled = await store.filledBoxes(queries, seasonId, teamId)
    const { sequence, boxName } = unwrapOrThrow(
      draftRules.draftPlayer(draft.sequence, teamId, candidate, box ?? null, filled),
    )
    const pickSequence = await saveSequence(queries, draft, sequence)
    const { name, position, nhlTeam } = candidate
    const spot = arrival(await store.lineupOf(queries, seasonId, teamId), { playerId, position }, now, constants)
    await store.insertPick(queries, { seasonId, teamId, spot, draftBox: boxName, acquired: 'draft' })
    const draftedPlayer = {
      playerId,
      name,
      position,
      nhlTeam,
      teamId,
      teamShortName: pickSequence.find((pick) => pick.teamId === teamId)?.teamShortName ?? '',
      draftBox: boxName,
      draftedAt: new Date(spot.boughtAt).toISOString(),
    }
    await sendLive(context, queries, now, [
      { type: 'PLAYER_DRAFTED', draftedPlayer },
      { type: 'PICK_SEQUENCE_UPDATED', pickSequence },
    ])
    return draftedPlayer
  },
})
