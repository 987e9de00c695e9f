import type { FastifyInstance } from 'fastify'
import {
  getLastUpdated,
  getNhlTeams,
  getPlayer,
  getPlayers,
  getPlayersPreview,
  getPreviousSeasons,
  getRecentTotals,
  getTeam,
  getTeams,
  getTimeSeries,
  patchTeam,
} from '#contract/stats'
import { checkTeamNames } from '#rules/names'
import { HttpError } from '../answers/http-error.ts'
import type { Context } from '../http/context.ts'
import { serve, servePrepared } from '../http/serve.ts'
import { serveChange } from '../http/serve-change.ts'
import { unwrapOrThrow } from '../http/unwrap-or-throw.ts'
import { renamed } from '../records/renamed.ts'
import type { Queries } from '../store/engine/database.ts'
import { readOnly } from '../store/engine/read-only.ts'
import { nhlTeams } from '../store/subjects/import-clubs.ts'
import { type CurrentLeague, currentLeague } from '../store/subjects/league.ts'
import { lockTeamNames } from '../store/subjects/locks.ts'
import { onTeamNameTaken, renameTeam, teamExists, teamNames } from '../store/subjects/office-teams.ts'
import {
  findPlayer,
  findPlayers,
  type PlayerFigures,
  playerOnWire,
  playersPreview,
  previousSeasons,
  timeSeries,
} from '../store/subjects/players.ts'
import { hasPublishedPlayers, lastUpdate, standings, teamRecentTotals } from '../store/subjects/standings.ts'
import { ownTeam } from './own-team.ts'

export function registerStats(app: FastifyInstance, context: Context): void {
  registerTeams(app, context)
  registerPlayers(app, context)

  servePrepared(app, context, getLastUpdated, { access: 'member' }, async (queries) => {
    const { seasonId } = await currentLeague(queries)
    const update = await lastUpdate(queries, seasonId)
    if (!update || !(await hasPublishedPlayers(queries, seasonId)))
      throw new HttpError(404, 'NOT_FOUND', 'No statistics have been published yet.')
    return { modifiedAt: update.publishedAt.toISOString() }
  })

  servePrepared(app, context, getNhlTeams, { access: 'member' }, async (queries) =>
    nhlTeams(queries, (await currentLeague(queries)).seasonId),
  )
}

function registerTeams(app: FastifyInstance, context: Context): void {
  const { clock } = context
  const teams = async (queries: Queries) => standings(queries, await currentLeague(queries), clock().getTime())
  const oneTeam = async (queries: Queries, teamId: number) => {
    // Checked before everybody's score is worked out: refusals are not cached.
    if (!(await teamExists(queries, teamId))) throw new HttpError(404, 'TEAM_NOT_FOUND')
    const team = (await teams(queries)).find(({ id }) => id === teamId)
    if (!team) throw new HttpError(404, 'TEAM_NOT_FOUND')
    return team
  }

  servePrepared(app, context, getTeams, { access: 'member' }, teams)

  servePrepared(app, context, getTeam, { access: 'member' }, (queries, { params: { teamId } }) =>
    oneTeam(queries, teamId),
  )

  servePrepared(app, context, getRecentTotals, { access: 'member' }, async (queries, { params: { teamId } }) => {
    const totals = await teamRecentTotals(queries, (await currentLeague(queries)).seasonId, teamId)
    if (!totals) throw new HttpError(404, 'TEAM_NOT_FOUND')
    return totals
  })

  serveChange(
    app,
    context,
    patchTeam,
    {
      access: 'member',
      ...ownTeam,
      record: (kept, _, body) => body && renamed(kept, body),
      lock: async (queries, asking) => {
        await ownTeam.lock(queries, asking)
        await lockTeamNames(queries)
      },
      invalidates: 'answers',
      onUniqueViolation: onTeamNameTaken,
    },
    async ({ queries, params: { teamId }, body, note }) => {
      const all = await teamNames(queries)
      const others = all.filter(({ id }) => id !== teamId)
      note({ was: all.find(({ id }) => id === teamId) })
      await renameTeam(queries, teamId, unwrapOrThrow(checkTeamNames(body, others)))
      return oneTeam(queries, teamId)
    },
  )
}

function registerPlayers(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const now = () => clock().getTime()

  servePrepared(app, context, getPlayers, { access: 'member' }, async (queries, { query: { type } }) =>
    (await findPlayers(queries, await currentLeague(queries), now(), type)).map(playerOnWire),
  )

  serve(app, context, getPlayersPreview, { access: 'premium' }, async () =>
    readOnly(database, async (queries) => playersPreview(queries, await currentLeague(queries), now())),
  )

  /** Runs in the transaction that has checked that the player exists. */
  const about = <T>(
    playerId: number,
    tell: (queries: Queries, league: CurrentLeague, player: PlayerFigures) => Promise<T>,
  ): Promise<T> =>
    readOnly(database, async (queries) => {
      const league = await currentLeague(queries)
      const player = await findPlayer(queries, league, now(), playerId)
      if (!player) throw new HttpError(404, 'PLAYER_NOT_FOUND')
      return tell(queries, league, player)
    })

  serve(app, context, getPlayer, { access: 'member' }, ({ params: { playerId } }) =>
    about(playerId, async (_queries, _league, player) => playerOnWire(player)),
  )

  serve(app, context, getTimeSeries, { access: 'member' }, ({ params: { playerId } }) =>
    about(playerId, (queries, league) => timeSeries(queries, league, playerId)),
  )

  serve(app, context, getPreviousSeasons, { access: 'member' }, ({ params: { playerId } }) =>
    about(playerId, (queries, league) => previousSeasons(queries, league, playerId)),
  )
}
