import { describe, expect, test } from 'vitest'
import { exampleLeague, exampleSeason, isExample } from '#server/league/file/example'
import { readLeagueFile } from '#server/league/file/read-league-file'

const GOOD = `name: The Pool
timeZone: America/Toronto
season:
  season: 2024-2025
  firstDay: 2024-10-04
  lastDay: 2025-04-17
constants:
  maxDressed: 19
teams:
  - name: Rink Rats
    short: RATS
    cash: 12.50
  - name: Blue Liners
    short: BLUE
members:
  - user: anna
    email: anna@example.org
    team: RATS
    roles: [admin]
  - user: bruno
    subject: "4711"
    team: blue
lastSeason:
  season: 2023-2024
  firstDay: 2023-10-10
  lastDay: 2024-04-18
  rosters:
    RATS:
      - 8478402
      - Sebastian Aho, car
      - { player: Auston Matthews, bought: 2024-01-15 }
    BLUE: []
`

/** The good file with one line, counted from 1, replaced. */
const withLine = (number: number, line: string): string =>
  GOOD.split('\n')
    .map((each, index) => (index === number - 1 ? line : each))
    .join('\n')

const problems = (text: string) => readLeagueFile(text).problems.map(({ line, sentence }) => `${line}: ${sentence}`)

describe('a league file', () => {
  test('knows addresses apart by more than the case of ASCII letters, and subjects by that, too', () => {
    const more = (name: string, fields: string) => `  - user: ${name}\n    ${fields}\n`
    const withMembers = (text: string) => problems(GOOD.replace('lastSeason:', `${text}lastSeason:`))
    expect(
      withMembers(
        more('kim', 'email: kim@ice.org') +
          more('kelvin', 'email: \u212aim@ice.org') +
          more('dotted', 'email: k\u0130m@ice.org') +
          more('upper', 'subject: AB') +
          more('lower', 'subject: ab'),
      ),
    ).toEqual([])
    expect(withMembers(more('kim', 'email: ANNA@Example.ORG'))).toEqual([
      '23: The e-mail address "ANNA@Example.ORG" is already that of line 16; each has one.',
    ])
    expect(withMembers(more('kim', 'subject: "4711"'))).toEqual([
      '23: The subject "4711" is already that of line 20; each has one.',
    ])
  })

  test('is read with its defaults', () => {
    const { file, problems: wrong, warnings } = readLeagueFile(GOOD)
    expect([wrong, warnings]).toEqual([[], []])
    expect(file).toMatchObject({
      name: 'The Pool',
      season: { id: 20242025, dates: { rosterHoldStartDate: '2024-10-04', keeperLastBuyDate: '2025-03-20' } },
      teams: [
        { name: 'Rink Rats', shortName: 'RATS', cashCents: 1250 },
        { name: 'Blue Liners', shortName: 'BLUE', cashCents: 0 },
      ],
      members: [
        { userName: 'anna', displayName: 'anna', email: 'anna@example.org', team: 'RATS', roles: ['admin'] },
        { userName: 'bruno', subject: '4711', team: 'BLUE', roles: [] },
      ],
      lastSeason: { id: 20232024, dates: { keeperLastBuyDate: '2024-03-21' } },
    })
    expect(new Date(file?.season.dates.tradingStartTime ?? 0).toISOString()).toBe('2024-11-15T05:00:00.000Z')
    expect(file?.lastSeason?.rosters[0]?.players.map(({ player, boughtAt }) => [player, boughtAt])).toEqual([
      [{ id: 8478402, name: null, position: null }, null],
      [{ name: 'Sebastian Aho', club: 'CAR' }, null],
      [{ name: 'Auston Matthews', club: null }, Date.parse('2024-01-15T05:00:00Z')],
    ])
  })

  test("has times of the league's own clocks, or of the offset that they name", () => {
    const tradingStarts = (time: string) =>
      readLeagueFile(withLine(6, `  lastDay: 2025-04-17\n  tradingStartTime: ${time}`)).file?.season.dates
        .tradingStartTime
    expect(tradingStarts('2024-11-20 18:30')).toBe(Date.parse('2024-11-20T23:30:00Z'))
    expect(tradingStarts('2024-11-20T18:30Z')).toBe(Date.parse('2024-11-20T18:30:00Z'))
    expect(tradingStarts('2024-11-20T18:30:00+01:00')).toBe(Date.parse('2024-11-20T17:30:00Z'))
  })

  test.each([null, '2024-2025', '2031-2032'])('is written as an example that has nothing wrong (%s)', (asked) => {
    const season = exampleSeason(asked, new Date('2026-11-21T12:00:00Z'))
    const text = season ? exampleLeague(season) : ''
    expect(readLeagueFile(text)).toMatchObject({ problems: [], warnings: [], file: { name: 'The Pool' } })
    expect(readLeagueFile(text).file?.teams.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    // With the part that is commented out as well.
    const whole = text.replaceAll(/^# (lastSeason:|soFar:| {2}.*)$/gm, '$1')
    expect(readLeagueFile(whole).problems).toEqual([])
    expect(readLeagueFile(whole).file?.lastSeason?.rosters[0]?.players).toHaveLength(3)
  })

  test.each([
    ['firstDay: 2031-10-06', 'firstDay: 2031-10-09', true],
    ['cash: 0.00', 'cash: 10.00', true],
    ['name: The Pool', 'name: Our Pool', false],
    ['name: Blue Liners', 'name: Blue Lines', false],
    ['user: dana', 'user: dora', false],
  ])('is no longer the example with a name changed: %s -> %s', (part, own, expected) => {
    const season = exampleSeason('2031-2032', new Date('2026-11-21T12:00:00Z'))
    const text = season ? exampleLeague(season) : ''
    expect(text).toContain(part)
    const { file } = readLeagueFile(text.replace(part, own))
    expect(file && isExample(file)).toBe(expected)
  })

  test("is written with the season's own days, and with what the rules make of them", () => {
    const season = exampleSeason('2024-2025', new Date('2026-11-21T12:00:00Z'))
    const text = season ? exampleLeague(season) : ''
    for (const line of [
      '  firstDay: 2024-10-04',
      '  lastDay: 2025-04-17',
      '  # rosterHoldStartDate: 2024-10-04',
      // Six weeks later, and four weeks before the end.
      '  # tradingStartTime: 2024-11-15 00:00',
      '  # tradingEndTime: 2025-03-20 00:00',
      '  # keeperLastBuyDate: 2025-03-20',
      '#   firstDay: 2023-10-10',
      '#   lastDay: 2024-04-18',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
    expect(text).not.toContain('guess')
  })

  test.each([null, '2025-2026', '2026-2027', '2031-2032'])(
    'is written with dates that are those of a file that leaves them out (%s)',
    (asked) => {
      const season = exampleSeason(asked, new Date('2026-11-21T12:00:00Z'))
      const text = season ? exampleLeague(season) : ''
      const withDates = text.replaceAll(/^ {2}# (\w+(Date|Time): .*)$/gm, '  $1')
      expect(withDates).not.toBe(text)
      expect(readLeagueFile(withDates).file?.season).toEqual(readLeagueFile(text).file?.season)
    },
  )

  test('marks the days that it does not know as guesses', () => {
    const lines = (asked: string) => {
      const season = exampleSeason(asked, new Date())
      return season ? exampleLeague(season).split('\n') : []
    }
    const lineAbove = (asked: string, line: string) => lines(asked)[lines(asked).indexOf(line) - 1]
    expect(lineAbove('2026-2027', '  firstDay: 2026-10-06')).toContain('a guess')
    expect(lineAbove('2026-2027', '#   firstDay: 2025-10-07')).not.toContain('guess')
    expect(lineAbove('2027-2028', '#   firstDay: 2026-10-06')).toContain('a guess')
  })

  test.each<[string, number, string, string]>([
    ['a tab for indentation', 4, '\tseason: 2024-2025', 'Use spaces, not tabs (line 4)'],
    ['a bracket left open', 19, '    roles: [admin\n    name: Anna', '] is missing'],
    ['the same word twice', 2, 'name: Again', 'Map keys must be unique. The fault may lie on the line above.'],
    [
      'an unknown word',
      2,
      'colour: red',
      'The file: "colour" is unknown; use one of name, timeZone, season, guests, tonight, constants, teams, members, lastSeason, soFar.',
    ],
    [
      'a word misspelt in a team',
      12,
      '    money: 3',
      'Teams, entry 1: "money" is unknown; use one of id, name, short, cash.',
    ],
    ['an empty name', 1, 'name: ""', "Name must be the league's name."],
    [
      'a number for a short name',
      11,
      '    short: 77',
      "Teams, entry 1, short must be a team's short name; a number or a date in its place needs quotes.",
    ],
    [
      'a zone that does not exist',
      2,
      'timeZone: America/Torronto',
      '"America/Torronto" is not a time zone; write an IANA name such as America/Toronto.',
    ],
    ['a season of one year', 4, '  season: 2024', 'Season, season must be two years such as 2026-2027.'],
    [
      'a season of years apart',
      4,
      '  season: 2024-2026',
      '"2024-2026" is not a season; write two years such as 2024-2025.',
    ],
    ['a date written another way', 5, '  firstDay: 04.10.2024', 'Season, firstDay must be a day such as 2026-10-06.'],
    ['a day that does not exist', 6, '  lastDay: 2025-02-30', '2025-02-30 is not a day of the calendar.'],
    [
      'an end before the start',
      6,
      '  lastDay: 2024-09-01',
      'The last day, 2024-09-01, is before the first, 2024-10-04.',
    ],
    [
      'another year than the season',
      5,
      '  firstDay: 2023-10-04',
      '2023-10-04 to 2025-04-17 is not in the season 2024-2025.',
    ],
    [
      'a time that does not exist',
      6,
      '  lastDay: 2025-04-17\n  tradingEndTime: 2025-03-01 25:00',
      '2025-03-01 25:00 is not a time of the calendar.',
    ],
    [
      'rosters that count from after the last day',
      6,
      '  lastDay: 2025-04-17\n  rosterHoldStartDate: 2025-08-01',
      'Rosters would count from 2025-08-01, after the last day, 2025-04-17.',
    ],
    [
      'keepers of another year',
      6,
      '  lastDay: 2025-04-17\n  keeperLastBuyDate: 2023-12-31',
      '2023-12-31 is not in the season 2024-2025.',
    ],
    [
      'trading that starts after the last day',
      6,
      '  lastDay: 2025-04-17\n  tradingStartTime: 2025-04-18\n  tradingEndTime: 2025-04-19',
      'Trading would start after the last day, 2025-04-17.',
    ],
    [
      'trading that ends before it starts',
      6,
      '  lastDay: 2025-04-17\n  tradingEndTime: 2024-11-01',
      'Trading would end (2024-11-01) before it starts (2024-11-15); change one of them.',
    ],
    [
      'a constant that is too large',
      8,
      '  maxDressed: 23',
      'Constants, maxDressed must be a whole number from 1 to 22.',
    ],
    [
      'more dressed than on the roster',
      8,
      '  maxDressed: 19\n  rosterSize: 18',
      '19 players cannot be dressed of a roster of 18.',
    ],
    [
      'more defenders than dressed',
      8,
      '  minDefenders: 19',
      '19 defenders and 1 goalies are more than the 19 who may be dressed.',
    ],
    ['cash below zero', 12, '    cash: -1', 'Teams, entry 1, cash must be an amount such as 12.50, not below 0.'],
    [
      'a team name that is too long',
      13,
      '  - name: The Team With The Longest Name Of All',
      '"The Team With The Longest Name Of All" has 37 letters, 31 at most',
    ],
    [
      'a team name that is taken',
      13,
      '  - name: rink rats',
      'Team "rink rats" (BLUE): Another team already has this name or short name.',
    ],
    ['an address without @', 17, '    email: anna', 'Members, entry 1, email must be an e-mail address.'],
    ['a team that does not exist', 18, '    team: CATS', 'There is no team "CATS"; the teams are RATS, BLUE.'],
    [
      'a role that does not exist',
      19,
      '    roles: [boss]',
      'Members, entry 1, roles, entry 1 must be admin or premium.',
    ],
    ['a member twice', 20, '  - user: Anna', 'The user name "Anna" is already that of line 16; each has one.'],
    [
      'a subject that YAML takes for a number',
      21,
      '    subject: 4711',
      'Members, entry 2, subject must be the subject (sub) that the identity provider calls the person; a number needs quotes.',
    ],
    [
      'a last season after this one',
      24,
      '  season: 2025-2026',
      'Last season must be 2023-2024, the one before 2024-2025.',
    ],
    [
      'a last season that is longer ago',
      24,
      '  season: 2022-2023',
      'Last season must be 2023-2024, the one before 2024-2025.',
    ],
    [
      'the id of another team',
      13,
      '  - id: 7\n    name: Blue Liners\n    short: BLUE\n  - id: 7\n    name: Top Shelf',
      'The id 7 is already that of line 13; each team has its own.',
    ],
    ['an id that is not a number', 13, '  - id: seven\n    name: Blue Liners', ''],
    [
      'a player with half a name',
      29,
      '      - { id: 8470794, name: Pavelski, position: C }',
      '"Pavelski" is not a first and last name.',
    ],
    ['a player in a position of the NHL', 29, '      - { id: 8470794, name: Joe Pavelski, position: L }', ''],
    [
      'a player on two rosters by the id',
      32,
      '    BLUE: [{ id: 8478402, name: Connor McDavid }]',
      'This player is already on line 29; a player has one owner.',
    ],
    ['a roster of a team that does not exist', 28, '    CATS:', 'There is no team "CATS"; the teams are RATS, BLUE.'],
    [
      'a player on two rosters',
      32,
      '    BLUE: [8478402]',
      'This player is already on line 29; a player has one owner.',
    ],
    ['a player that is neither name nor id', 29, '      - true', ''],
    [
      'a purchase on a day that does not exist',
      31,
      '      - { player: 8479318, bought: 2024-13-01 }',
      '2024-13-01 is not a day of the calendar.',
    ],
  ])('with %s is refused, on line %i', (_what, number, line, sentence) => {
    const found = problems(withLine(number, line))
    expect(found.length).toBeGreaterThan(0)
    const lines = line.split('\n').length
    const expected = found.filter(
      (each) => Number(each.split(':')[0]) >= number && Number(each.split(':')[0]) < number + lines,
    )
    expect(expected.length, found.join('\n')).toBeGreaterThan(0)
    if (sentence) expect(expected.map((each) => each.replace(/^\d+: /, ''))).toContain(sentence)
  })

  test('that leaves out what it needs is told so', () => {
    expect(problems('name: The Pool\n')).toEqual([
      '1: The file: season is missing.',
      '1: The file: teams is missing.',
      '1: The file: members is missing.',
    ])
    expect(problems(withLine(11, '    # short'))).toContain('10: Teams, entry 1: short is missing.')
  })

  test.each([
    ['', 'an empty file'],
    ['- a list', 'a list'],
    ['just words', 'words'],
  ])('that is not a league at all is refused: %j', (text) => {
    expect(problems(text)).toEqual([
      '1: The file must be a league file: name, season, teams, members and so on, one below the other.',
    ])
  })

  test('that unfolds without end is refused', () => {
    const bomb = [
      'a: &a [x]',
      ...Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*${n ? `b${n - 1}` : 'a'}, *${n ? `b${n - 1}` : 'a'}]`),
    ]
    expect(problems(bomb.join('\n'))).toHaveLength(1)
  })

  test('tells what is allowed and mostly not meant', () => {
    const { file, warnings } = readLeagueFile(withLine(19, '').replace('    email: anna@example.org\n', ''))
    expect(file).not.toBeNull()
    expect(warnings).toEqual([
      { line: 15, sentence: 'No member has the role admin, so no one can run the draft.' },
      {
        line: 16,
        sentence: 'anna has no email and no subject: an identity provider will not know them. Passkeys need neither.',
      },
    ])
  })

  const NAME = "A name with : , # ' { needs quotes: name: "
  const TEAM = (team: string, next = '  - { name: Blue Liners, short: BLUE }') =>
    GOOD.replace(/ {2}- name: Rink Rats[\s\S]+short: BLUE\n/, `  - ${team}\n${next}\n`)

  test.each<[string, string, string[]]>([
    ['a colon in a name', withLine(1, 'name: Rats: The Return'), [`1: ${NAME}"Rats: The Return"`]],
    ['a colon in braces', TEAM('{ name: Rats: The Return, short: RATS }'), [`10: ${NAME}"Rats: The Return"`]],
    ['a comma in braces', TEAM('{ name: Rats, The Return, short: RATS }'), [`10: ${NAME}"Rats, The Return"`]],
    ['an apostrophe before a name', TEAM("{ name: 'Tis Rats, short: RATS }"), [`10: ${NAME}"'Tis Rats"`]],
    ['an apostrophe at both ends', withLine(10, "  - name: 'Rats' Nest"), [`10: ${NAME}"'Rats' Nest"`]],
    ['a # in braces', TEAM('{ name: Rats #1, short: RATS }'), [`10: ${NAME}"Rats #1"`]],
    ['a brace in a name', TEAM('{ name: Rats {1}, short: RATS }'), [`10: ${NAME}"Rats {1}"`]],
    ['a name in braces', withLine(10, '  - name: {Rats}'), [`10: ${NAME}"{Rats}"`]],
    ['a name in brackets', withLine(10, '  - name: [Rats]'), [`10: ${NAME}"[Rats]"`]],
    ['a star before a name', withLine(10, '  - name: *Rats'), [`10: ${NAME}"*Rats"`]],
    ['an @ before a name', withLine(10, '  - name: @Rats'), [`10: ${NAME}"@Rats"`]],
    ['quotes around a part of a name', withLine(10, '  - name: "Rats" Nest'), [`10: ${NAME}'"Rats" Nest'`]],
    ['curly quotes and a colon', withLine(10, '  - name: “Rats: x”'), [`10: ${NAME}"Rats: x"`]],
    ['a quote left open', withLine(10, '  - name: "Rats'), ['10: " is missing']],
    [
      'a quote left open, and a # in the quotes of another name',
      withLine(1, 'name: "The # Pool" # ours').replace('name: Blue Liners', 'name: "Blue'),
      ['13: " is missing'],
    ],
    ['a colon without a space', withLine(10, '  - name:Rats'), ['10: Write a space after the colon: name: Rats']],
    ['a brace left open', TEAM('{ name: Rats, short: RATS'), ['10: } is missing']],
    [
      'the last brace left open',
      TEAM('{ name: Rats, short: RATS }', '  - { name: B, short: BLUE'),
      ['11: } is missing'],
    ],
    ['no opening brace', TEAM('name: Rats, short: RATS }'), ['10: { is missing']],
    [
      'a bracket left open in braces',
      withLine(29, '      - { player: 8478402, bought: [2024-01-15 }'),
      ['29: ] is missing'],
    ],
    ['a decimal comma', withLine(12, '    cash: 10,50'), ['12: write 10.50, with a point']],
    ['one in quotes', withLine(12, '    cash: "10,50"'), ['12: write 10.50, with a point']],
    ['one in braces', TEAM('{ name: Rats, short: RATS, cash: 10,50 }'), ['10: write 10.50, with a point']],
    ['one in a share', withLine(8, '  commissionOfPoints: 0,1'), ['8: write 0.1, with a point']],
    ['a tab further down', withLine(11, '\t short: RATS'), ['11: Use spaces, not tabs (line 11)']],
    ['a tab behind spaces', withLine(11, '    \tshort: RATS'), ['11: Use spaces, not tabs (line 11)']],
    ['a short name of 8 letters', GOOD.replaceAll('RATS', 'TOPSHELF'), ['11: "TOPSHELF" has 8 letters, 7 at most']],
    [
      'a name of 32',
      withLine(10, `  - name: ${'x'.repeat(32)}`),
      [`10: "${'x'.repeat(32)}" has 32 letters, 31 at most`],
    ],
    [
      'a league name of 201',
      withLine(1, `name: ${'x'.repeat(201)}`),
      [`1: "${'x'.repeat(60)}..." has 201 letters, 200 at most`],
    ],
    [
      'an invisible letter',
      withLine(11, '    short: "RATS\u200b"'),
      ['11: "RATS" has U+200B, which can\'t be shown; type it again.'],
    ],
    [
      'one in the name of a member',
      withLine(16, '  - user: anna\n    name: "An\u00adna"'),
      ['17: "Anna" has U+00AD, which can\'t be shown; type it again.'],
    ],
    [
      'one in the name of the league',
      withLine(1, 'name: "\u3164"'),
      ['1: "ㅤ" has U+3164, which can\'t be shown; type it again.'],
    ],
    [
      'the wrong year in firstDay',
      withLine(5, '  firstDay: 2023-10-04'),
      ['5: 2023-10-04 to 2025-04-17 is not in the season 2024-2025.'],
    ],
    [
      'the other wrong year',
      withLine(5, '  firstDay: 2025-10-04'),
      ['5: The first day, 2025-10-04, is after the last, 2025-04-17.'],
    ],
    [
      'the wrong year in lastDay',
      withLine(6, '  lastDay: 2026-04-17'),
      ['6: 2024-10-04 to 2026-04-17 is not in the season 2024-2025.'],
    ],
    [
      'the first year in lastDay',
      withLine(6, '  lastDay: 2024-04-17'),
      ['6: The last day, 2024-04-17, is before the first, 2024-10-04.'],
    ],
    [
      'the wrong years of the season',
      withLine(4, '  season: 2023-2024').replace(/lastSeason:[\s\S]*/, ''),
      ['4: 2024-10-04 to 2025-04-17 is not in the season 2023-2024.'],
    ],
    [
      "last season's keeper day",
      withLine(6, '  lastDay: 2025-04-17\n  keeperLastBuyDate: 2024-02-20'),
      ['7: The last keeper day, 2024-02-20, is before the first day, 2024-10-04.'],
    ],
    [
      'the wrong year in tradingStartTime',
      withLine(6, '  lastDay: 2025-04-17\n  tradingStartTime: 2023-11-15 00:00'),
      ['7: 2023-11-15 00:00 is not in the season 2024-2025.'],
    ],
    [
      'the next year in tradingStartTime',
      withLine(6, '  lastDay: 2025-04-17\n  tradingStartTime: 2025-11-15 00:00'),
      ['7: Trading would start after the last day, 2025-04-17.'],
    ],
    [
      'the wrong year in tradingEndTime',
      withLine(6, '  lastDay: 2025-04-17\n  tradingEndTime: 2026-03-20'),
      ['7: 2026-03-20 is not in the season 2024-2025.'],
    ],
    [
      'the wrong year in the first day of last season',
      withLine(25, '  firstDay: 2022-10-10'),
      ['25: 2022-10-10 to 2024-04-18 is not in the season 2023-2024.'],
    ],
    [
      'the wrong year in bought',
      withLine(31, '      - { player: Auston Matthews, bought: 2025-01-15 }'),
      ['31: 2025-01-15 is not in the season 2023-2024.'],
    ],
  ])('with %s says so once, at its line', (_what, text, sentences) => {
    expect(problems(text)).toEqual(sentences)
  })

  test.each([
    ['a comment', '  - name: Rats # the first', []],
    ['a # in a name', '  - name: Rats #1', [`10: ${NAME}"Rats #1"`]],
    ['curly quotes', '  - name: “Rats”', [`10: ${NAME}"Rats"`]],
    ['a quote at the end alone', '  - name: Rats"', ['10: " is missing']],
    ['an apostrophe within', "  - name: O'Reilly's", []],
  ])('with %s is read, and doubts it where that is hardly meant', (_what, line, notes) => {
    const { file, warnings } = readLeagueFile(withLine(10, line))
    expect(file).not.toBeNull()
    expect(warnings.map(({ line: at, sentence }) => `${at}: ${sentence}`)).toEqual(notes)
  })

  test('with two members of one team and none of another asks whether one is meant for that', () => {
    const shared = GOOD.replace(
      '    team: blue\n',
      '    team: BLUE\n  - { user: chris, name: Chris, subject: "5", team: BLUE }\n',
    )
      .replace('  - user: bruno', '  - user: bruno\n    name: Bruno')
      .replace('members:\n', '  - { name: Top, short: SHELF }\nmembers:\n')
    expect(readLeagueFile(shared).warnings).toEqual([
      { line: 25, sentence: "BLUE has two members, Bruno and Chris. Is one of them SHELF's?" },
    ])
    const alone = GOOD.replace('members:\n', '  - { name: Top, short: SHELF }\nmembers:\n')
    expect(readLeagueFile(alone).warnings).toEqual([{ line: 15, sentence: 'SHELF has no member.' }])
  })

  test.each([
    ['roles: admin', ['admin']],
    ['roles: "premium, admin"', ['admin', 'premium']],
    ['roles: { admin: true, premium: false }', ['admin']],
  ])('takes %s for a list', (line, roles) => {
    expect(readLeagueFile(withLine(19, `    ${line}`)).file?.members[0]?.roles).toEqual(roles)
  })

  test('is read with the line ends of any system', () => {
    for (const end of ['\r\n', '\r']) {
      expect(readLeagueFile(GOOD.replaceAll('\n', end)).file, end).toEqual(readLeagueFile(GOOD).file)
      expect(problems(withLine(12, '    cash: 10,50').replaceAll('\n', end))).toEqual(['12: write 10.50, with a point'])
    }
  })

  test('has short names as they are compared in the app', () => {
    expect(problems(withLine(22, '    team: "ＢＬＵＥ"'))).toEqual([])
    expect(problems(withLine(13, '  - name: "Rink\u00a0 Rats"'))).toEqual([
      '13: Team "Rink\u00a0 Rats" (BLUE): Another team already has this name or short name.',
    ])
  })
})
