import type { FastifyInstance } from 'fastify'
import {
  getNhlTeams,
  getPlayer,
  getPlayers,
  getPlayersPreview,
  getPreviousSeasons,
  getTimeSeries,
} from '#contract/stats'
import type { Queries } from '../../db/engine/database.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { servePrepared, serveQuery } from '../../http/serve.ts'
import { nhlTeams } from '../../nhl/store/import-clubs.ts'
import { currentLeague } from '../league.ts'
import { findPlayer, findPlayers, playerOnWire, playersPreview, previousSeasons, timeSeries } from './players.ts'

export function registerPlayers(app: FastifyInstance, context: Context): void {
  const now = () => context.clock().getTime()

  servePrepared(app, context, getPlayers, { access: 'member' }, async (queries, { query: { type } }) =>
    (await findPlayers(queries, await currentLeague(queries), now(), type)).map(playerOnWire),
  )

  const preview = { access: 'premium', isSnapshot: true } as const
  serveQuery(app, context, getPlayersPreview, preview, async (queries) =>
    playersPreview(queries, await currentLeague(queries), now()),
  )

  const member = { access: 'member', isSnapshot: true } as const
  const found = async (queries: Queries, playerId: number) => {
    const league = await currentLeague(queries)
    const player = await findPlayer(queries, league, now(), playerId)
    if (!player) throw new HttpError(404, 'PLAYER_NOT_FOUND')
    return { league, player }
  }

  serveQuery(app, context, getPlayer, member, async (queries, { params: { playerId } }) =>
    playerOnWire((await found(queries, playerId)).player),
  )

  serveQuery(app, context, getTimeSeries, member, async (queries, { params: { playerId } }) =>
    timeSeries(queries, (await found(queries, playerId)).league, playerId),
  )

  serveQuery(app, context, getPreviousSeasons, member, async (queries, { params: { playerId } }) =>
    previousSeasons(queries, (await found(queries, playerId)).league, playerId),
  )

  servePrepared(app, context, getNhlTeams, { access: 'member' }, async (queries) =>
    nhlTeams(queries, (await currentLeague(queries)).seasonId),
  )
}
