/** A row of a report by game. */
export interface FakeRow {
  gameId: number
  gameDate: string
  playerId: number
  teamAbbrev: string
  [field: string]: unknown
}

export interface FakeGame {
  id: number
  season: number
  date: string
  startTimeUTC: string
  home: string
  away: string
  state: string
  scheduleState?: string
  score?: [home: number, away: number]
  lastPeriod?: 'REG' | 'OT' | 'SO'
}

interface RosterSpot {
  id: number
  firstName: { default: string }
  lastName: { default: string }
  positionCode: string
  shootsCatches: string
  headshot?: string
}
interface FakeRoster {
  forwards: RosterSpot[]
  defensemen: RosterSpot[]
  goalies: RosterSpot[]
}

/** A league in the shapes of the NHL's API, small enough to know by heart. */
export interface FakeLeague {
  games: FakeGame[]
  skaters: FakeRow[]
  goalies: FakeRow[]
  rosters: Record<string, FakeRoster>
  landings: Record<number, object>
  standings: object[]
  teamList: object[]
  seasonList: object[]
}

const clubs = [
  { abbrev: 'BOS', id: 6, name: 'Boston Bruins', conference: 'Eastern', division: 'Atlantic' },
  { abbrev: 'TOR', id: 10, name: 'Toronto Maple Leafs', conference: 'Eastern', division: 'Atlantic' },
  { abbrev: 'EDM', id: 22, name: 'Edmonton Oilers', conference: 'Western', division: 'Pacific' },
  { abbrev: 'UTA', id: 68, name: 'Utah Mammoth', conference: 'Western', division: 'Central' },
]

/** A club's players: 101 to 103 are Boston's forwards, 104 its defender, 105 its goalie; Toronto's are 201 to 205. */
const SKATERS = 4
const numberOf = (abbrev: string) => (clubs.findIndex((club) => club.abbrev === abbrev) + 1) * 100
const codes = ['C', 'L', 'R', 'D', 'G']

const named = (id: number) => ({ first: `First${id}`, last: `Last${id}` })

const spot = (id: number): RosterSpot => ({
  id,
  firstName: { default: named(id).first },
  lastName: { default: named(id).last },
  positionCode: codes[(id % 100) - 1] ?? 'C',
  shootsCatches: 'R',
})

const rosterOf = (abbrev: string): FakeRoster => {
  const spots = [1, 2, 3, 4, 5].map((number) => spot(numberOf(abbrev) + number))
  return { forwards: spots.slice(0, 3), defensemen: spots.slice(3, 4), goalies: spots.slice(4) }
}

/** The page of a player, by default without a club and a season. */
export const pageOf = (id: number, name: string, position: string, more: object = {}): object => ({
  playerId: id,
  firstName: { default: name.split(' ')[0] },
  lastName: { default: name.split(' ')[1] },
  position,
  shootsCatches: 'R',
  headshot: `https://assets.nhle.com/mugs/${id}.png`,
  seasonTotals: [],
  ...more,
})

const landingOf = (id: number): object =>
  pageOf(id, `${named(id).first} ${named(id).last}`, codes[(id % 100) - 1] ?? 'C', {
    seasonTotals: [
      { leagueAbbrev: 'OHL', gameTypeId: 2, season: 20192020, sequence: 1 },
      stintOf(id, 20222023, 'Utah Hockey Club', 1),
      stintOf(id, 20232024, 'Arizona Coyotes', 1),
      stintOf(id, 20232024, 'Boston Bruins', 2),
      { ...stintOf(id, 20232024, 'Boston Bruins', 2), gameTypeId: 3 },
    ],
  })

/** A skater's is worth 4 + 3 + 1 + 2 + 1 points. */
export const stintOf = (id: number, season: number, club: string, sequence: number) => ({
  leagueAbbrev: 'NHL',
  gameTypeId: 2,
  season,
  sequence,
  teamName: { default: club },
  gamesPlayed: 40,
  goals: 2,
  assists: 3,
  ...(id % 100 === 5
    ? { wins: 20, otLosses: 4, shutouts: 1, timeOnIce: '2400:30' }
    : { powerPlayGoals: 1, shorthandedGoals: 1, gameWinningGoals: 1, avgToi: '15:30' }),
})

const common = (game: FakeGame, id: number, club: string) => ({
  gameId: game.id,
  gameDate: game.date,
  playerId: id,
  teamAbbrev: club,
  lastName: named(id).last,
  shootsCatches: 'R',
  gamesPlayed: 1,
  goals: 0,
  assists: 0,
})

/** Everybody's rows of a game: the first forward of the home club scores the only goal, on the power play. */
export const rowsOf = (game: FakeGame): { skaters: FakeRow[]; goalies: FakeRow[] } => {
  const sides = [game.home, game.away]
  return {
    skaters: sides.flatMap((club) =>
      Array.from({ length: SKATERS }, (_, index) => {
        const id = numberOf(club) + index + 1
        const scores = club === game.home && index === 0 ? 1 : 0
        return {
          ...common(game, id, club),
          skaterFullName: `${named(id).first} ${named(id).last}`,
          positionCode: codes[index],
          goals: scores,
          ppGoals: scores,
          shGoals: 0,
          gameWinningGoals: scores,
          evPoints: null,
          timeOnIcePerGame: 900.4,
        }
      }),
    ),
    goalies: sides.map((club) => {
      const id = numberOf(club) + 5
      const won = club === game.home ? 1 : 0
      return {
        ...common(game, id, club),
        goalieFullName: `${named(id).first} ${named(id).last}`,
        wins: won,
        otLosses: 0,
        ties: null,
        shutouts: won,
        timeOnIce: 3600,
      }
    }),
  }
}

/** Boston at home against Toronto, or Edmonton against Utah, at seven in the evening Eastern. */
export const gameOf = (number: number, date: string, state: string, home = 'BOS', away = 'TOR'): FakeGame => ({
  id: 2024020000 + number,
  season: 20242025,
  date,
  startTimeUTC: `${date}T23:00:00Z`,
  home,
  away,
  state,
  ...(state === 'OFF' || state === 'FINAL' ? { score: [1, 0], lastPeriod: 'REG' } : {}),
})

/** Adds a game with everybody's rows, if it has been played. */
export const addGame = (league: FakeLeague, game: FakeGame): FakeGame => {
  league.games.push(game)
  if (game.score) {
    const { skaters, goalies } = rowsOf(game)
    league.skaters.push(...skaters)
    league.goalies.push(...goalies)
  }
  return game
}

/** Two games a day from 14 October 2024, official through `played`, and a week ahead without numbers. */
export const fakeLeague = (played: number, ahead = 3): FakeLeague => {
  const league: FakeLeague = {
    games: [],
    skaters: [],
    goalies: [],
    rosters: Object.fromEntries(clubs.map(({ abbrev }) => [abbrev, rosterOf(abbrev)])),
    landings: Object.fromEntries(
      clubs.flatMap(({ abbrev }) =>
        [1, 2, 3, 4, 5].map((n) => [numberOf(abbrev) + n, landingOf(numberOf(abbrev) + n)]),
      ),
    ),
    standings: clubs.map((club, index) => ({
      seasonId: 20242025,
      teamName: { default: club.name },
      teamAbbrev: { default: club.abbrev },
      teamLogo: `https://assets.nhle.com/logos/nhl/svg/${club.abbrev}_light.svg`,
      conferenceName: club.conference,
      divisionName: club.division,
      conferenceSequence: (index % 2) + 1,
      divisionSequence: (index % 2) + 1,
      gamesPlayed: played,
      points: 2 * played,
    })),
    teamList: [
      ...clubs.map(({ abbrev, id, name }) => ({ id, fullName: name, triCode: abbrev })),
      { id: 59, fullName: 'Utah Hockey Club', triCode: 'UTA' },
      { id: 53, fullName: 'Arizona Coyotes', triCode: 'ARI' },
    ],
    seasonList: [
      {
        id: 20222023,
        startDate: '2022-10-07T14:00:00',
        regularSeasonEndDate: '2023-04-14T20:00:00',
        numberOfGames: 82,
      },
      {
        id: 20232024,
        startDate: '2023-10-10T17:30:00',
        regularSeasonEndDate: '2024-04-18T22:30:00',
        numberOfGames: 80,
      },
    ],
  }
  for (let day = 0; day < played + ahead; day++) {
    const date = `2024-10-${14 + day}`
    const state = day < played ? 'OFF' : 'FUT'
    addGame(league, gameOf(2 * day + 1, date, state))
    addGame(league, gameOf(2 * day + 2, date, state, 'EDM', 'UTA'))
  }
  return league
}
