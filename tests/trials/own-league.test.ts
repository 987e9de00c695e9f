import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Visitor } from '../server/auth-visitor.ts'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { addGame, fakeLeague, gameOf } from '../support/fake-nhl-league.ts'
import { type LeagueServer, projectRoot, startLeagueServer } from '../support/league-server.ts'
import { blocksOf } from '../support/pages.mjs'
import { startCommand } from '../support/process-output.ts'

/** The section of the README on a league of one's own: a block, a sentence, a block, as somebody would paste them. */
const section =
  readFileSync(join(projectRoot, 'README.md'), 'utf8')
    .split(/^## /m)
    .find((each) => each.startsWith('Your league on this machine\n')) ?? ''
const blocks = blocksOf(section, 'sh').map((block) => block.trimEnd().split('\n'))
const COMMAND = 'npm run league -- '
const commandsOf = (lines: readonly string[] = []) => lines.filter((line) => line.startsWith(COMMAND))

/** What is asked for with a number of answers between: a week of skaters, a player's landing. */
const KILLED_AT = ['skater/summary 2', 'player/302/']

test('the section of the README is there to be followed', () => {
  const names = blocks.map((lines) => commandsOf(lines).map((line) => line.split(' ')[4]))
  expect(names).toEqual([['init'], ['check', 'init', 'import', 'publish']])
  expect(blocks[1]?.at(-1)).toBe('npm start')
  // The file that the first block writes is edited before it is read.
  const between = section.split(/^```.*$/m)[2]
  expect(between).toContain('Now edit `league.yaml`')
})

describe("the README's section, followed from nothing, with an import that is killed and run again", () => {
  let folder: string
  let nhl: FakeNhl
  let server: LeagueServer
  let running: ChildProcess
  /** Kills the command when it has been asked for; its answer never arrives. */
  let killAt: string | null = null
  /** What each import asked for. */
  const runs: string[][] = []
  let printed = ''
  let printedByImport = ''
  const visitor = new Visitor()
  const answer = async (path: string): Promise<unknown> =>
    JSON.parse((await visitor.go(`${server.origin}/api/v1${path}`, { headers: { accept: 'application/json' } })).text)

  const run = async (line: string): Promise<number | null> => {
    const words = line.slice(COMMAND.length).split(' ')
    if (words.join() === 'init') words.push('--season', '2024-2025')
    running = startCommand(words, {
      cwd: folder,
      env: { DATA_DIR: join(folder, 'data'), NHL_API_WEB: nhl.web, NHL_API_STATS: nhl.stats },
    })
    printed = ''
    for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => (printed += text))
    await once(running, 'close')
    return running.exitCode
  }
  const importUntil = async (line: string, at: string | null): Promise<number | null> => {
    killAt = at
    nhl.asked.length = 0
    const code = await run(line)
    runs.push([...nhl.asked])
    return code
  }

  beforeAll(async () => {
    folder = await temporaryFolder()
    const league = fakeLeague(7, 0)
    // Two weeks later: lines that are asked for by themselves.
    addGame(league, gameOf(101, '2024-11-04', 'OFF'))
    nhl = await startFakeNhl(league)
    nhl.reportBefore.skaters = league.skaters
      .slice(0, 1)
      .map(({ gameId: _, gameDate: __, teamAbbrev, ...row }) => ({ ...row, teamAbbrevs: teamAbbrev }))
    nhl.alter('', (given: object) => {
      const path = nhl.asked.at(-1) ?? ''
      const nth = nhl.asked.filter((one) => one === path).length
      if (killAt !== null && `${path} ${nth}`.includes(killAt)) running.kill('SIGKILL')
      return given
    })
    const [first, second] = blocks
    for (const line of commandsOf(first)) expect(await run(line), `${line}\n${printed}`).toBe(0)
    const file = join(folder, 'league.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: Rink Rats', 'name: River Rats'))
    for (const line of commandsOf(second)) {
      if (line === `${COMMAND}import`) {
        for (const at of KILLED_AT) expect(await importUntil(line, at), at).toBeNull()
        expect(await importUntil(line, null), printed).toBe(0)
        printedByImport = printed
      } else {
        expect(await run(line), `${line}\n${printed}`).toBe(0)
      }
    }
    server = await startLeagueServer({ dataDir: join(folder, 'data'), env: { SCHEDULE: 'off', LOGIN: 'trial' } })
    const { url } = await visitor.go(`${server.origin}/auth/login`)
    await visitor.go(url, { method: 'POST', form: { member: 'anna' } })
  }, 600_000)
  afterAll(async () => {
    await server?.stop()
    await nhl.close()
    await removeFolder(folder)
  })

  test('asks for no player twice, but for the one whose answer the kill took away', () => {
    const asked = runs.flat().filter((path) => path.includes('/player/'))
    const times = new Map<string, number>()
    for (const path of asked) times.set(path, (times.get(path) ?? 0) + 1)
    expect(times.size).toBe(20)
    expect([...times].filter(([, count]) => count > 1)).toEqual([['/web/player/302/landing', 2]])
  })

  test('asks for no week of lines twice, but for the one that the kill took away', () => {
    const weeks = runs.map((asked) => asked.filter((path) => path.includes('summary')).length)
    // Two weeks of skaters and one of goalies; the second week, and the season before; nothing more.
    expect(weeks).toEqual([3, 4, 0])
  })

  test('ends with all of it here, and has shown how much was left to do', () => {
    // By the status, which is written every second.
    expect(printedByImport).toMatch(/^ *\d+ % {2}\S/m)
    expect(printedByImport).toContain('150 lines waiting for an official update')
  })

  test('lets a member of the file in, and shows its teams and a player who won eight games by the only goal', async () => {
    expect(await answer('/user')).toMatchObject({ name: 'Anna', teamId: 1, roles: ['admin', 'premium'] })
    expect(await answer('/stats/teams/1')).toMatchObject({ name: 'River Rats', shortName: 'RATS' })
    expect(await answer('/stats/teams')).toEqual(
      ['RATS', 'BLUE', 'SHELF', 'EMPTY'].map((shortName) =>
        expect.objectContaining({ shortName, totalScore: 0, ranking: 1 }),
      ),
    )
    expect(await answer('/stats/players/101')).toMatchObject({
      name: 'First101 Last101',
      nhlTeam: 'BOS',
      points: 32,
      gamesPlayed: 8,
      teamGamesPlayed: 8,
    })
  })
})
