import type { GameTonight, LineTonight, TeamTonight, Tonight } from '#contract/tonight'

// A night by hand: teams 1 to 3 of the fake server, two games under way and one to come.

/** So many minutes from now; before now if negative. */
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

export const game = (id: number, clubs: readonly [string, string], more: Partial<GameTonight> = {}): GameTonight => ({
  id,
  start: inMinutes(-60),
  state: 'LIVE',
  period: 2,
  periodType: 'REG',
  secondsLeft: 754,
  away: { club: clubs[0] },
  home: { club: clubs[1] },
  ...more,
})

export const scored = (of: GameTonight, away: number, home: number, more: Partial<GameTonight> = {}): GameTonight => ({
  ...of,
  away: { ...of.away, score: away },
  home: { ...of.home, score: home },
  ...more,
})

export const line = (
  playerId: number,
  name: string,
  place: Pick<LineTonight, 'club' | 'gameId'>,
  more: Partial<LineTonight> = {},
): LineTonight => ({ playerId, name, points: 0, ...place, ...more })

const team = (teamId: number, name: string, more: Partial<TeamTonight>): TeamTonight => ({
  teamId,
  name,
  shortName: name.slice(0, 3).toUpperCase(),
  points: 0,
  done: 0,
  playing: 0,
  toPlay: 0,
  total: 0,
  rank: 1,
  officialTotal: 0,
  officialRank: 1,
  ...more,
})

export const torBos = game(71, ['TOR', 'BOS'])
export const mtlOtt = game(72, ['MTL', 'OTT'], { intermission: true, period: 1, secondsLeft: 700 })
export const vanEdm = game(73, ['VAN', 'EDM'], { state: 'FUT', start: inMinutes(120) })

export const teamsTonight = {
  lights: team(1, 'Northern Lights', {
    points: 2,
    playing: 3,
    toPlay: 1,
    total: 1335.75,
    officialTotal: 1333.75,
    rank: 2,
  }),
  bandits: team(2, 'Blue Line Bandits', {
    points: 17,
    done: 1,
    playing: 4,
    toPlay: 4,
    total: 1337,
    rank: 1,
    officialTotal: 1320,
    officialRank: 2,
  }),
  crashers: team(3, 'Crease Crashers', { total: 900, officialTotal: 900, rank: 3, officialRank: 3 }),
}

const inTorBos = { club: 'TOR', gameId: 71 }

export const night = (more: Partial<Tonight> = {}): Tonight => ({
  asOf: inMinutes(0),
  today: '2026-11-25',
  date: '2026-11-25',
  games: [scored(torBos, 2, 2), scored(mtlOtt, 1, 0), vanEdm],
  teams: [teamsTonight.bandits, teamsTonight.lights, teamsTonight.crashers],
  lines: [
    line(11, 'Ann Ahl', inTorBos, { teamId: 2, goals: 2, assists: 1, points: 5 }),
    line(12, 'Bo Berg', inTorBos, { teamId: 2 }),
    line(13, 'Cid Carl', { club: 'VAN', gameId: 73 }, { teamId: 2 }),
    line(14, 'Dag Dahl', { club: 'BOS', gameId: 71 }, { teamId: 2, scratched: true, goals: 1, points: 2 }),
    line(21, 'Eli Ek', { club: 'MTL', gameId: 72 }, { teamId: 1, goals: 1, points: 2 }),
    line(31, 'Fay Free', { club: 'BOS', gameId: 71 }, { goals: 1, points: 2 }),
  ],
  ...more,
})

/** The same night after a goal by Ann Ahl, assisted by Bo Berg. */
export const goalByAnn = (): Tonight => {
  const { lines, games, teams } = night()
  const [ann, bo, ...others] = lines
  if (!ann || !bo) throw new Error('The night has no players.')
  return night({
    games: [scored(torBos, 3, 2), ...games.slice(1)],
    lines: [{ ...ann, goals: 3, points: 7 }, { ...bo, assists: 1, points: 1 }, ...others],
    teams: [{ ...teamsTonight.bandits, points: 20, total: 1340 }, ...teams.slice(1)],
  })
}
