import { dayStart, seasonName } from '#rules/calendar'
import { dayWords } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import type { FoundPlayer } from '../../nhl/source.ts'
import { knownClubs } from '../../nhl/store/import-clubs.ts'
import { addPlayers, type ImportedPlayer, saveCareers } from '../../nhl/store/import-players.ts'
import type { FilePlayer, LastSeason, LeagueFile, Problem } from '../file/league-file.ts'
import { problemLine } from './file-of-league.ts'
import { PlayerNames, type UnknownPlayer } from './player-names.ts'
import {
  allPlayers,
  findSeason,
  type KnownPlayer,
  type PastEntry,
  pastRosters,
  replacePastRosters,
  saveFileSeason,
  seasonProgress,
} from './setup-league.ts'
import { refusedBecause, type Step } from './step.ts'
import type { TeamOfFile } from './teams-of-file.ts'

export interface PastRosters {
  readonly steps: Step[]
  /** Players who must be looked up elsewhere before the steps are known. */
  readonly unknown: readonly UnknownPlayer[]
}

const NOTHING: PastRosters = { steps: [], unknown: [] }

/** The rosters of last season, where the league has not played that season here. */
export async function planPastRosters(
  queries: Queries,
  file: LeagueFile,
  teams: readonly TeamOfFile[],
  unknownPlayers: ReadonlyMap<number, FoundPlayer>,
): Promise<PastRosters> {
  const { lastSeason } = file
  if (!lastSeason) return NOTHING
  const title = seasonName(lastSeason.id)
  const { updates } = await seasonProgress(queries, lastSeason.id)
  if (updates > 0) {
    throw refusedBecause(`The league has played ${title} here and has its rosters; take lastSeason out of the file.`)
  }
  const known = await allPlayers(queries)
  if (known.length === 0) {
    throw refusedBecause('No players are known yet, so no roster can be read; first: npm run league -- import')
  }
  const fresh = newPlayers(lastSeason.rosters, known, unknownPlayers)
  const names = new PlayerNames([...known, ...fresh.map(asKnown)])
  const { placed, unknown } = placePlayers(names, file, lastSeason, teams)
  if (unknown.length > 0) return { steps: [], unknown }
  const kept = await pastRosters(queries, lastSeason.id)
  const season = await findSeason(queries, lastSeason.id)
  const sameDays =
    season?.firstDay === lastSeason.firstDay &&
    season.lastDay === lastSeason.lastDay &&
    season.keeperLastBuyDate === lastSeason.dates.keeperLastBuyDate
  if (sameDays && sameEntries(kept, placed)) return NOTHING
  const rosters: Step = {
    line: {
      kind: 'changed',
      text: `players on the rosters of ${title}, from ${kept.length} to ${placed.length}; keepers were bought by ${dayWords(lastSeason.dates.keeperLastBuyDate)}`,
    },
    run: async (within) => {
      await saveFileSeason(within, lastSeason)
      await replacePastRosters(within, lastSeason.id, placed)
    },
  }
  return { steps: [...addPlayerSteps(fresh, unknownPlayers, file.season.id), rosters], unknown: [] }
}

/** Adds players whom no import has brought, with their seasons before this one where the source knows them. */
export const addPlayerSteps = (
  fresh: readonly ImportedPlayer[],
  unknownPlayers: ReadonlyMap<number, FoundPlayer>,
  seasonId: number,
): Step[] =>
  fresh.map(
    (player): Step => ({
      line: { kind: 'new', text: `player ${player.id} ${asKnown(player).name} (${player.position})` },
      run: async (within) => {
        const clubs = new Set(await knownClubs(within))
        const nhlTeam = player.nhlTeam !== null && clubs.has(player.nhlTeam) ? player.nhlTeam : null
        await addPlayers(within, [{ ...player, nhlTeam }])
        const career = unknownPlayers.get(player.id)?.career
        if (career) await saveCareers(within, seasonId, [{ ...career, playerId: player.id }])
      },
    }),
  )

const entryKeys = (entries: readonly PastEntry[]): string =>
  entries
    .map(({ teamId, playerId, boughtAt, drafted }) => `${teamId} ${playerId} ${boughtAt.getTime()} ${drafted}`)
    .sort()
    .join()

const sameEntries = (one: readonly PastEntry[], other: readonly PastEntry[]): boolean =>
  entryKeys(one) === entryKeys(other)

export const asKnown = ({ id, firstName, lastName, position, nhlTeam }: ImportedPlayer): KnownPlayer => ({
  id,
  name: `${firstName} ${lastName}`,
  position,
  club: nhlTeam,
})

/** Players in the rosters whose ids no import has brought, as a source or the file itself describes them. */
export function newPlayers(
  rosters: LastSeason['rosters'],
  known: readonly KnownPlayer[],
  unknownPlayers: ReadonlyMap<number, FoundPlayer>,
): ImportedPlayer[] {
  const ids = new Set(known.map(({ id }) => id))
  return rosters.flatMap(({ players }) =>
    players.flatMap(({ player }): ImportedPlayer[] => {
      if (!('id' in player) || ids.has(player.id)) return []
      const { id, name, position } = player
      const found = unknownPlayers.get(id)
      if (found) return [found]
      if (name === null || position === null) return []
      const [firstName = '', ...rest] = name.split(' ')
      return [{ id, firstName, lastName: rest.join(' '), position, nhlTeam: null, headshotUrl: null }]
    }),
  )
}

interface Placed {
  readonly placed: readonly PastEntry[]
  readonly unknown: readonly UnknownPlayer[]
}

function placePlayers(
  names: PlayerNames,
  { timeZone }: LeagueFile,
  lastSeason: LastSeason,
  teams: readonly TeamOfFile[],
): Placed {
  const ids = new Map(teams.map(({ team, id }) => [team.shortName, id]))
  const problems: Problem[] = []
  const placed: PastEntry[] = []
  const unknown: UnknownPlayer[] = []
  const lines = new Map<number, number>()
  const place = (teamId: number, { player, boughtAt, line }: FilePlayer) => {
    const found = names.find(player)
    if (typeof found === 'string') return void problems.push({ line, sentence: found })
    if (found === null) return void ('id' in player && unknown.push({ id: player.id, line }))
    const first = lines.get(found.id)
    if (first !== undefined) {
      return void problems.push({
        line,
        sentence: `${found.name} is already on line ${first}; a player has one owner.`,
      })
    }
    lines.set(found.id, line)
    const bought = boughtAt ?? dayStart(lastSeason.firstDay, timeZone)
    placed.push({ teamId, playerId: found.id, boughtAt: new Date(bought), drafted: boughtAt === null })
  }
  for (const { team, players } of lastSeason.rosters) {
    const teamId = ids.get(team)
    if (teamId === undefined) throw new Error(`The roster of ${team} is of no team of the file`)
    for (const player of players) place(teamId, player)
  }
  if (problems.length > 0) throw refusedBecause(problems.map(problemLine).join('\n'))
  return { placed, unknown }
}
