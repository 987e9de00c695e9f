import { asc, eq } from 'drizzle-orm'
import type { NhlTeam } from '#contract/stats'
import type { Queries } from '../engine/database.ts'
import { nhlStanding, nhlTeam } from '../tables/tables.ts'

export async function nhlTeams(queries: Queries, seasonId: number): Promise<NhlTeam[]> {
  const rows = await queries
    .select({ club: nhlTeam, standing: nhlStanding })
    .from(nhlStanding)
    .innerJoin(nhlTeam, eq(nhlTeam.abbrev, nhlStanding.abbrev))
    .where(eq(nhlStanding.seasonId, seasonId))
    .orderBy(asc(nhlTeam.conference), asc(nhlStanding.conferenceRank), asc(nhlTeam.abbrev))
  return rows.flatMap(({ club: { conference, division, ...club }, standing }) =>
    // A club has them since it has been in standings.
    conference === null || division === null
      ? []
      : [
          {
            shortName: club.abbrev,
            longName: club.longName,
            logoUrl: club.logoUrl,
            conference,
            division,
            divisionRank: standing.divisionRank,
            conferenceRank: standing.conferenceRank,
            gamesPlayed: standing.gamesPlayed,
            points: standing.points,
          },
        ],
  )
}
