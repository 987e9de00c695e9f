import * as contract from '#contract/draft'
import { lockDraft, lockPlayers, lockTeam } from '../../db/locks.ts'
import type { Context } from '../../http/context.ts'
import type { Changing } from '../../http/serve-change.ts'
import { onlyOwnTeam } from '../own-team.ts'
import { chooseKeeper, keeperViolations } from './keep.ts'
import { makePick, pickViolations } from './pick.ts'

// What a member chooses before and in a draft. In a rehearsal the demo's members choose this way, too.

export const keepPlayer: Changing<typeof contract.keepPlayer> = {
  call: contract.keepPlayer,
  options: {
    access: 'member',
    record: ({ teamId, playerId }, names) => `chose ${names.player(playerId)} as the keeper of ${names.team(teamId)}`,
    may: onlyOwnTeam,
    lock: lockDraft,
    onUniqueViolation: keeperViolations,
  },
  handle: ({ queries, params }) => chooseKeeper(queries, params),
}

export const draftPlayer = (context: Context): Changing<typeof contract.draftPlayer> => ({
  call: contract.draftPlayer,
  options: {
    access: 'member',
    record: ({ teamId, playerId }, names) => `drafted ${names.player(playerId)} for ${names.team(teamId)}`,
    may: onlyOwnTeam,
    lock: async (queries, { params: { teamId, playerId } }) => {
      await lockDraft(queries)
      await lockTeam(queries, teamId)
      await lockPlayers(queries, [playerId])
    },
    invalidates: 'answers',
    onUniqueViolation: pickViolations,
  },
  handle: ({ queries, now, user, params: { teamId, playerId }, query: { box } }) =>
    makePick(context, { queries, now }, { teamId, playerId, box: box ?? null, how: 'self', by: user.name }),
})
