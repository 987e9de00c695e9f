import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { addGame, fakeLeague, gameOf } from '../support/fake-nhl-league.ts'
import { BRIEF, projectRoot } from '../support/league-server.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'

/** What is asked for with a number of answers between: a week of skaters, a player's landing. */
const KILLED_AT = ['skater/summary 2', 'player/101/', 'player/302/']

describe('a first import by the built command that is killed again and again', () => {
  let folder: string
  let nhl: FakeNhl
  let running: ChildProcess
  /** Kills the command when it has been asked for; its answer never arrives. */
  let killAt: string | null = null
  /** What was asked for in each run. */
  const runs: string[][] = []
  let told = ''

  const run = async (...words: string[]): Promise<number | null> => {
    running = spawn(process.execPath, [...BRIEF, join(projectRoot, 'dist/server/cli/league.js'), ...words], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: join(folder, 'data'),
        NHL_API_WEB: nhl.web,
        NHL_API_STATS: nhl.stats,
      },
    })
    told = ''
    for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => (told += text))
    await once(running, 'close')
    return running.exitCode
  }
  const importUntil = async (at: string | null): Promise<number | null> => {
    killAt = at
    nhl.asked.length = 0
    const code = await run('import')
    runs.push([...nhl.asked])
    return code
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-killed-'))
    const league = fakeLeague(7, 0)
    // Two weeks later: lines that are asked for by themselves.
    addGame(league, gameOf(101, '2024-11-04', 'OFF'))
    nhl = await startFakeNhl(league)
    nhl.reportBefore.skaters = league.skaters
      .slice(0, 1)
      .map(({ gameId: _, gameDate: __, teamAbbrev, ...row }) => ({ ...row, teamAbbrevs: teamAbbrev }))
    nhl.alter('', (answer: object) => {
      const path = nhl.asked.at(-1) ?? ''
      const nth = nhl.asked.filter((one) => one === path).length
      if (killAt !== null && `${path} ${nth}`.includes(killAt)) running.kill('SIGKILL')
      return answer
    })
    await writeFile(join(folder, 'pool.yaml'), LEAGUE_TEXT)
    expect(await run('init', 'pool.yaml'), told).toBe(0)
    for (const at of KILLED_AT) expect(await importUntil(at), at).toBeNull()
    expect(await importUntil(null), told).toBe(0)
  }, 600_000)
  afterAll(async () => {
    await nhl.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('asks for no player twice, but for those whose answer the kill took away', () => {
    const asked = runs.flat().filter((path) => path.includes('/player/'))
    const times = new Map<string, number>()
    for (const path of asked) times.set(path, (times.get(path) ?? 0) + 1)
    expect(times.size).toBe(20)
    expect([...times].filter(([, count]) => count > 1).map(([path, count]) => `${path} ${count}`)).toEqual([
      '/web/player/101/landing 2',
      '/web/player/302/landing 2',
    ])
  })

  test('asks for no week of lines twice, but for the one that the kill took away', () => {
    const weeks = runs.map((asked) => asked.filter((path) => path.includes('summary')).length)
    // Two weeks of skaters and one of goalies; the second week, and the season before; nothing more.
    expect(weeks).toEqual([3, 4, 0, 0])
  })

  test('ends with all of it here, and has told how much was left to do', () => {
    // By the status, which is written every second.
    expect(told).toMatch(/^ *\d+ % {2}\S/m)
    expect(told).toContain('150 lines waiting for an official update')
  })
})
