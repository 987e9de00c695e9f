import { isCalendarDay } from '#contract/call'
import type { LeagueConstants } from '#contract/limits'
import { dayStart } from '#rules/calendar'
import { folded, isWritable, tidy } from '#rules/names'
import { checkSeason, isOfSeason } from './check-season.ts'
import {
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
export function checkRosters(
  { season, lastSeason }: LeagueFileText,
  teams: readonly FileTeam[],
  constants: LeagueConstants,
  tell: Tell,
  line: (path: Path) => number,
): LastSeason | null {
  if (!lastSeason) return null
  const path = ['lastSeason']
  const checked = checkSeason(path, lastSeason, constants, tell)
  const from = Number(season.season.slice(0, 4))
  const before = `${from - 1}-${from}`
  if (lastSeason.season !== before) {
    tell([...path, 'season'], `Last season must be ${before}, the one before ${season.season}.`)
  }
  const owners = new Map<string, number>()
  const rosters: { team: string; players: FilePlayer[] }[] = []
  for (const [short, items] of Object.entries(lastSeason.rosters)) {
    const at = [...path, 'rosters', short]
    const team = teamNamed(teams, short)
    if (!team) tell(at, `There is no team "${short}"; the teams are ${listTeams(teams)}.`)
    else if (rosters.some((each) => each.team === team.shortName)) tell(at, `The roster of ${short} is there twice.`)
    if (items.length > constants.rosterSize) {
      tell(at, `${short} has ${items.length} players, and a roster has ${constants.rosterSize} at most.`)
    }
    const players = items.map((item, index) => {
      const player = playerOf(item, [...at, index], { season: lastSeason.season, constants, tell, line })
      const key = 'id' in player.player ? String(player.player.id) : folded(JSON.stringify(player.player))
      const first = owners.get(key)
      if (first === undefined) owners.set(key, player.line)
      else tell([...at, index], `This player is already on line ${first}; a player has one owner.`)
      return player
    })
    rosters.push({ team: team?.shortName ?? short, players })
  }
  return { ...checked, rosters }
}

function playerOf(
  item: RosterPlayer,
  path: Path,
  {
    season,
    constants: { timeZone },
    tell,
    line,
  }: { season: string; constants: LeagueConstants; tell: Tell; line: (path: Path) => number },
): FilePlayer {
  const { bought } = typeof item === 'object' ? item : { bought: undefined }
  if (bought !== undefined && !isCalendarDay(bought))
    tell([...path, 'bought'], `${bought} is not a day of the calendar.`)
  else if (bought !== undefined && !isOfSeason(bought, season)) {
    tell([...path, 'bought'], `${bought} is not in the season ${season}.`)
  }
  return {
    player: whoIs(item, path, tell),
    boughtAt: bought !== undefined && isCalendarDay(bought) ? dayStart(bought, timeZone) : null,
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
