import { clubsOfSeason } from '../store/subjects/import-clubs.ts'
import { lockImports } from '../store/subjects/import-days.ts'
import { addPlayers, type ImportedPlayer, placeByLastGame, savePlayers } from '../store/subjects/import-players.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, nhlDay, orSetAside } from './import-run.ts'

export interface Rosters {
  /** On the roster of one club. */
  readonly placed: readonly ImportedPlayer[]
  /** On the rosters of several, each with the first: in a season that is over, or in the midst of a trade. */
  readonly unplaced: readonly ImportedPlayer[]
  /** Clubs whose roster could not be had, or not whole. */
  readonly missing: readonly string[]
}

/** Reads the rosters of all clubs. Rosters list active players only: a player on none is not gone. */
export async function readRosters(
  { database, source, clock, signal }: ImportRun,
  season: ImportSeason,
  outcome: ImportOutcome,
  report: (done: number, what: string) => void,
): Promise<Rosters> {
  const clubs = await database.transaction((queries) => clubsOfSeason(queries, season.id))
  const which = nhlDay(clock) > season.lastDay ? season.id : 'current'
  const players = new Map<number, ImportedPlayer[]>()
  const missing: string[] = []
  for (const [index, club] of clubs.entries()) {
    signal?.throwIfAborted()
    report(index / clubs.length, `roster of ${club}`)
    let isWhole = true
    const note = (why: string) => {
      outcome.setAside.push(why)
      isWhole = false
    }
    const roster = await orSetAside(outcome, () => source.roster(club, which, note))
    if (!roster || !isWhole) missing.push(club)
    for (const player of roster ?? []) {
      players.set(player.id, [...(players.get(player.id) ?? []), { ...player, nhlTeam: club }])
    }
  }
  const first = (of: readonly ImportedPlayer[]) => of.slice(0, 1)
  return {
    placed: [...players.values()].filter(({ length }) => length === 1).flatMap(first),
    unplaced: [...players.values()].filter(({ length }) => length > 1).flatMap(first),
    missing,
  }
}

/** Names, positions and clubs as the rosters have them; a player on none belongs to the club of their last game. */
export async function saveRosters(
  { database }: ImportRun,
  season: ImportSeason,
  { placed, unplaced, missing }: Rosters,
  outcome: ImportOutcome,
): Promise<void> {
  await database.transaction(async (queries) => {
    await lockImports(queries)
    const changed =
      (await savePlayers(queries, placed)) +
      (await addPlayers(queries, unplaced)) +
      (await placeByLastGame(queries, season.id, placed, missing))
    if (changed > 0) await database.announce(queries, 'answers', String(season.id))
    outcome.changedRest += changed
  })
}
