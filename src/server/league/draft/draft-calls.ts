import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/draft'
import * as room from '#contract/draft-room'
import { notOutside } from '#rules/draft-boxes'
import { checkTag } from '#rules/names'
import { missingPicks } from '#rules/pick-sequence-admin'
import { cannotModify, hasRole } from '#rules/roles'
import { lockDraft } from '../../db/locks.ts'
import { HttpError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serve, serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { currentLeague } from '../league.ts'
import { onlyOwnTeam, ownTeam } from '../teams.ts'
import { draftBoard, keeperBoxes, saveTag } from './boxes.ts'
import * as store from './draft.ts'
import { draftPlayer, keepPlayer, takeBackKeeper } from './draft-choices.ts'
import { readLog } from './draft-log.ts'
import { modesOfTeams } from './draft-teams.ts'
import { findClock, findDraft, listPicks } from './sequence.ts'
import { clockAnswer } from './step.ts'

export function registerDraft(app: FastifyInstance, context: Context): void {
  registerKeepers(app, context)
  registerBoard(app, context)
  registerPicks(app, context)
}

const member = { access: 'member' } as const

function registerKeepers(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, contract.getKeeperBoxes, member, async (queries) =>
    keeperBoxes(queries, await currentLeague(queries)),
  )

  serveQuery(app, context, contract.getKeepersStatus, member, async (queries) =>
    store.keeperStatuses(queries, (await currentLeague(queries)).seasonId),
  )

  serveQuery(app, context, contract.getKeeper, member, async (queries, { params: { teamId } }) => {
    const { seasonId } = await currentLeague(queries)
    const [keeper] = await store.keepersOfTeam(queries, seasonId, teamId)
    if (!keeper) throw new HttpError(404, 'NOT_FOUND', 'This team has not chosen a keeper.')
    return keeper
  })

  serveChange(app, context, contract.keepPlayer, keepPlayer)
}

function registerBoard(app: FastifyInstance, context: Context): void {
  const { database } = context

  /**
   * Only a team's own members read its tags. A member without the premium role gets the same board without tags: one
   * who loses the role in the middle of a draft can still draft.
   */
  serveQuery(app, context, contract.getDraftBoxes, member, async (queries, { user, query: { teamId } }) => {
    if (teamId !== undefined) unwrapOrThrow(cannotModify(user, teamId))
    const tagsOf = hasRole(user, 'premium') ? (teamId ?? null) : null
    return draftBoard(queries, await currentLeague(queries), tagsOf)
  })

  serveChange(app, context, contract.putTag, {
    access: 'premium',
    ...ownTeam,
    // What it says, and of whom, is the team's own.
    record: ({ teamId }, names) => `changed a tag of ${names.team(teamId)}`,
    handle: async ({ queries, params: { teamId, playerId }, body }) => {
      const { tag } = unwrapOrThrow(checkTag(body))
      const { seasonId } = await currentLeague(queries)
      if (!(await store.draftCandidate(queries, seasonId, playerId))) throw new HttpError(404, 'PLAYER_NOT_FOUND')
      await saveTag(queries, { seasonId, teamId, playerId }, tag)
      return { tag }
    },
  })

  serve(app, context, contract.getOutsidePlayer, member, async ({ params: { playerId } }) => {
    const find = () =>
      database.transaction(async (queries) =>
        store.draftCandidate(queries, (await currentLeague(queries)).seasonId, playerId),
      )
    const known = await find()
    const answer = known ? 'found' : await context.lookUpPlayer(playerId)
    // The form shows the sentence of a 400 and no other (spec, section 8).
    if (answer === 'silent') throw new HttpError(400, 'NHL_SILENT')
    const candidate = known ?? (answer === 'found' ? await find() : null)
    if (!candidate) throw new HttpError(404, 'PLAYER_NOT_FOUND')
    const refusal = notOutside(candidate)
    if (refusal) throw new HttpError(400, refusal.refused)
    const { id, name, position, nhlTeam } = candidate
    return { id, name, position, nhlTeam }
  })
}

function registerPicks(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, contract.getPickSequence, member, async (queries) =>
    listPicks(queries, (await currentLeague(queries)).seasonId),
  )

  serveQuery(app, context, contract.getDraftTeams, member, async (queries) =>
    store.draftTeams(queries, (await currentLeague(queries)).seasonId),
  )

  serveQuery(app, context, contract.getDraftedPlayers, member, async (queries) =>
    store.listDrafted(queries, (await currentLeague(queries)).seasonId),
  )

  serveQuery(app, context, contract.getLastDrafted, member, async (queries) => {
    const latest = await store.lastDrafted(queries, (await currentLeague(queries)).seasonId)
    if (!latest) throw new HttpError(404, 'NOT_FOUND', 'No one has been drafted yet.')
    return latest
  })

  serveChange(app, context, contract.draftPlayer, draftPlayer(context))
}

export function registerDraftRoom(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, room.getDraftRoom, member, async (queries, { user }) => {
    const { seasonId } = await currentLeague(queries)
    const draft = await findDraft(queries, seasonId)
    const modes = await modesOfTeams(queries, seasonId)
    const drafted = await store.draftEntries(queries, seasonId)
    const teams = await store.draftTeams(queries, seasonId)
    const hasTurns = draft?.sequence.entries.some(({ doneNr }) => doneNr === null) ?? false
    // What is missing of a draft that points have followed is a matter of trades and corrections.
    const isOver = !hasTurns && ((await store.latestPick(queries, seasonId))?.isSettled ?? false)
    return {
      clock: clockAnswer(draft?.clock ?? (await findClock(queries, seasonId)), context.clock().getTime()),
      teams: teams.map(({ id, shortName }) => {
        const mode = modes.get(id) ?? 'off'
        return {
          teamId: id,
          teamShortName: shortName,
          picksByList: mode !== 'off',
          ...((hasRole(user, 'admin') || user.teamId === id) && { mode }),
          missing:
            draft && !isOver
              ? missingPicks(draft.sequence, id, drafted.filter(({ teamId }) => teamId === id).length)
              : 0,
        }
      }),
    }
  })

  serveQuery(app, context, room.getDraftLog, member, async (queries) =>
    readLog(queries, (await currentLeague(queries)).seasonId),
  )

  serveChange(app, context, room.removeKeeper, {
    access: 'member',
    record: ({ teamId, playerId }, names) =>
      `took ${names.player(playerId)} back as the keeper of ${names.team(teamId)}`,
    may: (asking) => {
      if (!hasRole(asking.user, 'admin')) onlyOwnTeam(asking)
    },
    lock: lockDraft,
    handle: ({ queries, params }) => takeBackKeeper(queries, params),
  })
}
