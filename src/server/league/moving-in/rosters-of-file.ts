import { fullName } from '#rules/names'
import type { Queries } from '../../db/engine/database.ts'
import type { FoundPlayer } from '../../nhl/source.ts'
import { addPlayers, type ImportedPlayer, saveCareers } from '../../nhl/store/import-players.ts'
import type { FilePlayer, Problem } from '../file/league-file.ts'
import { refuseProblems } from './file-of-league.ts'
import { PlayerNames, type UnknownPlayer } from './player-names.ts'
import { allPlayers, type KnownPlayer } from './setup-league.ts'
import { refusedBecause, type Step } from './step.ts'
import type { TeamOfFile } from './teams-of-file.ts'

type Rosters<Listed extends FilePlayer> = readonly { readonly team: string; readonly players: readonly Listed[] }[]

interface RostersOfFile<Listed extends FilePlayer, Entry> {
  readonly rosters: Rosters<Listed>
  readonly teams: readonly TeamOfFile[]
  /** As the source or a table file has them. */
  readonly unknownPlayers: ReadonlyMap<number, FoundPlayer>
  /** The season of the file. */
  readonly seasonId: number
  /** What else is wrong with them. */
  readonly problems: readonly Problem[]
  /** No two entries may have one of these in common. */
  keysOf(entry: Entry, listed: Listed): readonly string[]
  entryOf(teamId: number, playerId: number, listed: Listed): Entry
}

export interface PlacedRosters<Entry> {
  readonly entries: readonly Entry[]
  /** Adds players whom no import has brought, with their seasons before this one where the source knows them. */
  readonly steps: readonly Step[]
  /** Players who must be looked up elsewhere before the rest is known. */
  readonly unknown: readonly UnknownPlayer[]
}

/** Finds the players and teams of a file's rosters; refuses with everything that is wrong with them, by line. */
export async function placeRosters<Listed extends FilePlayer, Entry>(
  queries: Queries,
  { rosters, teams, unknownPlayers, seasonId, problems, keysOf, entryOf }: RostersOfFile<Listed, Entry>,
): Promise<PlacedRosters<Entry>> {
  const known = await allPlayers(queries)
  if (known.length === 0) {
    throw refusedBecause('No players are known yet, so no roster can be read; first: npm run league -- import')
  }
  const fresh = newPlayers(rosters, known, unknownPlayers)
  const names = new PlayerNames([...known, ...fresh.map(asKnown)])
  const ids = new Map(teams.map(({ team, id }) => [team.shortName, id]))
  const wrong = [...problems]
  const entries: Entry[] = []
  const unknown: UnknownPlayer[] = []
  const lines = new Map<string, number>()
  const place = (teamId: number, listed: Listed) => {
    const { player, line } = listed
    const found = names.find(player)
    if (typeof found === 'string') return void wrong.push({ line, sentence: found })
    if (found === null) return void ('id' in player && unknown.push({ id: player.id, line }))
    const entry = entryOf(teamId, found.id, listed)
    const keys = keysOf(entry, listed)
    const first = keys.map((key) => lines.get(key)).find((each) => each !== undefined)
    if (first !== undefined) {
      const sentence = `${found.name} is already on line ${first}; a player has one owner.`
      return void wrong.push({ line, sentence })
    }
    for (const key of keys) lines.set(key, line)
    entries.push(entry)
  }
  for (const { team, players } of rosters) {
    const teamId = ids.get(team)
    if (teamId === undefined) throw new Error(`The roster of ${team} is of no team of the file`)
    for (const player of players) place(teamId, player)
  }
  refuseProblems(wrong)
  return { entries, steps: fresh.map((player) => addStep(player, unknownPlayers.get(player.id), seasonId)), unknown }
}

const addStep = (player: ImportedPlayer, found: FoundPlayer | undefined, seasonId: number): Step => ({
  line: { kind: 'new', text: `player ${player.id} ${asKnown(player).name} (${player.position})` },
  run: async (within) => {
    await addPlayers(within, [player])
    if (found) await saveCareers(within, seasonId, [{ ...found.career, playerId: player.id }])
  },
})

const asKnown = ({ id, position, nhlTeam, ...names }: ImportedPlayer): KnownPlayer => ({
  id,
  name: fullName(names),
  position,
  club: nhlTeam,
})

/** Players in the rosters whose ids no import has brought, as a source or the file itself describes them. */
function newPlayers(
  rosters: Rosters<FilePlayer>,
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
