import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tonight } from '#contract/tonight'
import { followScores } from '#server/schedule/follow-scores'
import { demoDatabase, demoServer, MORNING } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'

// The night of the demo league when no process has looked before all its games were official.

const SECOND_MS = 1_000
let now = new Date('2026-11-21T15:05:00Z')

describe('a server that starts when all games are over', () => {
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * SECOND_MS)
  }
  const tonight = async (): Promise<Tonight> => {
    server.context.prepared.forget()
    return (await server.ask('member', '/tonight')).body
  }
  /** Games of whose goalies one has won, of all games that the score page has told of. */
  const decided = async () => {
    const rows = await server.rows(sql`
        select count(*) filter (where goalies @> '[{"decision": "W"}]')::int as decided, count(*)::int as told
        from score_game`)
    return rows[0]
  }
  /** A process that has just been started. */
  const started = () => scheduledProcess(server.database, () => now)

  const server = duringTests(async () => demoServer({ database: await demoDatabase(MORNING), clock: () => now }))
  beforeAll(async () => {
    now = new Date('2026-11-22T07:30:00Z')
  })

  test('asks again who won when the last process ended between the page and the first box score', async () => {
    const { given } = started()
    const dying = followScores({
      ...given,
      statistics: {
        ...given.statistics,
        scores: async (league, signal) => {
          const source = await given.statistics.scores(league, signal)
          return {
            name: source.name,
            scores: (...asked) => source.scores(...asked),
            goalies: () => Promise.reject(new Error('killed')),
          }
        },
      },
    })
    await expect(dying()).rejects.toThrow('killed')
    const { games } = await tonight()
    expect(games.every(({ state }) => state === 'OFF')).toBe(true)
    expect(await decided()).toEqual({ decided: 0, told: games.length })
    later(20)
    await followScores(started().given)()
    expect(await decided()).toEqual({ decided: games.length, told: games.length })
    later(20)
    const { asOf } = await tonight()
    await followScores(started().given)()
    expect((await tonight()).asOf).toBe(asOf)
  })

  test('reads the scores of games whose reports it has, once', async () => {
    await server.database.transaction(async (queries) => {
      await queries.execute(sql`delete from score_game`)
      await queries.execute(sql`delete from score_reading`)
    })
    const { given, work } = started()
    await work()
    const reported = await tonight()
    expect(reported.games.every(({ state }) => state === 'OFF')).toBe(true)
    expect(reported.asOf).toBeUndefined()
    const follow = followScores(given)
    await follow()
    const { asOf, teams, lines } = await tonight()
    expect(asOf).toBe(now.toISOString())
    expect({ teams, lines }).toEqual({ teams: reported.teams, lines: reported.lines })
    for (let minutes = 0; minutes < 30; minutes += 5) {
      later(5 * 60)
      await follow()
    }
    expect((await tonight()).asOf).toBe(asOf)
  })
})
