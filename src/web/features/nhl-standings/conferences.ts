import type { NhlTeam } from '#contract/stats'

/** As many lead each division, and as many more of each conference come into the playoffs, whatever their division. */
const DIVISION_LEADERS = 3
export const WILD_CARDS = 2

const divisions = { Eastern: ['Atlantic', 'Metropolitan'], Western: ['Central', 'Pacific'] } as const
const conferenceNames = ['Eastern', 'Western'] as const

/** A team at its place in one of the tables, from 1. */
export interface PlacedTeam extends NhlTeam {
  readonly place: number | null
}

export interface Group {
  readonly name: string
  readonly teams: readonly PlacedTeam[]
}

export interface Conference {
  readonly name: string
  readonly divisions: readonly Group[]
  readonly wildCard: Group
}

const LAST = Number.POSITIVE_INFINITY

/** Without a rank a team comes last. */
const ranked = (teams: readonly NhlTeam[], rank: 'divisionRank' | 'conferenceRank') =>
  [...teams].sort((a, b) => (a[rank] ?? LAST) - (b[rank] ?? LAST) || 0)

const conferenceOf = (name: (typeof conferenceNames)[number], all: readonly NhlTeam[]): Conference => {
  const teams = all.filter(({ conference }) => conference === name)
  const leaders = divisions[name].map((division) => ({
    name: division,
    teams: ranked(
      teams.filter((team) => team.division === division),
      'divisionRank',
    )
      .slice(0, DIVISION_LEADERS)
      .map((team) => ({ ...team, place: team.divisionRank ?? null })),
  }))
  const leading = new Set(leaders.flatMap((group) => group.teams.map(({ shortName }) => shortName)))
  const others = teams.filter(({ shortName }) => !leading.has(shortName))
  return {
    name,
    divisions: leaders,
    wildCard: {
      name: 'Wild Card',
      // The place in the race, as the standings of the NHL show it: a conference rank would leave gaps, since those who
      // lead a division with fewer points stand between.
      teams: ranked(others, 'conferenceRank').map((team, index) => ({ ...team, place: index + 1 })),
    },
  }
}

/** Both conferences: each division's leaders, and everybody else in the race for the wild cards. */
export const conferencesOf = (teams: readonly NhlTeam[]): Conference[] =>
  conferenceNames.map((name) => conferenceOf(name, teams))
