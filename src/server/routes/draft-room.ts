import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/draft-room'
import { missingPicks } from '#rules/pick-sequence-admin'
import { hasRole } from '#rules/roles'
import { HttpError } from '../answers/http-error.ts'
import { takeBackKeeper } from '../draft/keep.ts'
import { clockAnswer, type Moment, roomUpdated } from '../draft/steps/step.ts'
import type { Context } from '../http/context.ts'
import { serve } from '../http/serve.ts'
import { type ChangeOptions, serveChange } from '../http/serve-change.ts'
import { listBoxes } from '../store/subjects/boxes.ts'
import { countDrafted, draftTeams, latestPick } from '../store/subjects/draft.ts'
import { readLog } from '../store/subjects/draft-log.ts'
import { currentLeague } from '../store/subjects/league.ts'
import { sendLive } from '../store/subjects/live-channels.ts'
import { lockDraft, lockTeam } from '../store/subjects/locks.ts'
import * as store from '../store/subjects/pick-lists.ts'
import { findClock, findDraft } from '../store/subjects/sequence.ts'
import { onlyOwnTeam } from './own-team.ts'

export function registerDraftRoom(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  serve(app, context, contract.getDraftRoom, { access: 'member' }, ({ user }) =>
    database.transaction(async (queries) => {
      const { seasonId } = await currentLeague(queries)
      const draft = await findDraft(queries, seasonId)
      const modes = await store.modesOfTeams(queries, seasonId)
      const owned = await countDrafted(queries, seasonId)
      const teams = await draftTeams(queries, seasonId)
      const hasTurns = draft?.sequence.entries.some(({ doneNr }) => doneNr === null) ?? false
      // What is missing of a draft that points have followed is a matter of trades and corrections.
      const isOver = !hasTurns && ((await latestPick(queries, seasonId))?.isSettled ?? false)
      return {
        clock: clockAnswer(draft?.clock ?? (await findClock(queries, seasonId)), clock().getTime()),
        teams: teams.map(({ id, shortName }) => {
          const mode = modes.get(id) ?? 'off'
          return {
            teamId: id,
            teamShortName: shortName,
            picksByList: mode !== 'off',
            ...((hasRole(user, 'admin') || user.teamId === id) && { mode }),
            missing: draft && !isOver ? missingPicks(draft.sequence, id, owned.get(id) ?? 0) : 0,
          }
        }),
      }
    }),
  )

  serve(app, context, contract.getDraftLog, { access: 'member' }, () =>
    database.transaction(async (queries) => readLog(queries, (await currentLeague(queries)).seasonId)),
  )

  registerPickList(app, context)

  serveChange(
    app,
    context,
    contract.removeKeeper,
    {
      access: 'member',
      record: ({ teamId, playerId }, names) =>
        `took ${names.player(playerId)} back as the keeper of ${names.team(teamId)}`,
      may: (asking) => {
        if (!hasRole(asking.user, 'admin')) onlyOwnTeam(asking)
      },
      lock: lockDraft,
    },
    ({ queries, params }) => takeBackKeeper(queries, params),
  )
}

const BY_LIST = {
  off: 'off',
  timeout: 'on, once its time is up',
  now: 'on, as soon as its turn comes',
} as const satisfies Record<contract.PickForMe, string>

function registerPickList(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.getPickList, { access: 'member' }, async (input) => {
    onlyOwnTeam(input)
    return context.database.transaction(async (queries) =>
      store.readPickList(queries, await currentLeague(queries), input.params.teamId),
    )
  })

  // The draft's lock, too: a pick by list reads the whole list and never half of it.
  const own = {
    access: 'member',
    may: onlyOwnTeam,
    lock: async (queries: Moment['queries'], { params: { teamId } }: { params: { teamId: number } }) => {
      await lockDraft(queries)
      await lockTeam(queries, teamId)
    },
  } as const

  const list: ChangeOptions<typeof contract.putPickList> = {
    ...own,
    record: ({ teamId }, names) => `changed the pick list of ${names.team(teamId)}`,
  }
  serveChange(
    app,
    context,
    contract.putPickList,
    list,
    async ({ queries, params: { teamId }, body: { playerIds } }) => {
      const league = await currentLeague(queries)
      if ((await listBoxes(queries, league.seasonId)).length === 0) throw new HttpError(409, 'BOXES_MISSING')
      if (new Set(playerIds).size < playerIds.length) throw new HttpError(400, 'PICK_LIST_DOUBLE')
      if ((await store.countPlayers(queries, playerIds)) < playerIds.length) {
        throw new HttpError(404, 'PLAYER_NOT_FOUND')
      }
      await store.savePickList(queries, { seasonId: league.seasonId, teamId }, playerIds)
      return store.readPickList(queries, league, teamId)
    },
  )

  serveChange(
    app,
    context,
    contract.putPickForMe,
    {
      ...own,
      record: ({ teamId }, names, body) =>
        body && `switched picking by list for ${names.team(teamId)} ${BY_LIST[body.mode]}`,
    },
    async ({ queries, now, params: { teamId }, body: { mode } }) => {
      const league = await currentLeague(queries)
      await store.saveMode(queries, { seasonId: league.seasonId, teamId }, mode)
      // Who picks by list shows on every board, and it may be this team's turn.
      await sendLive(context, queries, now, [roomUpdated(await findClock(queries, league.seasonId), now)])
      return store.readPickList(queries, league, teamId)
    },
  )
}
