import type { FastifyInstance } from 'fastify'
import { getRosterChanges, getRosterEntry, getTeamPlayers, putLineup, putScratchStatus } from '#contract/roster'
import type { Instant } from '#rules/calendar'
import { changeLineup, type RosterSpot, swapLineup } from '#rules/lineup'
import type { Queries } from '../../db/engine/database.ts'
import { refusalError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { currentLeague } from '../league.ts'
import { ownTeam, refuseUnknownTeam } from '../teams.ts'
import {
  closeScratch,
  type Entry,
  entryOnWire,
  findEntries,
  openScratch,
  rosterChanges,
  teamPlayers,
} from './roster.ts'

async function saveSpot(queries: Queries, roster: readonly Entry[], changed: RosterSpot, now: Instant): Promise<void> {
  const entry = roster.find(({ playerId }) => playerId === changed.playerId)
  if (!entry) throw refusalError('ROSTER_ENTRY_NOT_FOUND')
  if (changed.scratched) await openScratch(queries, entry.entryId, now)
  else await closeScratch(queries, entry.entryId, now)
}

export function registerRoster(app: FastifyInstance, context: Context): void {
  const member = { access: 'member', isSnapshot: true } as const

  serveQuery(app, context, getTeamPlayers, member, async (queries, { params: { teamId }, query: { current } }) => {
    const league = await currentLeague(queries)
    await refuseUnknownTeam(queries, teamId)
    return teamPlayers(queries, league, context.clock().getTime(), { teamId, current })
  })

  const oneEntry = async (queries: Queries, teamId: number, playerId: number) => {
    const { seasonId } = await currentLeague(queries)
    const [entry] = await findEntries(queries, { seasonId, teamId, playerIds: [playerId] })
    if (!entry) throw refusalError('ROSTER_ENTRY_NOT_FOUND')
    return entryOnWire(entry)
  }

  serveQuery(app, context, getRosterEntry, member, (queries, { params: { teamId, playerId } }) =>
    oneEntry(queries, teamId, playerId),
  )

  serveChange(app, context, putScratchStatus, {
    access: 'member',
    ...ownTeam,
    record: ({ teamId, playerId, 'scratch-status': status }, names) =>
      `${status} ${names.player(playerId)} of ${names.team(teamId)}`,
    handle: async ({ queries, params: { teamId, playerId }, query, now }) => {
      const league = await currentLeague(queries)
      const roster = await findEntries(queries, { seasonId: league.seasonId, teamId })
      const changed = unwrapOrThrow(changeLineup(roster, playerId, query['scratch-status'], now, league))
      await saveSpot(queries, roster, changed, now)
      return oneEntry(queries, teamId, playerId)
    },
  })

  serveChange(app, context, putLineup, {
    access: 'member',
    ...ownTeam,
    record: ({ teamId }, names, body) =>
      body &&
      `scratched ${names.player(body.scratch)} and dressed ${names.player(body.dress)} of ${names.team(teamId)}`,
    handle: async ({ queries, params: { teamId }, body, now }) => {
      const league = await currentLeague(queries)
      const roster = await findEntries(queries, { seasonId: league.seasonId, teamId })
      for (const changed of unwrapOrThrow(swapLineup(roster, body, now, league)))
        await saveSpot(queries, roster, changed, now)
      return {
        scratched: await oneEntry(queries, teamId, body.scratch),
        dressed: await oneEntry(queries, teamId, body.dress),
      }
    },
  })

  serveQuery(app, context, getRosterChanges, member, async (queries) =>
    rosterChanges(queries, (await currentLeague(queries)).seasonId),
  )
}
