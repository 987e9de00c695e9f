import { LEAGUE_DEFAULTS } from '#contract/limits'
import { defaultSeasonDates, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import type { LeagueFile } from './league-file.ts'
import { readLeagueFile } from './read-league-file.ts'

interface ExampleSeason {
  readonly from: number
  readonly firstDay: LeagueDay
  readonly lastDay: LeagueDay
  /** The days are only near those of the NHL. */
  readonly isGuess: boolean
}

/** The NHL's own days where they are known. */
const KNOWN: readonly ExampleSeason[] = [
  { from: 2023, firstDay: '2023-10-10', lastDay: '2024-04-18', isGuess: false },
  { from: 2024, firstDay: '2024-10-04', lastDay: '2025-04-17', isGuess: false },
  { from: 2025, firstDay: '2025-10-07', lastDay: '2026-04-16', isGuess: false },
]

const seasonFrom = (from: number): ExampleSeason =>
  KNOWN.find((season) => season.from === from) ?? {
    from,
    firstDay: `${from}-10-06`,
    lastDay: `${from + 1}-04-15`,
    isGuess: true,
  }

const JULY = 6

/** The requested season, else the present or the next one; null for a value that names no season. */
export function exampleSeason(requested: string | null, now: Date): ExampleSeason | null {
  const years = requested === null ? null : /^(\d{4})-(\d{4})$/.exec(requested)
  if (requested !== null && (!years || Number(years[2]) !== Number(years[1]) + 1)) return null
  return seasonFrom(years ? Number(years[1]) : now.getUTCFullYear() - (now.getUTCMonth() < JULY ? 1 : 0))
}

const GUESS = "These two days are a guess; replace them with the schedule's."

/** A complete league file with a comment on everything it may contain. */
export function exampleLeague({ from, firstDay, lastDay, isGuess }: ExampleSeason): string {
  const dates = defaultSeasonDates(firstDay, lastDay)
  const midnight = (at: Instant) => `${leagueDay(at, LEAGUE_DEFAULTS.timeZone)} 00:00`
  const last = seasonFrom(from - 1)
  return `# A league of Hockey Pool.
# \`npm run league -- check league.yaml\` checks it and names each wrong line.

name: The Pool
# Days and weeks follow the clocks of this zone.
timeZone: ${LEAGUE_DEFAULTS.timeZone}

# People who log in without being listed as members below see nothing of the league. With \`read\` they can read it.
guests: none
# Live games and what they do to the standings: for all \`members\`, or for \`premium\` members only.
tonight: members

season:
  season: ${from}-${from + 1}
  # The NHL's first and last day of the regular season.${isGuess ? ` ${GUESS}` : ''}
  firstDay: ${firstDay}
  lastDay: ${lastDay}
  # These follow from the two days unless you set them: trading opens ${LEAGUE_DEFAULTS.closedWeeksAtStart} weeks after the first and closes
  # ${LEAGUE_DEFAULTS.closedWeeksAtEnd} weeks before the last. A player bought after that can't be kept. Times are in the league's time zone.
  # rosterHoldStartDate: ${dates.rosterHoldStartDate}
  # tradingStartTime: ${midnight(dates.tradingStartTime)}
  # tradingEndTime: ${midnight(dates.tradingEndTime)}
  # keeperLastBuyDate: ${dates.keeperLastBuyDate}

# Constants of the rules. These are the defaults.
constants:
  rosterSize: ${LEAGUE_DEFAULTS.rosterSize}
  maxDressed: ${LEAGUE_DEFAULTS.maxDressed}
  minDefenders: ${LEAGUE_DEFAULTS.minDefenders}
  minGoalies: ${LEAGUE_DEFAULTS.minGoalies}
  # Days that a scratched player sits out; days before a player can be sold.
  scratchDays: ${LEAGUE_DEFAULTS.scratchDays}
  holdDays: ${LEAGUE_DEFAULTS.holdDays}
  # Weeks without trading at the start and at the end of the season.
  closedWeeksAtStart: ${LEAGUE_DEFAULTS.closedWeeksAtStart}
  closedWeeksAtEnd: ${LEAGUE_DEFAULTS.closedWeeksAtEnd}
  # A purchase costs a commission: the smaller of these shares of points and projected points.
  commissionOfPoints: ${LEAGUE_DEFAULTS.commissionOfPoints}
  commissionOfProjected: ${LEAGUE_DEFAULTS.commissionOfProjected}
  # Players in a draft box beyond one for each team.
  boxSpare: ${LEAGUE_DEFAULTS.boxSpare}

# A team keeps its id for good, even when it gets a new name. Names have at most 31 characters, short names 7. Cash at the
# start of the season is 0 unless you set it.
teams:
  - { id: 1, name: Rink Rats, short: RATS, cash: 0.00 }
  - { id: 2, name: Blue Liners, short: BLUE }
  - { id: 3, name: Top Shelf, short: SHELF }
  - { id: 4, name: Empty Netters, short: EMPTY }

# With passkeys a user name, a name and a team are enough. An identity provider finds people by \`subject\` (its sub) if you
# give one, else by a verified e-mail address. Roles are admin and premium. A member may have no team.
members:
  - { user: anna, name: Anna, email: anna@example.org, team: RATS, roles: [admin, premium] }
  - { user: bruno, name: Bruno, email: bruno@example.org, team: BLUE }
  - { user: chris, name: Chris, email: chris@example.org, team: SHELF }
  - { user: dana, name: Dana, email: dana@example.org, team: EMPTY, roles: [premium] }

# Rosters at the end of last season: each team may keep one player. The first import applies them. If you add them later,
# run \`npm run league -- season league.yaml\`. A player is an NHL id or a name; add the club after a comma if two share the
# name. Give the id of a player on no roster (retired, in Europe); if the NHL doesn't know the id either, add name and
# position. Players without \`bought\` were drafted.
# lastSeason:
#   season: ${last.from}-${from}
${last.isGuess ? `#   # ${GUESS}\n` : ''}#   firstDay: ${last.firstDay}
#   lastDay: ${last.lastDay}
#   rosters:
#     RATS:
#       - Connor McDavid
#       - Sebastian Aho, CAR
#       - { player: 8477934, bought: ${from}-01-15 }
#     BLUE:
#       - Auston Matthews
#       - 8471675
#       - { id: 8470794, name: Joe Pavelski, position: C }

# For a league that moves in during the season: how it has gone so far. Cash above is then what each team has now. The first
# import applies it and makes an official update. Players without \`bought\` were drafted. A change counts from the start of
# its day: \`scratched: 2026-12-01\` has not counted since then, and \`2026-11-01..2026-11-09\` sat out until dressed again on
# the 9th. List sold players so their team can't buy them back. Totals of some days give the chart and last week a past.
# soFar:
#   rosters:
#     RATS:
#       - Connor McDavid
#       - { player: "Sebastian Aho, CAR", bought: ${from}-11-20, price: 45.50 }
#       - { player: 8477934, scratched: ${from}-12-01 }
#       - { player: 8471214, scratched: [${from}-11-01..${from}-11-09, ${from}-12-03] }
#       - { player: 8475786, sold: ${from}-11-20, soldFor: 30.00 }
#     BLUE:
#       - Auston Matthews
#     SHELF: []
#     EMPTY: []
#   standings:
#     - { day: ${from}-11-30, totals: { RATS: 212.50, BLUE: 198, SHELF: 187, EMPTY: 170 } }
#     - { day: ${from}-12-07, totals: { RATS: 240.50, BLUE: 219, SHELF: 201, EMPTY: 188 } }
`
}

const namesOf = ({ name, teams, members }: LeagueFile): string =>
  JSON.stringify([name, teams.map((team) => team.name), members.map(({ userName }) => userName)])

/** Whether a file still has the example's league, teams and members, whatever its days. */
export function isExample(file: LeagueFile): boolean {
  const example = readLeagueFile(exampleLeague(seasonFrom(2025))).file
  return example !== null && namesOf(example) === namesOf(file)
}
