import { seasonBefore } from '#rules/calendar'
import { groupBy } from '#rules/group-by'
import { grouped } from '#rules/words'
import { clubsOfSeason } from '../store/import-clubs.ts'
import { lockImports } from '../store/import-days.ts'
import {
  addPastSeasons,
  addPlayers,
  type ImportedCareer,
  type ImportedPlayer,
  isSeasonBeforeRead,
  noteSeasonBeforeRead,
  placeByLastGame,
  playersWithoutCareer,
  saveCareers,
  savePlayers,
} from '../store/import-players.ts'
import {
  type ImportOutcome,
  type ImportRun,
  type ImportSeason,
  nhlDay,
  noteOdd,
  orSetAside,
  writeRest,
} from './import-run.ts'

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
  const players: ImportedPlayer[] = []
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
    for (const player of roster ?? []) players.push({ ...player, nhlTeam: club })
  }
  const first = (of: readonly ImportedPlayer[]) => of.slice(0, 1)
  const byPlayer = [...groupBy(players, ({ id }) => id).values()]
  return {
    placed: byPlayer.filter(({ length }) => length === 1).flatMap(first),
    unplaced: byPlayer.filter(({ length }) => length > 1).flatMap(first),
    missing,
  }
}

/** Names, positions and clubs as the rosters have them; a player on none belongs to the club of their last game. */
export async function saveRosters(
  run: ImportRun,
  season: ImportSeason,
  { placed, unplaced, missing }: Rosters,
  outcome: ImportOutcome,
): Promise<void> {
  await writeRest(run, season, outcome, async (queries) => {
    await lockImports(queries)
    return (
      (await savePlayers(queries, placed)) +
      (await addPlayers(queries, unplaced)) +
      (await placeByLastGame(queries, season.id, placed, missing))
    )
  })
}

/**
 * From one write to the next: a polite client gets answers less often, so each one is written as it comes and not
 * fetched again when the import is killed; answers of a fast source are written together.
 */
const WRITE_EVERY_MS = 100

/** Head shots and earlier seasons of players who are new, and the club of those who are on no roster and have not played. */
export async function importCareers(
  { database, source, signal }: ImportRun,
  season: ImportSeason,
  onRosters: ReadonlySet<number>,
  outcome: ImportOutcome,
  report: (done: number, what: string) => void,
): Promise<void> {
  const players = await database.transaction((queries) => playersWithoutCareer(queries, season.id))
  let careers: ImportedCareer[] = []
  let found: ImportedPlayer[] = []
  let written = Number.NEGATIVE_INFINITY
  const write = async () => {
    const waiting = { careers, found }
    // Not its end: a slow write must not make a polite client's next answer wait for another.
    written = performance.now()
    careers = []
    found = []
    if (waiting.careers.length > 0) {
      await database.transaction(async (queries) => {
        await savePlayers(queries, waiting.found)
        await saveCareers(queries, season.id, waiting.careers)
        await database.announce(queries, 'answers', String(season.id))
      })
    }
    outcome.changedRest += waiting.careers.length
  }
  for (const [index, { id, hasPlayed }] of players.entries()) {
    signal?.throwIfAborted()
    report(index / players.length, `earlier seasons, player ${grouped(index + 1)} of ${grouped(players.length)}`)
    const note = noteOdd(outcome)
    await orSetAside(outcome, async () => {
      const { career, ...player } = await source.player(id, note)
      careers.push({ ...career, playerId: id })
      if (!hasPlayed && !onRosters.has(id)) found.push(player)
    })
    if (performance.now() - written >= WRITE_EVERY_MS) await write()
  }
  await write()
}

/**
 * Everybody who played in the season before, with what they did in it, read once: the injured are on no roster, and the
 * draft ranks by that season. A player whom no roster has belongs to their last club until their page says more.
 */
export async function importSeasonBefore(run: ImportRun, season: ImportSeason, outcome: ImportOutcome): Promise<void> {
  const { database, source } = run
  if (await database.transaction((queries) => isSeasonBeforeRead(queries, season.id))) return
  let isWhole = true
  const note = (why: string) => {
    outcome.setAside.push(why)
    isWhole = false
  }
  const players = await orSetAside(outcome, () => source.playersOf(seasonBefore(season.id), note))
  // An outage answers with an empty report as well.
  if (!players || players.length === 0) return
  await writeRest(run, season, outcome, async (queries) => {
    await lockImports(queries)
    const added = await addPlayers(
      queries,
      players.map(({ player, season: { nhlTeam } }) => ({ ...player, nhlTeam })),
    )
    const seasons = players.map(({ player: { id }, season: past }) => ({ playerId: id, ...past }))
    if (isWhole) await noteSeasonBeforeRead(queries, season.id)
    return added + (await addPastSeasons(queries, seasons))
  })
}
