import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tonight } from '#contract/tonight'
import { SimulatedNhl } from '#server/demo/nhl/simulated-nhl'
import { demoNhl } from '#server/demo/simulation/season'
import { currentLeague } from '#server/league/league'
import { scoresOfApi } from '#server/nhl/api/score-source'
import { SourceUnavailable } from '#server/nhl/source'
import type { ScoreGame } from '#server/nhl/store/score-games'
import { followScores } from '#server/schedule/follow-scores'
import { type DemoServer, demoDatabase, demoServer, MORNING } from '../support/demo-members.ts'
import { nhlDataDir } from '../support/nhl-data.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'

// What a source can do wrong while games of the demo league are on.

const DAY = '2026-11-21'
const SEASON = 20262027
const SECOND_MS = 1_000

/** What an address answers; throws where it fails. */
type Respond = (address: string) => object
interface Game {
  id: number
  gameState: string
  homeTeam: { abbrev: string; score: number }
  goals: { playerId: unknown; assists: unknown; strength: unknown; teamAbbrev: unknown }[]
  [field: string]: unknown
}
interface Page {
  currentDate: unknown
  games: Game[]
}

/** A simulated game in the shape of the NHL's score page. */
const listed = (game: ScoreGame): Game => ({
  id: game.id,
  season: SEASON,
  gameType: 2,
  gameState: game.state,
  gameScheduleState: 'OK',
  awayTeam: { abbrev: game.away, score: game.awayScore },
  homeTeam: { abbrev: game.home, score: game.homeScore },
  ...(game.period !== null && { periodDescriptor: { number: game.period, periodType: game.periodType } }),
  ...(game.secondsLeft !== null && {
    clock: { secondsRemaining: game.secondsLeft, inIntermission: game.intermission },
  }),
  goals: game.goals.map(({ club, scorer, assists, strength }) => ({
    playerId: scorer,
    assists: assists.map((playerId) => ({ playerId })),
    strength,
    periodDescriptor: { periodType: 'REG' },
    teamAbbrev: club,
  })),
})

/** And in that of its box score. */
function boxScore(nhl: SimulatedNhl, gameId: number): object {
  const game = nhl.scoresOf(DAY).find(({ id }) => id === gameId)
  const goalies = nhl.goaliesOf(gameId)
  if (!game || !goalies) return {}
  const of = (abbrev: string) => ({
    goalies: goalies
      .filter(({ club }) => club === abbrev)
      .map(({ playerId, decision, toiSeconds }) => ({
        playerId,
        toi: `${Math.floor(toiSeconds / 60)}:${String(toiSeconds % 60).padStart(2, '0')}`,
        decision,
      })),
  })
  return {
    awayTeam: { abbrev: game.away },
    homeTeam: { abbrev: game.home },
    playerByGameStats: { awayTeam: of(game.away), homeTeam: of(game.home) },
  }
}

const recorded = join(nhlDataDir, 'recorded/gamecenter-boxscore_2023020280.json')

test.runIf(existsSync(recorded))('a recorded box score names who was in goal, how long, and who decided', async () => {
  const source = scoresOfApi('', async () => JSON.parse(readFileSync(recorded, 'utf8')))
  expect(await source.goalies(2023020280)).toEqual([
    { playerId: 8475852, club: 'CHI', decision: 'L', toiSeconds: 1936 },
    { playerId: 8482821, club: 'CHI', decision: null, toiSeconds: 1660 },
    { playerId: 8477484, club: 'CBJ', decision: null, toiSeconds: 0 },
    { playerId: 8478007, club: 'CBJ', decision: 'W', toiSeconds: 3600 },
  ])
})

describe('a source that fails', () => {
  let server: DemoServer
  let nhl: SimulatedNhl
  let now = new Date(`${DAY}T15:05:00Z`)
  let respond: Respond
  let asked: string[] = []
  let most = 0
  let underWay = 0
  let work: ReturnType<typeof scheduledProcess>
  let follow: () => Promise<number>

  const page = (): Page => ({ currentDate: DAY, games: nhl.scoresOf(DAY).map(listed) })
  const fine: Respond = (address) => {
    const game = /gamecenter\/(\d+)\//.exec(address)?.[1]
    return game ? boxScore(nhl, Number(game)) : page()
  }
  const altered =
    (change: (page: Page) => unknown): Respond =>
    (address) => {
      if (address.includes('gamecenter')) return fine(address)
      const answer = page()
      change(answer)
      return answer
    }
  const down: Respond = () => {
    throw new SourceUnavailable('The NHL failed.')
  }
  const tonight = async (): Promise<Tonight> => {
    server.context.prepared.forget()
    return (await server.ask('member', '/tonight')).body
  }
  const run = (query: SQL) => server.rows(query)
  const reading = async () => {
    const [row] = await server.rows<{ failures: number; wait: number | null }>(
      sql`select failures, extract(epoch from not_before - ${now.toISOString()}::timestamptz)::float as wait from score_reading`,
    )
    return row
  }
  /** Lets the time pass that it wants to wait, and asks. */
  const again = async (ms = 20 * SECOND_MS) => {
    now = new Date(now.getTime() + ms)
    await follow()
  }
  const source = scoresOfApi('', async (address) => {
    asked.push(address)
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    // As a source that parses what was sent: nothing is shared with it.
    return structuredClone(respond(address))
  })
  const newFollower = () => {
    work = scheduledProcess(server.database, () => now)
    follow = followScores({ ...work.given, statistics: { ...work.given.statistics, scores: async () => source } })
  }

  beforeAll(async () => {
    server = await demoServer({ database: await demoDatabase(MORNING), clock: () => now })
    const league = await server.database.transaction(currentLeague)
    nhl = new SimulatedNhl(
      demoNhl({ demoSeed: league.demoSeed ?? 0, seasonId: league.seasonId, firstDay: league.firstDay }),
      () => now,
    )
    respond = fine
    newFollower()
    // Half past eight in New York: most games are on.
    await work.work()
    now = new Date('2026-11-22T01:00:00Z')
    await follow()
  }, 120_000)
  afterAll(() => server.close())

  const firstOn = ({ games }: Page): Game => {
    const found = games.find(
      ({ gameState, goals }) => (gameState === 'LIVE' || gameState === 'CRIT') && goals?.length > 0,
    )
    if (!found) throw new Error('No game is on')
    return found
  }
  const firstGoal = (answer: Page) => {
    const [goal] = firstOn(answer).goals
    if (!goal) throw new Error('No goal has fallen')
    return goal
  }

  /** Of one game that is on; the others are fine. */
  const oddGames: [what: string, change: (page: Page) => unknown][] = [
    ['a missing field', (page) => Reflect.deleteProperty(firstGoal(page), 'playerId')],
    ['null in place of a list', (page) => (firstGoal(page).assists = null)],
    ['a renamed field', (page) => Object.assign(firstOn(page), { state: 'LIVE', gameState: undefined })],
    ['an unknown strength', (page) => (firstGoal(page).strength = 'en')],
    ['a score that no game has', (page) => (firstOn(page).homeTeam.score = 999)],
    ['a negative clock', (page) => (firstOn(page).clock = { secondsRemaining: -1, inIntermission: false })],
    ['a goal of a third club', (page) => (firstGoal(page).teamAbbrev = 'XXX')],
    ['a score without its goals', (page) => Object.assign(firstOn(page), { goals: [] }).homeTeam.score++],
    ['a game twice', (page) => page.games.push(firstOn(page))],
  ]

  /** The clock of the games goes back for the next test. */
  const rewind = async (ms: number) => {
    now = new Date(now.getTime() - ms)
    await run(sql`update score_reading set asked_at = ${now.toISOString()}::timestamptz - interval '20 minutes'`)
    await run(sql`delete from score_game`)
  }

  test.each(oddGames)('%s of one game puts that game aside', async (_, change) => {
    respond = altered(change)
    const { id } = firstOn(page())
    const { games, odd } = await source.scores(DAY, SEASON)
    const others = nhl.scoresOf(DAY).map((game) => game.id)
    expect(games.map((game) => game.id)).toEqual(others.filter((each) => each !== id))
    expect(new Set(odd.map((each) => each.id))).toEqual(new Set([id]))
    for (const { why } of odd) expect(why).toMatch(`score/${DAY}: `)
  })

  test('a game that cannot be read stays as it was, the others go on, and the log says it once', async () => {
    respond = fine
    await again(11 * 60 * SECOND_MS)
    const before = await tonight()
    const { id } = firstOn(page())
    const said = work.said.length
    respond = altered((answer) => (firstOn(answer).homeTeam.score = 999))
    // Long enough for goals elsewhere, and for the clock of every game that is on.
    await again(20 * 60 * SECOND_MS)
    const during = await tonight()
    const of = ({ games, lines }: Tonight) => ({
      game: games.find((game) => game.id === id),
      lines: lines.filter(({ gameId }) => gameId === id),
    })
    expect(of(during)).toEqual(of(before))
    expect(during.games.filter((game) => game.id !== id)).not.toEqual(before.games.filter((game) => game.id !== id))
    expect(during.asOf).toBe(now.toISOString())
    expect(await reading()).toMatchObject({ failures: 0, wait: null })
    await again()
    expect(work.said.slice(said).filter((sentence) => sentence.includes('of the score page'))).toEqual([
      expect.stringMatching(`^Game ${id} of the score page stays as it was: score/${DAY}: `),
    ])
    respond = fine
    await again()
    expect(work.said).toContain('The score page can be used again')
    expect(of(await tonight())).not.toEqual(of(before))
    await rewind(31 * 60 * SECOND_MS + 40 * SECOND_MS)
  })

  test('games that are none of the regular season are passed over, whatever they look like', async () => {
    respond = altered((answer) => {
      answer.games.push(
        ...[1, 3, 4, 6, 9, 12].map((gameType) => Object.assign({ ...firstOn(answer) }, { gameType, homeTeam: null })),
        Object.assign({ ...firstOn(answer) }, { id: 2026010007, gameType: null, awayTeam: { abbrev: '' } }),
        Object.assign({ ...firstOn(answer) }, { season: 20252026, goals: null }),
      )
    })
    const said = work.said.length
    await again(11 * 60 * SECOND_MS)
    expect(work.said.slice(said)).toEqual([])
    expect((await tonight()).asOf).toBe(now.toISOString())
    await rewind(11 * 60 * SECOND_MS)
  })

  test('while there is no page the last true state stays, with its time, and the log says it once', async () => {
    respond = fine
    await again(11 * 60 * SECOND_MS)
    const before = await tonight()
    const { body: official } = await server.ask('member', '/stats/teams')
    const said = work.said.length
    respond = down
    await again()
    expect(await tonight()).toEqual(before)
    expect(work.said.slice(said)).toHaveLength(1)
    expect(await reading()).toMatchObject({ failures: 1, wait: 20 })
    await again()
    expect(await reading()).toMatchObject({ failures: 2, wait: 40 })
    expect(await tonight()).toEqual(before)
    expect(work.said.slice(said)).toHaveLength(1)
    expect((await server.ask('member', '/stats/teams')).body).toEqual(official)
    respond = fine
    await again(40 * SECOND_MS)
    expect(work.said.at(-1)).toBe('The score page can be used again')
    expect((await tonight()).asOf).toBe(now.toISOString())
    await rewind(12 * 60 * SECOND_MS + 20 * SECOND_MS)
  })

  test('a source that wants to be left alone is, for as long as it asks', async () => {
    await again(60 * SECOND_MS)
    respond = () => {
      throw new SourceUnavailable('The NHL wants to be left alone.', 90_000)
    }
    await again()
    expect(await reading()).toMatchObject({ failures: 1, wait: 90 })
    const count = asked.length
    await again(80 * SECOND_MS)
    expect(asked.length).toBe(count)
    respond = fine
    await again(10 * SECOND_MS)
    expect(asked.length).toBeGreaterThan(count)
    expect(await reading()).toMatchObject({ failures: 0, wait: null })
  })

  test('the page of the night before fails, of which a game goes on: the night’s page is read all the same', async () => {
    await run(sql`insert into game (id, season_id, game_date, start_time, home, away, state)
      select 2026029999, season_id, '2026-11-20', ${now.toISOString()}::timestamptz - interval '2 hours', home, away, 'LIVE'
      from game where game_date = ${DAY} limit 1`)
    asked = []
    respond = (address) => (address.includes('score/2026-11-20') ? down : fine)(address)
    await again(60 * SECOND_MS)
    expect(asked.slice(0, 2)).toEqual(['/score/2026-11-20', `/score/${DAY}`])
    expect((await tonight()).asOf).toBe(now.toISOString())
    expect(await reading()).toMatchObject({ failures: 0, wait: null })
    expect(work.said.at(-1)).toBe('The scores stay as they were: The NHL failed.')
    // When both fail it waits.
    respond = down
    await again()
    expect(await reading()).toMatchObject({ failures: 1, wait: 20 })
    respond = fine
    await run(sql`delete from game where id = 2026029999`)
    await again()
  })

  test('an answer from earlier on changes nothing, a game that is missing stays', async () => {
    await again()
    const before = await tonight()
    const old = page()
    const gone = firstOn(old).id
    now = new Date(now.getTime() + 60 * 60 * SECOND_MS)
    respond = fine
    await follow()
    const later = await tonight()
    expect(later.games).not.toEqual(before.games)
    respond = () => old
    const said = work.said.length
    await again()
    expect((await tonight()).games.find(({ id }) => id === gone)).toEqual(later.games.find(({ id }) => id === gone))
    expect(work.said.slice(said).join()).toContain('older than what was read before')
    respond = altered((answer) => (answer.games = answer.games.filter(({ id }) => id !== gone)))
    await again()
    const without = await tonight()
    expect(without.games.find(({ id }) => id === gone)).toEqual(later.games.find(({ id }) => id === gone))
    expect(without.lines.filter(({ gameId }) => gameId === gone)).toEqual(
      later.lines.filter(({ gameId }) => gameId === gone),
    )
  })

  test('asks one at a time, 100 times in half an hour at most, also as two processes', async () => {
    respond = fine
    asked = []
    most = 0
    const first = follow
    newFollower()
    const second = follow
    for (let seconds = 0; seconds < 1800; seconds += 10) {
      now = new Date(now.getTime() + 10 * SECOND_MS)
      await Promise.all([first(), second()])
    }
    expect(most).toBe(1)
    expect(asked.length).toBeGreaterThan(85)
    expect(asked.length).toBeLessThanOrEqual(100)
  }, 180_000)
})
