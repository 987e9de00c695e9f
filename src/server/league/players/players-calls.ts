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
import { readOnly } from '../../db/queries.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serve, servePrepared } from '../../http/serve.ts'
import { nhlTeams } from '../../nhl/store/import-clubs.ts'
import { type CurrentLeague, currentLeague } from '../league.ts'
import {
  findPlayer,
  findPlayers,
  type PlayerFigures,
  playerOnWire,
  playersPreview,
  previousSeasons,
  timeSeries,
} from './players.ts'

export function registerPlayers(app: FastifyInstance, context: Context): void {
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

  servePrepared(app, context, getNhlTeams, { access: 'member' }, async (queries) =>
    nhlTeams(queries, (await currentLeague(queries)).seasonId),
  )
}
