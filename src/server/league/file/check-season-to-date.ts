import { isCalendarDay } from '#contract/call'
import { dayStart, type Instant, type LeagueDay } from '#rules/calendar'
import { fromWire, type Interval } from '#rules/money'
import { readRosters, refuseLarge, unknownTeam, whoIs } from './check-rosters.ts'
import {
  type Check,
  type FileSeason,
  type HeldPlayer,
  listTeams,
  type Path,
  type SoFar,
  teamNamed,
} from './league-file.ts'
import type { LeagueFileText } from './schema.ts'

type Text = NonNullable<LeagueFileText['soFar']>
type Item = Text['rosters'][string][number]
type Held = Partial<Extract<Item, { player: unknown }>>

interface SeasonCheck extends Check {
  readonly season: FileSeason
}

/** The season as it was played elsewhere; its players are looked up in the database later. */
export function checkSoFar({ soFar }: LeagueFileText, check: SeasonCheck): SoFar | null {
  if (!soFar) return null
  const { season, tell } = check
  // The file of a year ago, with new days: each of its dates would be a line.
  const days = JSON.stringify(soFar).match(/\d{4}-\d{2}-\d{2}/g) ?? []
  if (days.length > 0 && days.every((day) => day < season.firstDay)) {
    tell(['soFar'], 'All days of soFar are before this season. Delete soFar if the league has played that season here.')
    return null
  }
  return { rosters: rostersOf(soFar, check), standings: standingsOf(soFar, check) }
}

function rostersOf({ rosters }: Text, check: SeasonCheck): SoFar['rosters'] {
  const { teams, constants, tell } = check
  const { maxDressed } = constants
  const read = (item: Item, path: Path) => heldPlayer(item, path, check)
  const found = readRosters(['soFar'], rosters, check, read, (players, short, path) => {
    const current = players.filter(({ sold }) => !sold)
    const dressed = current.filter(({ scratched }) => scratched.at(-1)?.until !== null)
    refuseLarge(current, short, path, check)
    if (dressed.length > maxDressed)
      tell(
        path,
        `${short} has ${dressed.length} players dressed, and ${maxDressed} at most may be; say who is scratched.`,
      )
  })
  for (const { shortName } of teams) {
    if (!found.some(({ team }) => team === shortName))
      tell(['soFar', 'rosters'], `The roster of ${shortName} is missing.`)
  }
  return found
}

const money = (amount: number | undefined): number => fromWire(amount ?? 0)

function heldPlayer(item: Item, path: Path, check: SeasonCheck): HeldPlayer {
  const { season, constants, tell, line } = check
  const { timeZone } = constants
  const { bought, price, scratched, sold, soldFor }: Held = typeof item === 'object' ? item : {}
  const together = (one: unknown, other: unknown, words: string) => {
    if ((one === undefined) !== (other === undefined)) tell(path, `${words} come together.`)
  }
  together(bought, price, 'The day on which a player was bought and the price')
  together(sold, soldFor, 'The day on which a player was sold and what that brought')
  const start = dayStart(season.firstDay, timeZone)
  const boughtAt = instantOf(bought, [...path, 'bought'], check)
  const soldAt = instantOf(sold, [...path, 'sold'], check)
  const came = boughtAt ?? start
  if (soldAt !== null && soldAt < came) tell([...path, 'sold'], 'The player would be sold before they came.')
  return {
    player: whoIs(item, path, tell),
    boughtAt,
    price: money(price),
    scratched: intervalsOf(scratched, [...path, 'scratched'], { came, soldAt }, check),
    sold: soldAt === null ? null : { at: soldAt, price: money(soldFor) },
    line: line(path),
  }
}

/** A day of the season; null where there is none, or none that can be. */
function instantOf(day: LeagueDay | undefined, path: Path, { season, constants, tell }: SeasonCheck): Instant | null {
  if (day === undefined) return null
  if (!isCalendarDay(day)) tell(path, `${day} is not a day of the calendar.`)
  else if (day < season.firstDay || day > season.lastDay) tell(path, `${day} is not in the season.`)
  else return dayStart(day, constants.timeZone)
  return null
}

function intervalsOf(
  text: Held['scratched'],
  path: Path,
  { came, soldAt }: { readonly came: Instant; readonly soldAt: Instant | null },
  check: SeasonCheck,
): Interval[] {
  const spans = text === undefined ? [] : typeof text === 'string' ? [text] : text
  const found: Interval[] = []
  for (const span of spans) {
    const [first, last] = span.split('..')
    const from = instantOf(first, path, check)
    const until = instantOf(last, path, check)
    if (from === null || (last !== undefined && until === null)) continue
    const before = found.at(-1)
    if (from < came || (soldAt !== null && (until ?? from) > soldAt)) {
      check.tell(path, `${span} is not within the player's time with the team.`)
    } else if ((until !== null && until <= from) || (before && (before.until === null || from < before.until))) {
      check.tell(path, `${span} does not come after what is before it.`)
    } else found.push({ from, until })
  }
  return found
}

function standingsOf({ standings }: Text, { season, teams, tell, line }: SeasonCheck): SoFar['standings'] {
  let before: LeagueDay | null = null
  return standings.map(({ day, totals }, index) => {
    const path = ['soFar', 'standings', index]
    if (!isCalendarDay(day)) tell([...path, 'day'], `${day} is not a day of the calendar.`)
    else if (day < season.firstDay || day > season.lastDay) tell([...path, 'day'], `${day} is not in the season.`)
    else if (before !== null && day <= before) tell([...path, 'day'], `${day} does not come after ${before}.`)
    else before = day
    const found = new Map<string, number>()
    for (const [short, total] of Object.entries(totals)) {
      const team = teamNamed(teams, short)
      if (!team) tell([...path, 'totals', short], unknownTeam(short, teams))
      else found.set(team.shortName, fromWire(total))
    }
    const missing = teams.filter(({ shortName }) => !found.has(shortName))
    if (missing.length > 0) tell([...path, 'totals'], `The total of ${listTeams(missing)} on ${day} is missing.`)
    return { day, totals: found, line: line(path) }
  })
}
