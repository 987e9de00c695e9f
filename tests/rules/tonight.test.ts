import { describe, expect, test } from 'vitest'
import {
  type GameFacts,
  type Goal,
  type GoalieGame,
  type HeldPlayer,
  isOlder,
  type NightGame,
  nightBounds,
  nightOf,
  progressOf,
  provisionalLines,
  standingsIfEnded,
} from '#rules/tonight'

// Numbers below 30 skate for TOR, those from 50 for MTL; 30 and 31 are TOR's goalies, 80 is MTL's.
const isGoalie = (id: number) => id === 30 || id === 31 || id === 80

const goal = (club: string, scorer: number, assists: number[] = [], strength: Goal['strength'] = 'ev'): Goal => ({
  club,
  scorer,
  assists,
  strength,
})
const goalie = (playerId: number, decision: GoalieGame['decision'], toiSeconds = 3600): GoalieGame => ({
  playerId,
  club: playerId === 80 ? 'MTL' : 'TOR',
  decision,
  toiSeconds,
})

const game = (facts: Partial<GameFacts>): GameFacts => ({
  home: 'TOR',
  away: 'MTL',
  state: 'LIVE',
  homeScore: 0,
  awayScore: 0,
  afterShootOut: false,
  goals: [],
  goalies: [],
  ...facts,
})

/** By player: what is not zero, and the points. */
const told = (facts: Partial<GameFacts>): Record<number, string> =>
  Object.fromEntries(
    provisionalLines(game(facts), isGoalie).map(({ playerId, kind, club: _, points, ...counts }) => [
      playerId,
      [
        kind,
        ...Object.entries(counts).flatMap(([name, count]) => (count ? [`${name} ${count}`] : [])),
        `= ${points}`,
      ].join(' '),
    ]),
  )

describe('goals become lines', () => {
  test('two for a goal, one for an assist, more for a power play and short-handed; no winner while it is played', () => {
    const goals = [goal('TOR', 1, [2, 3], 'pp'), goal('MTL', 50, [], 'sh'), goal('TOR', 1, [2])]
    expect(told({ homeScore: 2, awayScore: 1, goals })).toEqual({
      1: 'skater goals 2 powerPlayGoals 1 = 5',
      2: 'skater assists 2 = 2',
      3: 'skater assists 1 = 1',
      50: 'skater goals 1 shortHandedGoals 1 = 4',
    })
  })

  test('the winning goal is the one after as many as the other club made, once the game is over', () => {
    const goals = [goal('TOR', 1), goal('MTL', 50), goal('TOR', 2), goal('TOR', 3), goal('MTL', 51)]
    const won = { homeScore: 3, awayScore: 2, goals }
    expect(told({ ...won, state: 'CRIT' })[3]).toBe('skater goals 1 = 2')
    for (const state of ['OVER', 'FINAL', 'OFF'] as const) {
      expect(told({ ...won, state })).toMatchObject({
        2: 'skater goals 1 = 2',
        3: 'skater goals 1 gameWinningGoals 1 = 3',
      })
    }
  })

  test('a short-handed winner has two and two and one', () => {
    expect(told({ state: 'OFF', awayScore: 1, goals: [goal('MTL', 50, [], 'sh')] })[50]).toBe(
      'skater goals 1 shortHandedGoals 1 gameWinningGoals 1 = 5',
    )
  })

  test('no goal wins a shoot-out', () => {
    const goals = [goal('TOR', 1), goal('MTL', 50)]
    expect(told({ state: 'FINAL', homeScore: 2, awayScore: 1, afterShootOut: true, goals })).toEqual({
      1: 'skater goals 1 = 2',
      50: 'skater goals 1 = 2',
    })
  })

  test('goalies: goals and assists at once, the rest when it is over', () => {
    const goals = [goal('TOR', 1, [30]), goal('TOR', 30)]
    const goalies = [goalie(30, 'W'), goalie(80, 'L')]
    expect(told({ homeScore: 2, goals, goalies })).toEqual({
      1: 'skater goals 1 = 2',
      30: 'goalie goals 1 assists 1 = 12',
    })
    expect(told({ state: 'OVER', homeScore: 2, goals, goalies })).toEqual({
      1: 'skater goals 1 gameWinningGoals 1 = 3',
      // 10 for the goal, 2 for the assist, 2 for the win, 5 for the shutout.
      30: 'goalie goals 1 assists 1 wins 1 shutouts 1 = 19',
      80: 'goalie = 0',
    })
  })

  test('a loss after overtime counts one, one in regulation nothing', () => {
    const won = { state: 'FINAL', awayScore: 1, goals: [goal('MTL', 50)] } as const
    expect(told({ ...won, goalies: [goalie(30, 'O'), goalie(80, 'W')] })).toMatchObject({
      30: 'goalie overtimeLosses 1 = 1',
      80: 'goalie wins 1 shutouts 1 = 7',
    })
    expect(told({ ...won, goalies: [goalie(30, 'L'), goalie(80, 'W')] })[30]).toBe('goalie = 0')
  })

  test.each([
    [
      '0:1 after a shoot-out is one for both',
      [goalie(30, 'O'), goalie(80, 'W')],
      true,
      { 30: 'goalie overtimeLosses 1 shutouts 1 = 6', 80: 'goalie wins 1 shutouts 1 = 7' },
    ],
    [
      'two who share the game have none',
      [goalie(30, 'W', 1800), goalie(31, null, 1800)],
      false,
      { 30: 'goalie wins 1 = 2', 31: 'goalie = 0' },
    ],
    [
      'who sat on the bench takes none away',
      [goalie(30, 'W'), goalie(31, null, 0)],
      false,
      { 30: 'goalie wins 1 shutouts 1 = 7', 31: 'goalie = 0' },
    ],
  ])('shutout: %s', (_, goalies, afterShootOut, lines) => {
    const score = afterShootOut ? { awayScore: 1 } : { homeScore: 1, goals: [goal('TOR', 1)] }
    expect(told({ state: 'OFF', goalies, afterShootOut, ...score })).toMatchObject(lines)
  })
})

describe('a reading that is older than the one before', () => {
  const stage = (state: GameFacts['state'], period: number | null, goals: number) => ({
    state,
    period,
    goals: Array(goals),
  })
  test.each([
    ['a goal more', stage('LIVE', 2, 3), stage('LIVE', 2, 2), false],
    ['a goal taken back', stage('LIVE', 2, 2), stage('LIVE', 2, 3), false],
    ['two goals gone', stage('LIVE', 2, 1), stage('LIVE', 2, 3), true],
    ['an earlier period', stage('LIVE', 1, 2), stage('LIVE', 2, 2), true],
    ['play goes on after a review at the end', stage('CRIT', 3, 4), stage('OVER', 3, 4), false],
    ['played again after the final', stage('LIVE', 3, 4), stage('FINAL', 3, 4), true],
    ['not begun after it had', stage('PRE', null, 0), stage('LIVE', 1, 0), true],
    ['official', stage('OFF', 3, 4), stage('FINAL', 3, 4), false],
    ['put off', stage('PPD', null, 0), stage('PRE', null, 0), false],
    ['broken off, and another day again', stage('LIVE', 1, 0), stage('SUSP', 2, 3), false],
  ])('%s', (_, read, before, older) => expect(isOlder(read, before)).toBe(older))
})

describe('the night', () => {
  test.each([
    ['an afternoon', '2026-11-21T18:00:00Z', '2026-11-21'],
    ['a minute before six in New York', '2026-11-22T10:59:00Z', '2026-11-21'],
    ['six in New York', '2026-11-22T11:00:00Z', '2026-11-22'],
  ])('%s', (_, now, day) => expect(nightOf(Date.parse(now))).toBe(day))

  test('lasts from six to six', () => {
    const { from, until } = nightBounds(Date.parse('2026-11-22T03:00:00Z'))
    expect(new Date(from).toISOString()).toBe('2026-11-21T11:00:00.000Z')
    expect(new Date(until).toISOString()).toBe('2026-11-22T11:00:00.000Z')
  })
})

const START = Date.parse('2026-11-21T00:00:00Z')
const held = (playerId: number, changes: Partial<HeldPlayer> = {}): HeldPlayer => ({
  teamId: 1,
  playerId,
  club: 'TOR',
  scratched: [],
  ...changes,
})

describe('if it ended now', () => {
  const teams = [
    { id: 1, totalScore: 10_000 },
    { id: 2, totalScore: 10_300 },
    { id: 3, totalScore: 9_000 },
  ]
  test('points move a team past another; who was scratched at the start counts for no one', () => {
    const players = [
      held(1),
      held(2, { scratched: [{ from: START - 1, until: START + 1 }] }),
      held(3, { scratched: [{ from: START + 1, until: null }] }),
      held(4, { scratched: [{ from: START - 9, until: START }] }),
      held(50, { teamId: 2, scratched: [{ from: START, until: null }] }),
    ]
    const points = [1, 2, 3, 4, 50, 99].map((playerId) => ({ playerId, startsAt: START, points: 2 }))
    // 1, 3 and 4 count: 6 points.
    expect(standingsIfEnded(teams, players, points)).toEqual([
      { teamId: 1, total: 10_600, rank: 1, officialTotal: 10_000, officialRank: 2 },
      { teamId: 2, total: 10_300, rank: 2, officialTotal: 10_300, officialRank: 1 },
      { teamId: 3, total: 9_000, rank: 3, officialTotal: 9_000, officialRank: 3 },
    ])
  })

  test('a line that a correction lowers takes points away', () => {
    const [first] = standingsIfEnded(
      teams,
      [held(1)],
      [
        { playerId: 1, startsAt: START, points: -1 },
        { playerId: 1, startsAt: START + 1, points: 3 },
      ],
    )
    expect(first?.total).toBe(10_200)
  })
})

describe('how far a player is', () => {
  const night = (state: NightGame['state'], startsAt = START): NightGame => ({
    id: 1,
    startsAt,
    state,
    home: 'TOR',
    away: 'MTL',
  })
  test.each([
    ['before', [night('PRE')], 'toPlay'],
    ['during', [night('CRIT')], 'playing'],
    ['after', [night('OVER')], 'done'],
    ['put off', [night('PPD')], null],
    ['broken off', [night('SUSP')], 'done'],
    ['two games, one over', [night('OFF'), night('FUT', START + 9)], 'toPlay'],
    ['two games, the second on', [night('OFF'), night('LIVE', START + 9)], 'playing'],
    ['none', [], null],
  ] as const)('%s', (_, games, progress) => expect(progressOf(held(1), games)).toBe(progress))

  test('who is scratched for it does not play', () => {
    expect(progressOf(held(1, { scratched: [{ from: START - 1, until: null }] }), [night('LIVE')])).toBe(null)
  })
})
