import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/draft-room'
import { missingPicks } from '#rules/pick-sequence-admin'
import { hasRole } from '#rules/roles'
import { lockDraft } from '../../db/locks.ts'
import type { Context } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { currentLeague } from '../league.ts'
import { onlyOwnTeam } from '../own-team.ts'
import { countDrafted, draftTeams, latestPick } from './draft.ts'
import { readLog } from './draft-log.ts'
import { takeBackKeeper } from './keep.ts'
import { modesOfTeams } from './pick-for-me.ts'
import { findClock, findDraft } from './sequence.ts'
import { clockAnswer } from './step.ts'

export function registerDraftRoom(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  serve(app, context, contract.getDraftRoom, { access: 'member' }, ({ user }) =>
    database.transaction(async (queries) => {
      const { seasonId } = await currentLeague(queries)
      const draft = await findDraft(queries, seasonId)
      const modes = await modesOfTeams(queries, seasonId)
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
