import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueDay } from '#rules/calendar'

interface ExampleSeason {
  readonly from: number
  readonly firstDay: LeagueDay
  readonly lastDay: LeagueDay
}

/** The NHL's own days where they are known. */
const KNOWN: readonly ExampleSeason[] = [{ from: 2024, firstDay: '2024-10-04', lastDay: '2025-04-17' }]

const JULY = 6

/** The season that is asked for, else the one that is on or comes next; null when it is none. */
export function exampleSeason(asked: string | null, now: Date): ExampleSeason | null {
  const years = asked === null ? null : /^(\d{4})-(\d{4})$/.exec(asked)
  if (asked !== null && (!years || Number(years[2]) !== Number(years[1]) + 1)) return null
  const from = years ? Number(years[1]) : now.getUTCFullYear() - (now.getUTCMonth() < JULY ? 1 : 0)
  return (
    KNOWN.find((season) => season.from === from) ?? { from, firstDay: `${from}-10-06`, lastDay: `${from + 1}-04-15` }
  )
}

/** A whole league file with a word on everything that it may say. */
export const exampleLeague = ({ from, firstDay, lastDay }: ExampleSeason): string => `# A league of Hockey Pool.
# Check it with \`npm run league -- check league.yaml\`; wrong lines are told by their numbers.

name: The Pool
# Days and weeks are counted by the clocks of this zone.
timeZone: ${LEAGUE_DEFAULTS.timeZone}

season:
  season: ${from}-${from + 1}
  # The NHL's first and last day of the regular season.
  firstDay: ${firstDay}
  lastDay: ${lastDay}
  # What is left out follows from these two days. A time is that of the league's clocks.
  # rosterHoldStartDate: ${firstDay}
  # tradingStartTime: ${from}-11-17 00:00
  # tradingEndTime: ${from + 1}-03-18 00:00
  # keeperLastBuyDate: ${from + 1}-03-18

# Constants of the rules; these are the ones that hold when they are left out.
constants:
  rosterSize: ${LEAGUE_DEFAULTS.rosterSize}
  maxDressed: ${LEAGUE_DEFAULTS.maxDressed}
  minDefenders: ${LEAGUE_DEFAULTS.minDefenders}
  minGoalies: ${LEAGUE_DEFAULTS.minGoalies}
  # Days that a scratched player sits out, and that a player is held before he may be sold.
  scratchDays: ${LEAGUE_DEFAULTS.scratchDays}
  holdDays: ${LEAGUE_DEFAULTS.holdDays}
  # Weeks without trading at the start and at the end of the season.
  closedWeeksAtStart: ${LEAGUE_DEFAULTS.closedWeeksAtStart}
  closedWeeksAtEnd: ${LEAGUE_DEFAULTS.closedWeeksAtEnd}
  # The commission of a purchase is the smaller of these shares of points and projected points.
  commissionOfPoints: ${LEAGUE_DEFAULTS.commissionOfPoints}
  commissionOfProjected: ${LEAGUE_DEFAULTS.commissionOfProjected}
  # Players of a draft box beyond one for each team.
  boxSpare: ${LEAGUE_DEFAULTS.boxSpare}

# Names have at most 31 characters, short names 7. Cash at the start of the season is 0 when it is left out.
teams:
  - { name: Rink Rats, short: RATS, cash: 0.00 }
  - { name: Blue Liners, short: BLUE }
  - { name: Top Shelf, short: SHELF }
  - { name: Empty Netters, short: EMPTY }

# The identity provider tells who somebody is: by the subject (sub) where one is given here, else by a verified e-mail
# address. The user name is the league's own. Roles are admin and premium; a member may have no team.
members:
  - { user: anna, name: Anna, email: anna@example.org, team: RATS, roles: [admin, premium] }
  - { user: bruno, name: Bruno, email: bruno@example.org, team: BLUE }
  - { user: chris, name: Chris, email: chris@example.org, team: SHELF }
  - { user: dana, name: Dana, email: dana@example.org, team: EMPTY, roles: [premium] }

# Rosters at the end of last season, of which each team may keep one player. They are read by
# \`npm run league -- season league.yaml\`, once players are imported. A player is an NHL id, or his name, with his club
# behind a comma where two have the same name. Who is not said to be bought was drafted.
# lastSeason:
#   season: ${from - 1}-${from}
#   firstDay: ${from - 1}-10-10
#   lastDay: ${from}-04-18
#   rosters:
#     RATS:
#       - Connor McDavid
#       - Sebastian Aho, CAR
#       - { player: 8477934, bought: ${from}-01-15 }
#     BLUE:
#       - Auston Matthews
`
