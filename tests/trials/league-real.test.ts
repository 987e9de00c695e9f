import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Visitor } from '../server/auth-visitor.ts'
import { type LeagueServer, projectRoot, startLeagueServer } from '../support/league-server.ts'
import { nhlDataDir } from '../support/nhl-data.ts'

const files = join(nhlDataDir, 'season-2024-25')

/** The commands of the README's page on a real league, as somebody would type them. */
const page = readFileSync(join(projectRoot, 'README.md'), 'utf8').split('## A real league')[1] ?? ''
const typed = (/```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '').trimEnd().split('\n')
const COMMAND = 'npm run league -- '

test('the page of the README is there to be followed', () => {
  expect(typed.filter((line) => line.startsWith(COMMAND)).map((line) => line.split(' ')[4])).toEqual([
    'init',
    'check',
    'init',
    'import',
    'publish',
  ])
  expect(typed.at(-1)).toBe('npm start')
})

if (existsSync(files)) {
  describe("the README's page, followed from nothing with the files of 2024-25 for the NHL's API", () => {
    let folder: string
    let server: LeagueServer
    const visitor = new Visitor()
    const answer = async (path: string): Promise<unknown> =>
      JSON.parse((await visitor.go(`${server.origin}/api/v1${path}`, { headers: { accept: 'application/json' } })).text)

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hockey-pool-real-'))
      const dataDir = join(folder, 'data')
      for (const line of typed.filter((each) => each.startsWith(COMMAND))) {
        const words = line.slice(COMMAND.length).split(' ')
        if (words.join() === 'init') words.push('--season', '2024-2025')
        if (words[0] === 'import') words.push('--from', relative(folder, files))
        const run = spawnSync(process.execPath, [join(projectRoot, 'dist/server/admin/cli/league.js'), ...words], {
          cwd: folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, DATA_DIR: dataDir },
        })
        expect(run.status, `${line}\n${run.stdout}${run.stderr}`).toBe(0)
      }
      server = await startLeagueServer({ dataDir, env: { SCHEDULE: 'off', LOGIN: 'trial' } })
      const { url } = await visitor.go(`${server.origin}/auth/login`)
      await visitor.go(url, { method: 'POST', form: { member: 'anna' } })
    }, 300_000)
    afterAll(async () => {
      await server?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    test('lets a member of the file in, with team and roles', async () => {
      expect(await answer('/user')).toMatchObject({ name: 'Anna', teamId: 1, roles: ['admin', 'premium'] })
    })

    test('shows the four teams', async () => {
      expect(await answer('/stats/teams')).toEqual(
        ['RATS', 'BLUE', 'SHELF', 'EMPTY'].map((shortName) =>
          expect.objectContaining({ shortName, totalScore: 0, ranking: 1 }),
        ),
      )
    })

    test('shows the real season: Draisaitl with 185 points in 71 games', async () => {
      expect(await answer('/stats/players/8477934')).toMatchObject({
        name: 'Leon Draisaitl',
        nhlTeam: 'EDM',
        points: 185,
        gamesPlayed: 71,
        teamGamesPlayed: 82,
      })
    })
  })
} else {
  test.skip(`the README's page on a real league: skipped, there is no ${files} (set NHL_DATA_DIR)`)
}
