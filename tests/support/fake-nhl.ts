import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { addDays } from '#rules/calendar'
import type { FakeGame, FakeLeague, FakeRow } from './fake-nhl-league.ts'

/** What the fake does instead of answering. */
export interface Fault {
  /** 0: it breaks the connection; -1: it never answers. */
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface FakeNhl {
  /** The base addresses for the API's client. */
  readonly web: string
  readonly stats: string
  /** It needs no politeness. */
  readonly pauseMs: 0
  /** The league it speaks for; tests change it between two imports. */
  readonly league: FakeLeague
  /** Paths that were asked for, in turn. */
  readonly asked: string[]
  /** Rows of the season's report; without them the sums of the rows by game. */
  report: { skaters?: object[]; goalies?: object[] }
  /** Rows of the report of the season before. */
  reportBefore: { skaters: object[]; goalies: object[] }
  /** The most rows of a report in one answer; -1 gives all, as the API has been seen to do at different times. */
  pageSize: number
  /** The most rows of a report altogether; more are cut without a word. */
  cap: number
  /** The next answers to paths with this text are faults. */
  fail(path: string, ...faults: Fault[]): void
  /** Every answer to paths with this text is the fault. */
  keepFailing(path: string, fault: Fault): void
  /** Answers with a fault what it gives one for. */
  failWhen: (url: URL) => Fault | null
  /** Changes what is answered to paths with this text. */
  alter<Answer>(path: string, change: (answer: Answer) => unknown): void
  healed(): void
  close(): Promise<void>
}

export async function startFakeNhl(league: FakeLeague): Promise<FakeNhl> {
  const faults: { path: string; fault: Fault }[] = []
  const changes: { path: string; change: (json: string) => unknown }[] = []
  const asked: string[] = []

  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const path = decodeURIComponent(url.pathname)
    asked.push(path)
    const at = faults.findIndex((one) => path.includes(one.path))
    const [planned] = at >= 0 ? faults.splice(at, 1) : []
    const fault = planned?.fault ?? fake.failWhen(url)
    if (fault) {
      if (fault.status === 0) request.socket.destroy()
      else if (fault.status > 0) response.writeHead(fault.status, fault.headers).end(fault.body ?? 'no')
      return
    }
    if (path === '/web/standings/now') {
      response.writeHead(307, { location: '/web/standings/2024-10-20' }).end()
      return
    }
    const answer = answerTo(path, url.searchParams)
    if (answer === null) {
      response.writeHead(404).end('{}')
      return
    }
    const json = changes
      .filter((one) => path.includes(one.path))
      .reduce((now, { change }) => JSON.stringify(change(now)), JSON.stringify(answer))
    response.writeHead(200, { 'content-type': 'application/json' }).end(json)
  }

  const answerTo = (path: string, query: URLSearchParams): unknown => {
    const [, base, ...rest] = path.split('/')
    const name = rest.join('/')
    if (base === 'stats') {
      if (name === 'skater/summary' || name === 'goalie/summary') {
        const kind = name === 'skater/summary' ? 'skaters' : 'goalies'
        return page(query, query.get('isGame') === 'true' ? ofDays(league[kind], query) : ofSeason(kind, query))
      }
      if (name === 'team') return page(query, league.teamList)
      if (name === 'season') return page(query, league.seasonList)
      return null
    }
    const [kind, subject = '', detail] = rest
    if (kind === 'standings') return { wildCardIndicator: true, standings: league.standings }
    if (kind === 'schedule') return week(subject)
    if (kind === 'roster') return league.rosters[subject] ?? null
    if (kind === 'player' && detail === 'landing') return league.landings[Number(subject)] ?? null
    return null
  }

  const ofSeason = (kind: 'skaters' | 'goalies', query: URLSearchParams): readonly object[] => {
    const filter = query.get('cayenneExp')
    if (filter === 'gameTypeId=2 and seasonId=20232024') return fake.reportBefore[kind]
    if (filter !== 'gameTypeId=2 and seasonId=20242025') throw new Error(`not a filter: ${filter}`)
    return fake.report[kind] ?? sums(league[kind])
  }

  const ofDays = (rows: readonly FakeRow[], query: URLSearchParams): FakeRow[] => {
    const filter = query.get('cayenneExp') ?? ''
    const from = /gameDate>="(\d{4}-\d{2}-\d{2})"/.exec(filter)?.[1]
    const through = /gameDate<="(\d{4}-\d{2}-\d{2}) 23:59:59"/.exec(filter)?.[1]
    if (!from || !through || !filter.startsWith('gameTypeId=2 and ')) throw new Error(`not a filter: ${filter}`)
    return rows.filter(({ gameDate }) => gameDate >= from && gameDate <= through)
  }

  const page = (query: URLSearchParams, all: readonly object[]) => {
    if (query.get('limit') !== '-1') throw new Error('the importer asks for all rows')
    const within = all.slice(0, fake.cap)
    const start = Number(query.get('start') ?? 0)
    return {
      data: within.slice(start, fake.pageSize < 0 ? undefined : start + fake.pageSize),
      total: within.length,
    }
  }

  const week = (from: string) => {
    const days = Array.from({ length: 7 }, (_, index) => addDays(from, index))
    const last =
      league.games
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? ''
    return {
      ...(addDays(from, 7) <= last ? { nextStartDate: addDays(from, 7) } : {}),
      gameWeek: days.map((date) => {
        const games = league.games.filter((game) => game.date === date).map(gameOfWeek)
        return { date, numberOfGames: games.length, games }
      }),
    }
  }

  const server = createServer((request, response) => {
    try {
      respond(request, response)
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const fake: FakeNhl = {
    web: `http://127.0.0.1:${port}/web`,
    stats: `http://127.0.0.1:${port}/stats`,
    pauseMs: 0,
    league,
    asked,
    report: {},
    reportBefore: { skaters: [], goalies: [] },
    pageSize: -1,
    cap: 10_000,
    fail: (path, ...planned) => faults.push(...planned.map((fault) => ({ path, fault }))),
    failWhen: () => null,
    keepFailing: (path, fault) => fake.fail(path, ...Array.from({ length: 1000 }, () => fault)),
    alter: (path, change) => changes.push({ path, change: (json) => change(JSON.parse(json)) }),
    healed: () => {
      fake.failWhen = () => null
      faults.length = 0
      changes.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

/** A player's rows as one: numbers that are counted are added up, everything else is that of his last game. */
const sums = (rows: readonly FakeRow[]): object[] => {
  const players = new Map<number, Record<string, unknown>>()
  for (const { gameId: _, gameDate: __, teamAbbrev, ...row } of rows) {
    const sum: Record<string, unknown> = { ...row, teamAbbrevs: teamAbbrev }
    const known = players.get(row.playerId) ?? {}
    for (const [field, value] of Object.entries(sum)) {
      const before = known[field]
      if (field !== 'playerId' && typeof value === 'number' && typeof before === 'number') sum[field] = before + value
    }
    players.set(row.playerId, sum)
  }
  return [...players.values()].map((sum) =>
    typeof sum.timeOnIcePerGame === 'number'
      ? { ...sum, timeOnIcePerGame: sum.timeOnIcePerGame / Number(sum.gamesPlayed) }
      : sum,
  )
}

const gameOfWeek = ({ date: _, state, scheduleState, home, away, score, lastPeriod, ...game }: FakeGame) => ({
  ...game,
  gameType: 2,
  gameState: state,
  gameScheduleState: scheduleState ?? 'OK',
  homeTeam: { abbrev: home, ...(score ? { score: score[0] } : {}) },
  awayTeam: { abbrev: away, ...(score ? { score: score[1] } : {}) },
  ...(lastPeriod ? { gameOutcome: { lastPeriodType: lastPeriod } } : {}),
})
