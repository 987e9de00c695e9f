import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { names } from '#server/nhl/api/game-reports'
import { careerOfLanding } from '#server/nhl/career'
import { fieldOf, readAnswer, readElements } from '#server/nhl/read-answer'
import {
  GoalieGame,
  Report,
  Roster,
  RosterSpot,
  ScheduleDay,
  ScheduledGame,
  ScheduleWeek,
  SeasonRow,
  SkaterGame,
  Standings,
  StandingsRow,
  TeamRow,
} from '#server/nhl/schemas'
import { fakeLeague } from '../support/fake-nhl-league.ts'
import { nhlDataDir } from '../support/nhl-data.ts'

const folder = join(nhlDataDir, 'recorded')
const recorded = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

if (existsSync(folder)) {
  describe('answers as the API gave them', () => {
    const clubs = ['COL', 'EDM', 'MTL', 'TOR', 'UTA']
    const rosters = clubs.flatMap((club) =>
      ['forwards', 'defensemen', 'goalies'].map((list): [string, TSchema, string, TSchema] => [
        `roster_${club}_current_2025-01-18.json`,
        Roster,
        list,
        RosterSpot,
      ]),
    )
    test.each<[string, TSchema, string, TSchema]>([
      ['standings_now_2025-01-13.json', Standings, 'standings', StandingsRow],
      ['standings_2024-03-18.json', Standings, 'standings', StandingsRow],
      ['schedule_2024-03-20.json', ScheduleWeek, 'gameWeek', ScheduleDay],
      ['stats-rest_skater-summary_isGame_2026-01-31_DERIVED.json', Report, 'data', SkaterGame],
      ['stats-rest_goalie-summary_isGame_2026-01-31_DERIVED.json', Report, 'data', GoalieGame],
      ['stats-rest_season.json', Report, 'data', SeasonRow],
      ['stats-rest_team.json', Report, 'data', TeamRow],
      ...rosters,
    ])('%s can be read', (file, schema, list, element) => {
      const answer = recorded(file)
      expect(readAnswer(schema, file, answer)).toBe(answer)
      const elements = fieldOf(answer, list)
      if (!Array.isArray(elements)) throw new Error(`no list ${list}`)
      const { fitting, odd } = readElements(elements, (each) => readAnswer(element, file, each))
      expect(odd).toEqual([])
      expect(fitting).toEqual(elements)
    })

    test('games of a whole season, played and ahead, can be read', () => {
      const { games } = readAnswer<{ games: ScheduledGame[] }>(
        Type.Object({ games: Type.Array(ScheduledGame) }),
        'club-schedule-season',
        recorded('club-schedule-season_NYR_20252026_games-only.json'),
      )
      expect(games).toHaveLength(35)
      expect(games.some(({ gameOutcome }) => gameOutcome?.lastPeriodType === 'OT')).toBe(true)
    })

    test('single rows of the reports by game can be read', () => {
      const single = recorded('stats-rest_isGame_single_rows_transcribed.json')
      const row = (name: string): unknown =>
        typeof single === 'object' && single !== null ? Reflect.get(single, name) : undefined
      expect(readAnswer<SkaterGame>(SkaterGame, 'skater', row('skater/summary?isGame=true'))).toMatchObject({
        goals: 5,
      })
      expect(readAnswer<GoalieGame>(GoalieGame, 'goalie', row('goalie/summary?isGame=true'))).toMatchObject({ wins: 1 })
    })

    test.each(readdirSync(join(folder, 'player-landing')))('the career in player-landing/%s can be read', (file) => {
      const career = careerOfLanding(file, recorded(`player-landing/${file}`), {
        abbrevOf: (name) => name,
        gamesOf: () => 82,
      })
      expect(career.headshotUrl).toMatch(/^https:/)
      expect(career.seasons.length).toBeGreaterThan(0)
      expect(new Set(career.seasons.map(({ seasonId }) => seasonId)).size).toBe(career.seasons.length)
      expect(career.seasons.every(({ points, gamesPlayed }) => points >= 0 && gamesPlayed > 0)).toBe(true)
    })

    test("Ovechkin's career is the NHL's part of a list with juniors, play-offs and Olympics", () => {
      const { seasons } = careerOfLanding('landing', recorded('player-landing/8471214.json'), {
        abbrevOf: (name) => name,
        gamesOf: () => 82,
      })
      expect(seasons).toHaveLength(21)
      expect(seasons.reduce((sum, { gamesPlayed }) => sum + gamesPlayed, 0)).toBe(1573)
      // 929 goals, 758 assists, 331 on the power play, 5 short-handed, 141 winners.
      expect(seasons.reduce((sum, { points }) => sum + points, 0)).toBe(2 * 929 + 758 + 331 + 2 * 5 + 141)
    })
  })
} else {
  test.skip(`answers as the API gave them: skipped, there is no ${folder} (set NHL_DATA_DIR)`)
}

describe('an answer that cannot be read is refused by endpoint and field', () => {
  const report = () => ({ data: fakeLeague(1).skaters.map((row) => ({ ...row })), total: 16 })
  const SkaterReport = Type.Object({ data: Type.Array(SkaterGame), total: Type.Integer() })
  const read = (answer: unknown) => () => readAnswer(SkaterReport, 'skater/summary', answer)

  test.each<[string, (answer: ReturnType<typeof report>) => unknown, string]>([
    ['a missing field', ({ data }) => delete data[3]?.goals, 'skater/summary: data[3].goals is missing.'],
    [
      'a renamed field',
      ({ data }) => {
        for (const row of data) {
          row.powerPlayGoals = row.ppGoals
          delete row.ppGoals
        }
      },
      'skater/summary: data[0].ppGoals is missing.',
    ],
    [
      'a null',
      ({ data }) => Object.assign(data[2] ?? {}, { assists: null }),
      'skater/summary: data[2].assists is null: must be integer.',
    ],
    [
      'a text for a number',
      ({ data }) => Object.assign(data[1] ?? {}, { goals: '2' }),
      'skater/summary: data[1].goals is "2": must be integer.',
    ],
    [
      'an unknown position',
      ({ data }) => Object.assign(data[0] ?? {}, { positionCode: 'W' }),
      'data[0].positionCode is "W"',
    ],
    ['a negative number', ({ data }) => Object.assign(data[0] ?? {}, { goals: -1 }), 'data[0].goals is -1'],
    ['no total', (answer) => Reflect.deleteProperty(answer, 'total'), 'skater/summary: total is missing.'],
  ])('%s', (_, spoil, sentence) => {
    const answer = report()
    spoil(answer)
    expect(read(answer)).toThrow(sentence)
  })

  test('an answer of another kind', () => {
    expect(read([])).toThrow('skater/summary: the answer is []: must be object.')
    expect(read(null)).toThrow('skater/summary: the answer is null: must be object.')
  })

  test('a season in the NHL without its numbers, by the row of the list', () => {
    const landing = fakeLeague(1).landings[101]
    const facts = { abbrevOf: (name: string) => name, gamesOf: () => 82 }
    const spoiled = JSON.parse(JSON.stringify(landing).replaceAll('"shorthandedGoals":1,', ''))
    expect(() => careerOfLanding('player/101/landing', spoiled, facts)).toThrow(
      'player/101/landing seasonTotals[1]: shorthandedGoals is missing.',
    )
  })
})

test.each([
  ['Tage Thompson', 'Thompson', 'Tage', 'Thompson'],
  ['Trevor van Riemsdyk', 'van Riemsdyk', 'Trevor', 'van Riemsdyk'],
  ['Tim Stützle', 'Stuetzle', 'Tim', 'Stützle'],
  ['Nikita Alexandrov Jr.', 'Alexandrov', 'Nikita', 'Alexandrov Jr.'],
  ['Ronaldo', 'Nazario', '', 'Ronaldo'],
])('the name %s with the last name %s is %s and %s', (full, last, firstName, lastName) => {
  expect(names(full, last)).toEqual({ firstName, lastName })
})
