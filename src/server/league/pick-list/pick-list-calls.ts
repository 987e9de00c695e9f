import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/draft-room'
import { lockDraft, lockTeam } from '../../db/locks.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { sendLive } from '../../live/live-channels.ts'
import { listBoxes } from '../draft/boxes.ts'
import { saveMode } from '../draft/draft-teams.ts'
import { findClock } from '../draft/sequence.ts'
import { type Moment, roomUpdated } from '../draft/step.ts'
import { currentLeague } from '../league.ts'
import { onlyOwnTeam } from '../teams.ts'
import * as store from './pick-lists.ts'

const BY_LIST = {
  off: 'off',
  timeout: 'on, once its time is up',
  now: 'on, as soon as its turn comes',
} as const satisfies Record<contract.PickForMe, string>

export function registerPickList(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, contract.getPickList, { access: 'member' }, async (queries, input) => {
    onlyOwnTeam(input)
    return store.readPickList(queries, await currentLeague(queries), input.params.teamId)
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

  serveChange(app, context, contract.putPickList, {
    ...own,
    record: ({ teamId }, names) => `changed the pick list of ${names.team(teamId)}`,
    handle: async ({ queries, params: { teamId }, body: { playerIds } }) => {
      const league = await currentLeague(queries)
      if ((await listBoxes(queries, league.seasonId)).length === 0) throw new HttpError(409, 'BOXES_MISSING')
      if (new Set(playerIds).size < playerIds.length) throw new HttpError(400, 'PICK_LIST_DOUBLE')
      if ((await store.countPlayers(queries, playerIds)) < playerIds.length) {
        throw new HttpError(404, 'PLAYER_NOT_FOUND')
      }
      await store.savePickList(queries, { seasonId: league.seasonId, teamId }, playerIds)
      return store.readPickList(queries, league, teamId)
    },
  })

  serveChange(app, context, contract.putPickForMe, {
    ...own,
    record: ({ teamId }, names, body) =>
      body && `switched picking by list for ${names.team(teamId)} ${BY_LIST[body.mode]}`,
    handle: async ({ queries, now, params: { teamId }, body: { mode } }) => {
      const league = await currentLeague(queries)
      await saveMode(queries, { seasonId: league.seasonId, teamId }, mode)
      // Who picks by list shows on every board, and it may be this team's turn.
      await sendLive(context, queries, now, [roomUpdated(await findClock(queries, league.seasonId), now)])
      return store.readPickList(queries, league, teamId)
    },
  })
}
