import type { FastifyInstance } from 'fastify'
import { getRosterChanges, getRosterEntry, getTeamPlayers, putScratchStatus } from '#contract/roster'
import { changeLineup } from '#rules/lineup'
import { teamPoints } from '#rules/money'
import type { Context } from '../context.ts'
import { granted, refusalError } from '../granted.ts'
import type { Queries } from '../store/database.ts'
import { currentLeague } from '../store/league.ts'
import { findPlayersById, playerOnWire } from '../store/players.ts'
import { readOnly } from '../store/read-only.ts'
import { closeScratch, entryOnWire, findEntries, openScratch } from '../store/roster.ts'
import { rosterChanges } from '../store/roster-changes.ts'
import { teamExists } from '../store/teams.ts'
import { beginOwnTeam } from './own-team.ts'
import { serve } from './serve.ts'
import { serveChange } from './serve-change.ts'

export function registerRoster(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  serve(app, context, getTeamPlayers, { access: 'member' }, ({ params: { teamId }, query: { current } }) =>
    readOnly(database, async (queries) => {
      const league = await currentLeague(queries)
      if (!(await teamExists(queries, teamId))) throw refusalError('TEAM_NOT_FOUND')
      const all = await findEntries(queries, { seasonId: league.seasonId, teamId })
      const entries = all.filter(({ sold }) => sold !== current)
      const ids = entries.map(({ playerId }) => playerId)
      const players = await findPlayersById(queries, league, clock().getTime(), ids)
      return entries
        .sort((one, other) => teamPoints(other) - teamPoints(one))
        .flatMap((entry) => {
          const player = players.get(entry.playerId)
          return player ? [{ player: playerOnWire(player), rosterEntry: entryOnWire(entry) }] : []
        })
    }),
  )

  const oneEntry = async (queries: Queries, teamId: number, playerId: number) => {
    const { seasonId } = await currentLeague(queries)
    const [entry] = await findEntries(queries, { seasonId, teamId, playerIds: [playerId] })
    if (!entry) throw refusalError('ROSTER_ENTRY_NOT_FOUND')
    return entryOnWire(entry)
  }

  serve(app, context, getRosterEntry, { access: 'member' }, ({ params: { teamId, playerId } }) =>
    readOnly(database, (queries) => oneEntry(queries, teamId, playerId)),
  )

  serveChange(
    app,
    context,
    putScratchStatus,
    { access: 'member', begin: beginOwnTeam },
    async ({ queries, params: { teamId, playerId }, query, now }) => {
      const league = await currentLeague(queries)
      const roster = await findEntries(queries, { seasonId: league.seasonId, teamId })
      const changed = granted(changeLineup(roster, playerId, query['scratch-status'], now, league))
      const entry = roster.find((each) => each.playerId === playerId)
      if (!entry) throw refusalError('ROSTER_ENTRY_NOT_FOUND')
      if (changed.scratched) await openScratch(queries, entry.entryId, now)
      else await closeScratch(queries, entry.entryId, now)
      return oneEntry(queries, teamId, playerId)
    },
  )

  serve(app, context, getRosterChanges, { access: 'member' }, () =>
    readOnly(database, async (queries) => rosterChanges(queries, (await currentLeague(queries)).seasonId)),
  )
}
