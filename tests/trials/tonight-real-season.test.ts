import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ProvisionalLine, provisionalLines } from '#rules/tonight'
import { scoresOfApi } from '#server/nhl/api/score-source'
import { readTable } from '#server/nhl/files/csv'
import { nhlDataDir } from '../support/nhl-data.ts'

// The real season played back as score pages: goals are made up from each game's lines, in an order in which the winning
// goal is the one that it was. What the lines do not tell, such as who assisted on which goal, is made to fit.

const folder = join(nhlDataDir, 'season-2024-25')

type TableRow = ReturnType<typeof readTable> extends Iterable<infer Row> ? Row : never

const table = (file: string, ...columns: string[]) =>
  Array.from(readTable(readFileSync(join(folder, file), 'utf8'), file, columns))

interface Line {
  readonly playerId: number
  readonly club: string
  readonly goals: number
  readonly assists: number
  readonly powerPlay: number
  readonly shortHanded: number
  readonly winning: number
  /** Null for a skater. */
  readonly goalie: { readonly decision: string; readonly shutouts: number; readonly seconds: number } | null
}

interface PlayedBack {
  readonly id: number
  readonly day: string
  readonly home: string
  readonly away: string
  readonly homeScore: number
  readonly awayScore: number
  readonly lastPeriod: string
  readonly lines: readonly Line[]
}

function readSeason(): PlayedBack[] {
  const lines = new Map<number, Line[]>()
  const common = ['gameId', 'playerId', 'teamAbbrev', 'goals', 'assists']
  const add = (row: TableRow, { powerPlay = 0, shortHanded = 0, winning = 0, goalie = null }: Partial<Line>) => {
    const [gameId, playerId, club] = [row.count('gameId'), row.count('playerId'), row.text('teamAbbrev')]
    const made = { goals: row.count('goals'), assists: row.count('assists'), powerPlay, shortHanded, winning }
    lines.set(gameId, [...(lines.get(gameId) ?? []), { playerId, club, ...made, goalie }])
  }
  const kinds = ['powerPlayGoals', 'shorthandedGoals', 'gameWinningGoals']
  for (const row of table('skater_games_20242025.csv', ...common, ...kinds)) {
    const [powerPlay, shortHanded, winning] = kinds.map((kind) => row.count(kind))
    add(row, { powerPlay, shortHanded, winning })
  }
  for (const row of table('goalie_games_20242025.csv', ...common, 'shutouts', 'toiSeconds', 'decision')) {
    const decision = row.optional('decision') ?? ''
    add(row, { goalie: { decision, shutouts: row.count('shutouts'), seconds: row.count('toiSeconds') } })
  }
  const games = ['gameId', 'gameDate', 'homeAbbrev', 'awayAbbrev', 'homeScore', 'awayScore', 'lastPeriodType']
  return table('games_20242025.csv', ...games).map((row) => ({
    id: row.count('gameId'),
    day: row.text('gameDate'),
    home: row.text('homeAbbrev'),
    away: row.text('awayAbbrev'),
    homeScore: row.count('homeScore'),
    awayScore: row.count('awayScore'),
    lastPeriod: row.text('lastPeriodType'),
    lines: lines.get(row.count('gameId')) ?? [],
  }))
}

interface MadeGoal {
  readonly playerId: number
  readonly strength: string
  readonly teamAbbrev: string
  assists: { playerId: number }[]
}

/** Finds the player a goal to have assisted on; others make way where they can help on another one. */
function helps(goals: readonly MadeGoal[], playerId: number, tried: Set<MadeGoal>): boolean {
  const possible = goals.filter(
    (goal) =>
      goal.playerId !== playerId && !tried.has(goal) && goal.assists.every((each) => each.playerId !== playerId),
  )
  for (const goal of possible) {
    if (goal.assists.length < 2) {
      goal.assists.push({ playerId })
      return true
    }
  }
  for (const goal of possible) {
    tried.add(goal)
    for (const other of goal.assists) {
      const others = goal.assists.filter((each) => each !== other)
      // Without their place, they find another one.
      goal.assists = [...others, { playerId }]
      if (helps(goals, other.playerId, tried)) return true
      goal.assists = [...others, other]
    }
  }
  return false
}

/** Null: the lines do not go together. */
function goalsOf(game: PlayedBack, club: string): MadeGoal[] | null {
  const own = game.lines.filter((line) => line.club === club)
  const goals = own.flatMap(({ playerId, goals: count, powerPlay, shortHanded }) =>
    Array.from({ length: count }, (_, index): MadeGoal => {
      const strength = index < powerPlay ? 'pp' : index < powerPlay + shortHanded ? 'sh' : 'ev'
      return { playerId, strength, teamAbbrev: club, assists: [] }
    }),
  )
  for (const { playerId, assists } of own) {
    for (let count = 0; count < assists; count++) if (!helps(goals, playerId, new Set())) return null
  }
  const winner = own.find(({ winning }) => winning > 0)
  if (!winner) return goals
  const at = club === game.home ? game.awayScore : game.homeScore
  const decisive = goals.find(({ playerId }) => playerId === winner.playerId)
  if (!decisive) return null
  const others = goals.filter((goal) => goal !== decisive)
  return [...others.slice(0, at), decisive, ...others.slice(at)]
}

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Through the answers of the API, as they would be read. */
async function playBack(game: PlayedBack, made: readonly MadeGoal[]): Promise<ProvisionalLine[]> {
  const { id, day, home, away, homeScore, awayScore, lastPeriod } = game
  const page = {
    currentDate: day,
    games: [
      {
        id,
        season: 20242025,
        gameType: 2,
        gameState: 'OFF',
        gameScheduleState: 'OK',
        homeTeam: { abbrev: home, score: homeScore },
        awayTeam: { abbrev: away, score: awayScore },
        periodDescriptor: { number: 3, periodType: lastPeriod },
        gameOutcome: { lastPeriodType: lastPeriod },
        goals: made.map((goal) => ({ ...goal, periodDescriptor: { periodType: 'REG' } })),
      },
    ],
  }
  const ofClub = (club: string) => ({
    goalies: game.lines.flatMap(({ playerId, club: own, goalie }) =>
      goalie && own === club
        ? [{ playerId, toi: minutes(goalie.seconds), ...(goalie.decision ? { decision: goalie.decision } : {}) }]
        : [],
    ),
  })
  const box = {
    homeTeam: { abbrev: home },
    awayTeam: { abbrev: away },
    playerByGameStats: { homeTeam: ofClub(home), awayTeam: ofClub(away) },
  }
  const source = scoresOfApi('', async (url) => (url.includes('/score/') ? page : box))
  const [read] = (await source.scores(day, 20242025)).games
  if (!read) throw new Error('The page has no game')
  const goalies = await source.goalies(id)
  return provisionalLines({ ...read, goalies, afterShootOut: read.periodType === 'SO' }, (playerId) =>
    game.lines.some((line) => line.playerId === playerId && line.goalie !== null),
  )
}

const textOf = (line: ProvisionalLine): string =>
  line.kind === 'skater'
    ? [line.goals, line.assists, line.powerPlayGoals, line.shortHandedGoals, line.gameWinningGoals, 0, 0, 0].join(' ')
    : [line.goals, line.assists, 0, 0, 0, line.wins, line.overtimeLosses, line.shutouts].join(' ')

const expectedOf = ({ goals, assists, powerPlay, shortHanded, winning, goalie }: Line): string =>
  [
    goals,
    assists,
    powerPlay,
    shortHanded,
    winning,
    goalie?.decision === 'W' ? 1 : 0,
    goalie?.decision === 'O' ? 1 : 0,
    goalie?.shutouts ?? 0,
  ].join(' ')

const NOTHING = '0 0 0 0 0 0 0 0'

describe.runIf(existsSync(folder))('the real season 2024-25, played back', () => {
  test('gives every line, and the season’s points of every player', { timeout: 60_000 }, async () => {
    const points = new Map<number, number>()
    const open = new Set<number>()
    const differing: string[] = []
    let compared = 0
    let left = 0
    for (const game of readSeason()) {
      const [home, away] = [goalsOf(game, game.home), goalsOf(game, game.away)]
      if (!home || !away) {
        left += game.lines.length
        for (const { playerId } of game.lines) open.add(playerId)
        continue
      }
      const told = new Map((await playBack(game, [...home, ...away])).map((line) => [line.playerId, line]))
      for (const line of game.lines) {
        const one = told.get(line.playerId)
        compared++
        if ((one ? textOf(one) : NOTHING) !== expectedOf(line)) {
          differing.push(`${game.id} ${line.playerId}: ${one ? textOf(one) : NOTHING}, not ${expectedOf(line)}`)
        }
        points.set(line.playerId, (points.get(line.playerId) ?? 0) + (one?.points ?? 0))
      }
    }
    const season = [
      ...table('skaters_20242025.csv', 'playerId', 'poolPoints'),
      ...table('goalies_20242025.csv', 'playerId', 'poolPoints'),
    ]
    const players = season.filter((row) => !open.has(row.count('playerId')))
    const wrong = players.filter((row) => points.get(row.count('playerId')) !== row.count('poolPoints'))
    process.stdout.write(
      `Played back: ${compared} lines compared, ${differing.length} differ, ${left} not determined; points of ${players.length} players, ${wrong.length} differ\n`,
    )
    expect(differing).toEqual([])
    expect(wrong.map((row) => row.count('playerId'))).toEqual([])
    expect(compared + left).toBe(49_988)
    expect(left).toBe(0)
  })
})
