import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DraftBox } from '#contract/draft'
import { NhlApi } from '#server/nhl/api/nhl-api'
import { politeClient } from '#server/nhl/api/polite-client'
import { importLeague } from '#server/nhl/import/import-league'
import { commandOn } from '../support/command-on.ts'
import { demoServer } from '../support/demo-members.ts'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { startFakeNhl } from '../support/fake-nhl.ts'
import { fakeLeague } from '../support/fake-nhl-league.ts'
import { inNextSeason, LEAGUE_TEXT } from '../support/league-text.ts'
import { nhlDataDir } from '../support/nhl-data.ts'
import { testDatabase } from '../support/test-database.ts'

// The oracle is the NHL's own history: points by the pool's scoring, games, and NP = points x 82 / games (20 at least),
// worked out by hand from the season's published goals, assists and so on.

const tables = join(nhlDataDir, 'season-2024-25')
const landings = join(nhlDataDir, 'recorded/player-landing')

const NEXT_TEXT = inNextSeason(LEAGUE_TEXT)

/** Two teams and two to spare: four players to a box. */
const AFTER_2024_25: Record<string, string> = {
  '1.LW':
    'Kirill Kaprizov 90 41 180, Alex Ovechkin 138 65 174.09, Kyle Connor 159 82 159, Matthew Tkachuk 92 52 145.08',
  '1.C':
    'Leon Draisaitl 185 71 213.66, Connor McDavid 138 67 168.9, Nathan MacKinnon 162 79 168.15, Brayden Point 147 77 156.55',
  '2.C':
    'Auston Matthews 127 67 155.43, Sam Reinhart 147 79 152.58, Sidney Crosby 146 80 149.65, Jake Guentzel 145 80 148.63',
  '1.RW':
    'Nikita Kucherov 175 78 183.97, David Pastrnak 162 82 162, William Nylander 149 82 149, Mitch Marner 144 81 145.78',
  '1.LD':
    'Quinn Hughes 99 68 119.38, Zach Werenski 117 81 118.44, Rasmus Dahlin 91 73 102.22, Victor Hedman 86 79 89.27',
  '1.RD': 'Cale Makar 142 80 145.55, Evan Bouchard 86 82 86, Adam Fox 76 74 84.22, Colton Parayko 59 64 75.59',
  '1.G':
    'Connor Hellebuyck 139 63 180.92, Anthony Stolarz 67 34 161.59, Darcy Kuemper 96 50 157.44, Logan Thompson 80 43 152.56',
}

const AFTER_2023_24: Record<string, string> = {
  '1.C':
    'Nathan MacKinnon 210 82 210, Auston Matthews 202 81 204.49, Sam Reinhart 199 82 199, Connor McDavid 178 76 192.05',
  // 16 games count as 20.
  '1.G':
    'Frederik Andersen 43 16 176.3, Thatcher Demko 99 51 159.18, Sergei Bobrovsky 110 58 155.52, Jonathan Quick 50 27 151.85',
}

const STEPS_AFTER_IMPORT = [
  '  1. npm run league -- publish',
  '  2. in the app, Draft Admin: Generate Draft Boxes',
  '  3. members choose their keepers in the app; then Draft Admin: Lock Keepers',
  '  4. the draft itself: docs/league/draft-night.md',
]

/** Of each player the name, the points, the games and NP. */
const textOfBox = (boxes: DraftBox[], boxName: string): string =>
  (boxes.find((box) => box.boxName === boxName)?.players ?? [])
    .map((player) => `${player.name} ${player.points} ${player.gamesPlayed} ${player.normalizedPoints}`)
    .join(', ')

const boxesNamed = (boxes: DraftBox[], names: string[]) =>
  Object.fromEntries(names.map((name) => [name, textOfBox(boxes, name)]))

if (existsSync(tables)) {
  describe('the first draft of a league of 2025-26, from the table files of 2024-25', () => {
    let imported: string[]
    const now = '2025-09-20T12:00:00Z'

    const server = duringTests(async () => {
      const database = await testDatabase()
      await commandOn(database, 'init FILE --anyway', { file: NEXT_TEXT, now })
      imported = await commandOn(database, ['import', '--from', tables], { now })
      return demoServer({ database, clock: () => new Date(now) })
    })

    test('takes no games of the season before', () => {
      expect(imported[0]).toMatch(
        /are of 2024-2025: they give players and earlier seasons, and no games of 2025-2026\.$/,
      )
      expect(imported[1]).toMatch(/^[\d,]+ players of 32 clubs are up to date; no game has been played yet\.$/)
      expect(imported.slice(-5)).toEqual(['Next:', ...STEPS_AFTER_IMPORT])
    })

    test('has boxes by what the players did last season', async () => {
      expect((await server.ask('anna', '/draft/generate-boxes', { method: 'PATCH' })).status).toBe(200)
      const { body } = await server.ask('bruno', '/draft/boxes')
      expect(boxesNamed(body, Object.keys(AFTER_2024_25))).toEqual(AFTER_2024_25)
      expect(body.find(({ boxName }: DraftBox) => boxName === '2.C').players[0]).toMatchObject({
        positionRank: 5,
        boxRank: 1,
      })
      const keepers = (await server.ask('bruno', '/draft/keeper-boxes')).body
      expect(boxesNamed(keepers, Object.keys(AFTER_2024_25))).toEqual(AFTER_2024_25)
    })

    test('projects the same points before the first game, and shows the season as a previous one', async () => {
      expect((await server.ask('bruno', '/stats/players/8477934')).body).toMatchObject({
        points: 0,
        teamGamesPlayed: 0,
        projectedPoints: 213.66,
      })
      // Colorado 49, Carolina 13, Dallas 20 games: 137 points, and Dallas at the end.
      const { body } = await server.ask('bruno', '/stats/players/8478420/previous-seasons')
      expect(body.slice(0, 2)).toEqual([
        { season: 20242025, nhlTeam: 'DAL', points: 137, projectedPoints: 137, gamesPlayed: 82, teamGamesPlayed: 82 },
        expect.objectContaining({ season: 20232024, nhlTeam: 'COL', points: 169, gamesPlayed: 80 }),
      ])
      expect((await server.ask('bruno', '/stats/players/8478420')).body.nhlTeam).toBe('DAL')
    })

    test("keeps players of last season's rosters, once the file has them", async () => {
      expect((await server.ask('anna', '/draft/teams/1/keep-player/8477934', { method: 'POST' })).status).toBe(409)
      const rosters = 'rosters: { RATS: [Leon Draisaitl], BLUE: [8478402] }'
      const file = `${NEXT_TEXT}lastSeason: { season: 2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17, ${rosters} }\n`
      await commandOn(server.database, ['season', 'FILE', '--from', tables], { file, now })
      const chosen = await server.ask('anna', '/draft/teams/1/keep-player/8477934', { method: 'POST' })
      expect(chosen.body[0]).toEqual({ player: { playerId: 8477934, name: 'Leon Draisaitl' }, keeperIndex: 1 })
      await expect
        .poll(async () => {
          const { body } = await server.ask('anna', '/draft/keeper-boxes')
          return body
            .find(({ boxName }: DraftBox) => boxName === '1.C')
            .players.map(({ teamShortName }: { teamShortName: string | null }) => teamShortName)
        })
        .toEqual(['RATS', 'BLUE', null, null])
      const { body } = await server.ask('bruno', '/stats/players/8477934/previous-seasons')
      expect(body[0]).toMatchObject({ season: 20242025, team: { shortName: 'RATS' } })
    })
  })

  test('the first draft of a league of 2024-25 goes by 2023-24, also when 2024-25 is over', async () => {
    const database = await testDatabase()
    await commandOn(database, 'init FILE --anyway', { file: LEAGUE_TEXT })
    await commandOn(database, ['import', '--from', tables])
    await commandOn(database, 'publish --anyway')
    const server = await duringTest(demoServer({ database, clock: () => new Date('2025-06-01T12:00:00Z') }))
    await server.ask('anna', '/draft/generate-boxes', { method: 'PATCH' })
    const { body } = await server.ask('bruno', '/draft/boxes')
    expect(boxesNamed(body, Object.keys(AFTER_2023_24))).toEqual(AFTER_2023_24)
  }, 120_000)
} else {
  test.skip(`the first draft with table files: skipped, there is no ${tables} (set NHL_DATA_DIR)`)
}

if (existsSync(landings)) {
  test("the first draft of a league of 2025-26, from the NHL's own pages, goes by 2024-25 and not by what came later", async () => {
    const league = fakeLeague(0, 0)
    league.landings = Object.fromEntries(
      readdirSync(landings).map((file) => [
        Number(file.replace('.json', '')),
        JSON.parse(readFileSync(join(landings, file), 'utf8')),
      ]),
    )
    const spot = (id: number, firstName: string, lastName: string, positionCode: string) => ({
      id,
      firstName: { default: firstName },
      lastName: { default: lastName },
      positionCode,
      shootsCatches: 'L',
    })
    const none = { forwards: [], defensemen: [], goalies: [] }
    league.rosters = {
      BOS: none,
      TOR: none,
      UTA: none,
      EDM: {
        forwards: [
          spot(8476881, 'Tomas', 'Hertl', 'C'),
          spot(8477492, 'Nathan', 'MacKinnon', 'C'),
          spot(8478402, 'Connor', 'McDavid', 'C'),
          spot(8478427, 'Sebastian', 'Aho', 'C'),
          spot(8484801, 'Macklin', 'Celebrini', 'C'),
        ],
        defensemen: [spot(8485366, 'Matthew', 'Schaefer', 'D')],
        goalies: [
          spot(8475683, 'Sergei', 'Bobrovsky', 'G'),
          spot(8476883, 'Andrei', 'Vasilevskiy', 'G'),
          spot(8480313, 'Logan', 'Thompson', 'G'),
          spot(8483532, 'Clay', 'Stevenson', 'G'),
        ],
      },
    }
    const nhl = await duringTest(startFakeNhl(league))
    const now = () => new Date('2025-09-20T12:00:00Z')
    const database = await testDatabase()
    await commandOn(database, 'init FILE --anyway', { file: NEXT_TEXT, now: now().toISOString() })
    await importLeague({ database, source: new NhlApi(nhl, politeClient({ pauseMs: 0 })), clock: now })
    const server = await duringTest(demoServer({ database, clock: now }))
    await server.ask('anna', '/draft/generate-boxes', { method: 'PATCH' })
    const { body } = await server.ask('bruno', '/draft/boxes')
    // The pages have 2025-26 as well, with 205 points of McDavid's.
    expect(boxesNamed(body, ['1.C', '2.C', '1.LD', '1.G'])).toEqual({
      '1.C':
        'Connor McDavid 138 67 168.9, Nathan MacKinnon 162 79 168.15, Sebastian Aho 123 79 127.67, Tomas Hertl 110 73 123.56',
      '2.C': 'Macklin Celebrini 100 70 117.14',
      // His first season is this one.
      '1.LD': 'Matthew Schaefer null null null',
      '1.G':
        'Logan Thompson 80 43 152.56, Andrei Vasilevskiy 115 63 149.68, Sergei Bobrovsky 95 54 144.26, Clay Stevenson 0 1 0',
    })
  }, 60_000)
} else {
  test.skip(`the first draft with recorded pages: skipped, there is no ${landings} (set NHL_DATA_DIR)`)
}
