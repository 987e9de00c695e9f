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
const withLine = (number: number, line: string, file = GOOD): string =>
  file
    .split('\n')
    .map((each, index) => (index === number - 1 ? line : each))
    .join('\n')

/** The same file with its teams in braces. */
const BRACED = GOOD.replace(
  / {2}- name: Rink[\s\S]+BLUE\n/,
  '  - { name: R, short: RATS }\n  - { name: Blue Liners, short: BLUE }\n',
)

const NAME = "10: A name with : , # ' { needs quotes: name: "

/** A line by its number, of the good file or after `{` of the one with braces, as it is wrong; then the problems. */
const MISTAKES = `
4| \tseason: 2024-2025
-> 4: Use spaces, not tabs (line 4)
11| \t short: RATS
-> 11: Use spaces, not tabs (line 11)
11|     \tshort: RATS
-> 11: Use spaces, not tabs (line 11)
19|     roles: [admin\n    name: Anna
-> 19: ] is missing
29|       - { player: 8478402, bought: [2024-01-15 }
-> 29: ] is missing
{10|   - { name: Rats, short: RATS
-> 10: } is missing
{11|   - { name: B, short: BLUE
-> 11: } is missing
{10|   - name: Rats, short: RATS }
-> 10: { is missing
10|   - name: "Rats
-> 10: " is missing
1| name: "The # Pool # ours
-> 1: " is missing
2| name: Again
-> 2: Map keys must be unique. The fault may lie on the line above.
10|   - name:Rats
-> 10: Write a space after the colon: name: Rats
1| name: Rats: The Return
-> 1: A name with : , # ' { needs quotes: name: "Rats: The Return"
{10|   - { name: Rats: The Return, short: RATS }
-> ${NAME}"Rats: The Return"
{10|   - { name: Rats, The Return, short: RATS }
-> ${NAME}"Rats, The Return"
{10|   - { name: 'Tis Rats, short: RATS }
-> ${NAME}"'Tis Rats"
10|   - name: 'Rats' Nest
-> ${NAME}"'Rats' Nest"
{10|   - { name: Rats #1, short: RATS }
-> ${NAME}"Rats #1"
{10|   - { name: Rats {1}, short: RATS }
-> ${NAME}"Rats {1}"
10|   - name: {Rats}
-> ${NAME}"{Rats}"
10|   - name: [Rats]
-> ${NAME}"[Rats]"
10|   - name: *Rats
-> ${NAME}"*Rats"
10|   - name: @Rats
-> ${NAME}"@Rats"
10|   - name: "Rats" Nest
-> ${NAME}'"Rats" Nest'
10|   - name: “Rats: x”
-> ${NAME}"Rats: x"
12|     cash: 10,50
-> 12: write 10.50, with a point
12|     cash: "10,50"
-> 12: write 10.50, with a point
{10|   - { name: Rats, short: RATS, cash: 10,50 }
-> 10: write 10.50, with a point
8|   commissionOfPoints: 0,1
-> 8: write 0.1, with a point
2| colour: red
-> 2: The file: "colour" is unknown; use one of name, timeZone, season, guests, tonight, constants, teams, members, lastSeason, soFar.
12|     money: 3
-> 12: Teams, entry 1: "money" is unknown; use one of id, name, short, cash.
1| name: ""
-> 1: Name must be the league's name.
1| name: ${'x'.repeat(201)}
-> 1: "${'x'.repeat(60)}..." has 201 letters, 200 at most
1| name: "\u3164"
-> 1: "\u3164" has U+3164, which can't be shown; type it again.
2| timeZone: America/Torronto
-> 2: "America/Torronto" is not a time zone; write an IANA name such as America/Toronto.
4|   season: 2024
-> 4: Season, season must be two years such as 2026-2027.
4|   season: 2024-2026
-> 4: "2024-2026" is not a season; write two years such as 2024-2025.
5|   firstDay: 04.10.2024
-> 5: Season, firstDay must be a day such as 2026-10-06.
5|   firstDay: 2023-10-04
-> 5: 2023-10-04 to 2025-04-17 is not in the season 2024-2025.
5|   firstDay: 2025-10-04
-> 5: The first day, 2025-10-04, is after the last, 2025-04-17.
6|   lastDay: 2025-02-30
-> 6: 2025-02-30 is not a day of the calendar.
6|   lastDay: 2024-04-17
-> 6: The last day, 2024-04-17, is before the first, 2024-10-04.
6|   lastDay: 2026-04-17
-> 6: 2024-10-04 to 2026-04-17 is not in the season 2024-2025.
6|   lastDay: 2025-04-17\n  rosterHoldStartDate: 2025-08-01
-> 7: Rosters would count from 2025-08-01, after the last day, 2025-04-17.
6|   lastDay: 2025-04-17\n  keeperLastBuyDate: 2023-12-31
-> 7: 2023-12-31 is not in the season 2024-2025.
6|   lastDay: 2025-04-17\n  keeperLastBuyDate: 2024-02-20
-> 7: The last keeper day, 2024-02-20, is before the first day, 2024-10-04.
6|   lastDay: 2025-04-17\n  tradingStartTime: 2023-11-15 00:00
-> 7: 2023-11-15 00:00 is not in the season 2024-2025.
6|   lastDay: 2025-04-17\n  tradingStartTime: 2025-11-15 00:00
-> 7: Trading would start after the last day, 2025-04-17.
6|   lastDay: 2025-04-17\n  tradingEndTime: 2025-03-01 25:00
-> 7: 2025-03-01 25:00 is not a time of the calendar.
6|   lastDay: 2025-04-17\n  tradingEndTime: 2026-03-20
-> 7: 2026-03-20 is not in the season 2024-2025.
6|   lastDay: 2025-04-17\n  tradingEndTime: 2024-11-01
-> 7: Trading would end (2024-11-01) before it starts (2024-11-15); change one of them.
8|   maxDressed: 23
-> 8: Constants, maxDressed must be a whole number from 1 to 22.
8|   maxDressed: 19\n  rosterSize: 18
-> 8: 19 players cannot be dressed of a roster of 18.
8|   minDefenders: 19
-> 8: 19 defenders and 1 goalies are more than the 19 who may be dressed.
10|   - name: ${'x'.repeat(32)}
-> 10: "${'x'.repeat(32)}" has 32 letters, 31 at most
11|     short: TOPSHELF
-> 11: "TOPSHELF" has 8 letters, 7 at most
-> 18: There is no team "RATS"; the teams are TOPSHELF, BLUE.
-> 28: There is no team "RATS"; the teams are TOPSHELF, BLUE.
11|     short: 77
-> 11: Teams, entry 1, short must be a team's short name; a number or a date in its place needs quotes.
11|     short: "RATS\u200b"
-> 11: "RATS" has U+200B, which can't be shown; type it again.
12|     cash: -1
-> 12: Teams, entry 1, cash must be an amount such as 12.50, not below 0.
13|   - name: rink rats
-> 13: Team "rink rats" (BLUE): Another team already has this name or short name.
13|   - id: seven\n    name: Blue Liners
-> 13: Teams, entry 2, id must be a whole number from 1 to 1000000.
13|   - id: 7\n    name: Blue Liners\n    short: BLUE\n  - id: 7\n    name: Top
-> 16: The id 7 is already that of line 13; each team has its own.
-> 16: Team "Top" (BLUE): Another team already has this name or short name.
16|   - user: anna\n    name: "An\u00adna"
-> 17: "Anna" has U+00AD, which can't be shown; type it again.
17|     email: anna
-> 17: Members, entry 1, email must be an e-mail address.
18|     team: CATS
-> 18: There is no team "CATS"; the teams are RATS, BLUE.
19|     roles: [boss]
-> 19: Members, entry 1, roles, entry 1 must be admin or premium.
20|   - user: Anna
-> 20: The user name "Anna" is already that of line 16; each has one.
21|     subject: 4711
-> 21: Members, entry 2, subject must be the subject (sub) that the identity provider calls the person; a number needs quotes.
24|   season: 2022-2023
-> 24: 2023-10-10 to 2024-04-18 is not in the season 2022-2023.
-> 24: Last season must be 2023-2024, the one before 2024-2025.
-> 31: 2024-01-15 is not in the season 2022-2023.
25|   firstDay: 2022-10-10
-> 25: 2022-10-10 to 2024-04-18 is not in the season 2023-2024.
28|     CATS:
-> 28: There is no team "CATS"; the teams are RATS, BLUE.
29|       - { id: 8470794, name: Pavelski, position: C }
-> 29: "Pavelski" is not a first and last name.
29|       - { id: 8470794, name: Joe Pavelski, position: L }
-> 29: LastSeason, rosters, RATS, entry 1, position must be something else.
29|       - true
-> 29: LastSeason, rosters, RATS, entry 1 must be an NHL id such as 8478402, a name such as "Connor McDavid" or "Connor McDavid, EDM", { player: ..., bought: 2026-01-15 }, or { id: 8470794, name: Joe Pavelski, position: C } with one of the positions LW, C, RW, LD, RD and G.
31|       - { player: 8479318, bought: 2024-13-01 }
-> 31: 2024-13-01 is not a day of the calendar.
31|       - { player: Auston Matthews, bought: 2025-01-15 }
-> 31: 2025-01-15 is not in the season 2023-2024.
32|     BLUE: [8478402]
-> 32: This player is already on line 29; a player has one owner.
32|     BLUE: [{ id: 8478402, name: Connor McDavid }]
-> 32: This player is already on line 29; a player has one owner.
`
  .split(/^(?=\{?\d+\|)/m)
  .slice(1)
  .map((mistake): [line: string, file: string, sentences: string[]] => {
    const [line = '', ...sentences] = mistake.trimEnd().split('\n-> ')
    const [, brace, number, text = ''] = /^(\{?)(\d+)\| ([\s\S]*)$/.exec(line) ?? []
    return [line, withLine(Number(number), text, brace ? BRACED : GOOD), sentences]
  })

const example = (asked: string | null): string => {
  const season = exampleSeason(asked, new Date('2026-11-21T12:00:00Z'))
  return season ? exampleLeague(season) : ''
}

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
    const text = example(asked)
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
    const text = example('2031-2032')
    expect(text).toContain(part)
    const { file } = readLeagueFile(text.replace(part, own))
    expect(file && isExample(file)).toBe(expected)
  })

  test("is written with the season's own days, and with what the rules make of them", () => {
    const text = example('2024-2025')
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
      const text = example(asked)
      const withDates = text.replaceAll(/^ {2}# (\w+(Date|Time): .*)$/gm, '  $1')
      expect(withDates).not.toBe(text)
      expect(readLeagueFile(withDates).file?.season).toEqual(readLeagueFile(text).file?.season)
    },
  )

  test('marks the days that it does not know as guesses', () => {
    const lines = (asked: string) => example(asked).split('\n')
    const lineAbove = (asked: string, line: string) => lines(asked)[lines(asked).indexOf(line) - 1]
    expect(lineAbove('2026-2027', '  firstDay: 2026-10-06')).toContain('a guess')
    expect(lineAbove('2026-2027', '#   firstDay: 2025-10-07')).not.toContain('guess')
    expect(lineAbove('2027-2028', '#   firstDay: 2026-10-06')).toContain('a guess')
  })

  test.each(MISTAKES)('of a line is reported, once and at its line: %s', (_, text, sentences) => {
    expect(problems(text)).toEqual(sentences)
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

  test.each([
    ['a comment', '  - name: Rats # the first', []],
    ['a # in a name', '  - name: Rats #1', [`${NAME}"Rats #1"`]],
    ['curly quotes', '  - name: “Rats”', [`${NAME}"Rats"`]],
    ['a quote at the end alone', '  - name: Rats"', ['10: " is missing']],
    ['an apostrophe within', "  - name: O'Reilly's", []],
  ])('with %s is read, and doubts it where that is hardly meant', (_what, line, notes) => {
    const { file, warnings } = readLeagueFile(withLine(10, line))
    expect(file).not.toBeNull()
    expect(warnings.map(({ line: at, sentence }) => `${at}: ${sentence}`)).toEqual(notes)
  })

  test('doubts a team without a member', () => {
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
