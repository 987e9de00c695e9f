import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Visitor } from '../server/auth-visitor.ts'
import { BRIEF, type LeagueServer, projectRoot, startLeagueServer } from '../support/league-server.ts'
import { nhlDataDir } from '../support/nhl-data.ts'
import { blocksOf } from '../support/pages.mjs'

const files = join(nhlDataDir, 'season-2024-25')

/** The section of the README on a league of one's own: a block, a sentence, a block, as somebody would paste them. */
const section =
  readFileSync(join(projectRoot, 'README.md'), 'utf8')
    .split(/^## /m)
    .find((each) => each.startsWith('Your league on this machine\n')) ?? ''
const blocks = blocksOf(section, 'sh').map((block) => block.trimEnd().split('\n'))
const COMMAND = 'npm run league -- '
const commandsOf = (lines: readonly string[] = []) => lines.filter((line) => line.startsWith(COMMAND))

test('the section of the README is there to be followed', () => {
  const names = blocks.map((lines) => commandsOf(lines).map((line) => line.split(' ')[4]))
  expect(names).toEqual([['init'], ['check', 'init', 'import', 'publish']])
  expect(blocks[1]?.at(-1)).toBe('npm start')
  // The file that the first block writes is edited before it is read.
  const between = section.split(/^```.*$/m)[2]
  expect(between).toContain('Now edit `league.yaml`')
})

if (existsSync(files)) {
  describe("the README's section, followed from nothing with the files of 2024-25 for the NHL's API", () => {
    let folder: string
    let server: LeagueServer
    const visitor = new Visitor()
    const answer = async (path: string): Promise<unknown> =>
      JSON.parse((await visitor.go(`${server.origin}/api/v1${path}`, { headers: { accept: 'application/json' } })).text)

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hockey-pool-real-'))
      const dataDir = join(folder, 'data')
      const run = (line: string) => {
        const words = line.slice(COMMAND.length).split(' ')
        if (words.join() === 'init') words.push('--season', '2024-2025')
        if (words[0] === 'import') words.push('--from', relative(folder, files))
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          [...(words[0] === 'import' ? [] : BRIEF), join(projectRoot, 'dist/server/cli/league.js'), ...words],
          { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: dataDir } },
        )
        expect(status, `${line}\n${stdout}${stderr}`).toBe(0)
      }
      const [first, second] = blocks
      for (const line of commandsOf(first)) run(line)
      const file = join(folder, 'league.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace('name: Rink Rats', 'name: River Rats'))
      for (const line of commandsOf(second)) run(line)
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

    test('shows the four teams, one by the name that it got in the file', async () => {
      expect(await answer('/stats/teams/1')).toMatchObject({ name: 'River Rats', shortName: 'RATS' })
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
  test.skip(`the README's section on a league of one's own: skipped, there is no ${files} (set NHL_DATA_DIR)`)
}
