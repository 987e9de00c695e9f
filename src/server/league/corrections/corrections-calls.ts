import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import * as contract from '#contract/corrections'
import { fromWire, toWire } from '#rules/money'
import { refusalError } from '../../http/answers/http-error.ts'
import { fits } from '../../http/answers/validator.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { currentLeague } from '../league.ts'
import { refuseUnknownTeam } from '../teams.ts'
import {
  applyCorrection,
  type CorrectionRefused,
  listCorrections,
  lockForCorrection,
  previewCorrection,
} from './corrections.ts'
import { correctedLines } from './nhl-corrections.ts'

/** A correction's record keeps its own words: what was there before it could not be found out later. */
const Corrected = Type.Object({ teamId: Type.Integer(), did: Type.String() })
type Corrected = Static<typeof Corrected>

const orThrow = <T extends object>(answer: T | CorrectionRefused): T => {
  if ('refused' in answer) throw refusalError(answer.refused, answer.sentence)
  return answer
}

export function registerCorrections(app: FastifyInstance, context: Context): void {
  const forMembers = { access: 'member', isSnapshot: true } as const

  serveQuery(app, context, contract.getCorrections, forMembers, async (queries) =>
    listCorrections(queries, await currentLeague(queries)),
  )

  serveQuery(app, context, contract.getTeamCorrections, forMembers, async (queries, { params: { teamId } }) => {
    const league = await currentLeague(queries)
    await refuseUnknownTeam(queries, teamId)
    const corrections = await listCorrections(queries, league, teamId)
    const gained = corrections.map(({ before, after }) => fromWire(after.totalScore) - fromWire(before.totalScore))
    return {
      sum: toWire(gained.reduce((sum, each) => sum + each, 0)),
      corrections,
      lines: await correctedLines(queries, league.seasonId, teamId),
    }
  })

  // A question, though it has a body: nothing is changed, and nothing recorded.
  const forAdmins = { access: 'admin', isSnapshot: true } as const
  serveQuery(app, context, contract.previewCorrection, forAdmins, async (queries, { body }) =>
    orThrow(await previewCorrection(queries, context.clock().getTime(), body)),
  )

  serveChange(app, context, contract.makeCorrection, {
    access: 'admin',
    record: (kept, names) =>
      fits<Corrected>(Corrected, kept)
        ? `corrected ${names.team(kept.teamId)}: ${kept.did.charAt(0).toLowerCase()}${kept.did.slice(1)}`
        : 'made a correction (see Corrections)',
    lock: (queries, { body }) => lockForCorrection(queries, body.asked),
    invalidates: 'answers',
    onUniqueViolation: {
      roster_entry_owner: 'CORRECTION_TAKEN',
      roster_entry_season_id_team_id_player_id_key: 'CORRECTION_TWICE',
      correction_entry_undoes: 'CORRECTION_UNDONE',
    },
    handle: async ({ queries, now, user, body: { asked: input, ...body }, note }) => {
      const made = orThrow(await applyCorrection(queries, now, { input, ...body, by: user.name }))
      note({ nr: made.nr, teamId: made.team.id, did: made.what })
      return made
    },
  })
}
