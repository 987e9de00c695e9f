import type { ListedClub } from '../source.ts'
import { saveClubs, saveStandings } from '../store/import-clubs.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, nhlDay, noteOdd, orSetAside } from './import-run.ts'

/** Clubs and standings. In summer the source still has those of the last season: they name the clubs and no more. */
export async function importClubs(
  { database, source, clock }: ImportRun,
  season: ImportSeason,
  outcome: ImportOutcome,
): Promise<void> {
  const today = nhlDay(clock)
  const at = today > season.lastDay ? season.lastDay : 'now'
  const standings = await orSetAside(outcome, () => source.standings(at, noteOdd(outcome)))
  // An empty answer is ignored: outages and the time between two seasons look like this.
  if (!standings || standings.length === 0) return
  const hasIds = standings.every(({ nhlId }) => nhlId !== null)
  const listed = hasIds ? [] : ((await orSetAside(outcome, () => source.clubs())) ?? [])
  const clubs = standings.map((club) => ({ ...club, nhlId: club.nhlId ?? clubOf(listed, club)?.nhlId ?? null }))
  await database.transaction(async (queries) => {
    const ofSeason = standings.filter(({ seasonId }) => seasonId === season.id)
    const changed = (await saveClubs(queries, clubs)) + (await saveStandings(queries, season.id, ofSeason))
    if (changed > 0) await database.announce(queries, 'answers', String(season.id))
    outcome.changedRest += changed
  })
}

/** The list is historic and may have an abbreviation twice (Utah): the club of that name, else the newest. */
export function clubOf(
  listed: readonly ListedClub[],
  { abbrev, longName }: { readonly abbrev: string; readonly longName?: string },
): ListedClub | undefined {
  const those = listed.filter((club) => club.abbrev === abbrev)
  return those.find((club) => club.longName === longName) ?? those.toSorted((one, other) => other.nhlId - one.nhlId)[0]
}
