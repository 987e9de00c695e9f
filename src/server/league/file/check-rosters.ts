import { isCalendarDay } from '#contract/call'
import { dayStart } from '#rules/calendar'
import { folded, isWritable, tidy } from '#rules/names'
import { checkSeason, isOfSeason } from './check-season.ts'
import {
  type Check,
  type FilePlayer,
  type FileTeam,
  type LastSeason,
  listTeams,
  type Path,
  type Tell,
  teamNamed,
} from './league-file.ts'
import type { LeagueFileText } from './schema.ts'

type RosterPlayer = NonNullable<LeagueFileText['lastSeason']>['rosters'][string][number]

/** Last season's rosters; their players are looked up in the database later. */
export function checkRosters({ season, lastSeason }: LeagueFileText, check: Check): LastSeason | null {
  if (!lastSeason) return null
  const { constants, tell } = check
  const path = ['lastSeason']
  const checked = checkSeason(path, lastSeason, constants, tell)
  const from = Number(season.season.slice(0, 4))
  const before = `${from - 1}-${from}`
  if (lastSeason.season !== before) {
    tell([...path, 'season'], `Last season must be ${before}, the one before ${season.season}.`)
  }
  const read = (item: RosterPlayer, at: Path) => playerOf(item, at, lastSeason.season, check)
  const rosters = readRosters(path, lastSeason.rosters, check, read, (players, short, at) =>
    refuseLarge(players, short, at, check),
  )
  return { ...checked, rosters }
}

/** One roster for each team, and one owner for each player, who may have been sold by others before. */
export function readRosters<Item, Player extends FilePlayer & { readonly sold?: unknown }>(
  above: Path,
  rosters: Readonly<Record<string, readonly Item[]>>,
  { teams, tell }: Check,
  read: (item: Item, path: Path) => Player,
  checkWhole: (players: readonly Player[], short: string, path: Path) => void,
): { team: string; players: Player[] }[] {
  const owners = new Map<string, number>()
  const found: { team: string; players: Player[] }[] = []
  for (const [short, items] of Object.entries(rosters)) {
    const path = [...above, 'rosters', short]
    const team = teamNamed(teams, short)
    if (!team) tell(path, unknownTeam(short, teams))
    else if (found.some((each) => each.team === team.shortName)) tell(path, `The roster of ${short} is there twice.`)
    const own = new Map<string, number>()
    const players = items.map((item, index) => {
      const player = read(item, [...path, index])
      const key = 'id' in player.player ? String(player.player.id) : folded(JSON.stringify(player.player))
      const first = own.get(key) ?? (player.sold ? undefined : owners.get(key))
      if (first !== undefined)
        tell([...path, index], `This player is already on line ${first}; a player has one owner.`)
      own.set(key, player.line)
      if (!player.sold) owners.set(key, player.line)
      return player
    })
    checkWhole(players, short, path)
    found.push({ team: team?.shortName ?? short, players })
  }
  return found
}

export const unknownTeam = (short: string, teams: readonly FileTeam[]): string =>
  `There is no team "${short}"; the teams are ${listTeams(teams)}.`

export function refuseLarge(
  { length }: readonly unknown[],
  short: string,
  path: Path,
  { tell, constants: { rosterSize } }: Check,
): void {
  if (length > rosterSize) tell(path, `${short} has ${length} players, and a roster has ${rosterSize} at most.`)
}

function playerOf(item: RosterPlayer, path: Path, season: string, { constants, tell, line }: Check): FilePlayer {
  const { bought } = typeof item === 'object' ? item : { bought: undefined }
  if (bought !== undefined && !isCalendarDay(bought))
    tell([...path, 'bought'], `${bought} is not a day of the calendar.`)
  else if (bought !== undefined && !isOfSeason(bought, season)) {
    tell([...path, 'bought'], `${bought} is not in the season ${season}.`)
  }
  return {
    player: whoIs(item, path, tell),
    boughtAt: bought !== undefined && isCalendarDay(bought) ? dayStart(bought, constants.timeZone) : null,
    line: line(path),
  }
}

/** The player, however the file says who it is. */
export function whoIs(item: RosterPlayer, path: Path, tell: Tell): FilePlayer['player'] {
  if (typeof item === 'object' && 'id' in item) {
    if (item.name !== undefined && (!isWritable(item.name) || !tidy(item.name).includes(' '))) {
      tell([...path, 'name'], `"${item.name}" is not a first and last name.`)
    }
    return { id: item.id, name: item.name === undefined ? null : tidy(item.name), position: item.position ?? null }
  }
  const player = typeof item === 'object' ? item.player : item
  return typeof player === 'number' ? { id: player, name: null, position: null } : namedPlayer(player)
}

/** "Connor McDavid, EDM": the club comes after the comma. */
export function namedPlayer(text: string): { name: string; club: string | null } {
  const [name = '', club] = text.split(',')
  return { name: tidy(name), club: club?.trim().toUpperCase() || null }
}
