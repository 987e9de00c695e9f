import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { csvText } from '#server/league/records/exports'
import { readTable } from '#server/nhl/files/csv'
import { fileText } from '#server/nhl/files/file-text'
import { openTableFiles } from '#server/nhl/files/table-files'
import { readAnswer } from '#server/nhl/read-answer'
import { Standings, StandingsRow } from '#server/nhl/schemas'
import { nhlDataDir } from '../support/nhl-data.ts'

describe('a table file', () => {
  const read = (text: string, ...columns: string[]) =>
    Array.from(readTable(text, 'players.csv', columns), (row) => columns.map((column) => String(row.optional(column))))

  // Of what is read: cells with / between, rows with |.
  test.each([
    ['plain lines', 'a,b\n1,2\n3,4\n', '1/2|3/4'],
    ['no line end after the last', 'a,b\n1,2', '1/2'],
    ['line ends of Windows and a byte order mark', '\uFEFFa,b\r\n1,2\r\n', '1/2'],
    ['empty cells, the last one too', 'a,b\n,2\n1,\n1,', 'null/2|1/null|1/null'],
    ['empty lines', 'a,b\n\n1,2\n\n', '1/2'],
    [
      'commas, quotes and line ends in quotes',
      'a,b\n"COL,CAR","he said ""no"""\n"two\nlines",2\n',
      'COL,CAR/he said "no"|two\nlines/2',
    ],
    ['nothing but the head', 'a,b\n', ''],
    ['line ends of an old Mac', 'a,b\r1,2\r', '1/2'],
    ['semicolons', 'a;b\n1;2,5\n', '1/2,5'],
    ['quotes around every cell', '"a","b"\n"1","2"\n', '1/2'],
    ['quotes and semicolons', '"a" ; "b"\r\n"1";"2,5"\r\n', '1/2,5'],
    ['tabs', 'a\tb\n1\t2, 3\n', '1/2, 3'],
    ['a line that names the separator', 'sep=;\na;b\n1;2\n', '1/2'],
    ['such a line, with a mark and in quotes', '\uFEFF"sep=|"\r\na|b\r\n1|2\r\n', '1/2'],
    ['a head in capitals, in another order, with more columns', 'B, c ,A\n2,x,1\n', '1/2'],
    ['spaces around cells and quotes', 'a, b\n 1 , "2, 3" \n', '1/2, 3'],
    ['empty rows and cells at the end', 'a,b,,\n1,2,,\n1,,,\n,,,\n , , ,\n', '1/2|1/null'],
    ['an apostrophe that keeps a formula a text', "a,b\n'=1,''+2\n", "=1/'+2"],
    ['a real apostrophe', "a,b\n'Tis,O'Reilly\n", "'Tis/O'Reilly"],
  ])('with %s', (_, text, rows) => {
    expect(
      read(text, 'a', 'b')
        .map((cells) => cells.join('/'))
        .join('|'),
    ).toBe(rows)
  })

  test.each([
    ['a,b\n1,2\n1\n', 'players.csv line 3: 1 cells, the head has 2.'],
    ['a,c\n1,2\n', 'players.csv line 1: the column b is missing.'],
    ['', 'players.csv line 1: the column a is missing.'],
    ['a,b\n"1,2\n', 'players.csv line 2: a quote is not closed.'],
    ['a,b\n"1"x,2\n', 'players.csv line 2: there is text behind a closed quote.'],
    ['a,b\n"two\nlines",2\n1\n', 'players.csv line 4: 1 cells, the head has 2.'],
    ['sep=;\na;b\n\n1\n', 'players.csv line 4: 1 cells, the head has 2.'],
    ['a,b\r"two\rlines",2\r1\r', 'players.csv line 4: 1 cells, the head has 2.'],
    [
      'a,b\n1,612,50\n',
      'players.csv line 2: 3 cells, the head has 2. A cell with a comma needs quotes, an amount a point: 612.50.',
    ],
    ['a,b,A\n1,2,3\n', 'players.csv line 1: the column a is there 2 times.'],
    ['a|b\n1|2\n', 'players.csv line 1: the column a is missing.'],
  ])('%j is refused by its line', (text, sentence) => {
    expect(() => read(text, 'a', 'b')).toThrow(sentence)
  })

  test('that was exported is read as it was, and begins with the mark by which Excel knows UTF-8', () => {
    const cells = [
      'Été',
      '=1+1',
      "'=1",
      "''-x",
      '-5',
      ' room ',
      'a,b',
      'a;b\tc',
      '"',
      'two\r\nlines',
      "O'Reilly",
      '@',
      '💛',
    ]
    const text = csvText(
      ['name', 'other'],
      cells.map((name) => ({ name, other: null })),
    )
    expect([...Buffer.from(text).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect([...readTable(text, 'names.csv', ['name'])].map((row) => row.optional('name'))).toEqual(cells)
  })

  test.each<[string, Uint8Array, string | object]>([
    ['UTF-8', Buffer.from('é\n'), 'é\n'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFé\n'), 'é\n'],
    ['UTF-16 of Windows', Buffer.from('\uFEFFé\n', 'utf16le'), 'é\n'],
    ['UTF-16, the other way round', Buffer.from('\uFEFFé\n', 'utf16le').swap16(), 'é\n'],
    ['UTF-16 without a mark', Buffer.from('a\nb\n', 'utf16le'), { line: 1 }],
    ['half of a UTF-16 character', Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x62]), { line: 1 }],
    ['Windows-1252 in the third line', Buffer.from('a\nb\r\nM\xfcller\nc', 'latin1'), { line: 3 }],
    ['the same with line ends of an old Mac', Buffer.from('a\rb\rM\xfcller\rc', 'latin1'), { line: 3 }],
    ['Windows-1252 in the last', Buffer.from('a\nb\xe9', 'latin1'), { line: 2 }],
    ['a character that is cut', Buffer.from('aé').subarray(0, 2), { line: 1 }],
    ['NUL', Buffer.from('a\nb\0'), { line: 2 }],
    ['nothing', Buffer.from(''), ''],
  ])('in %s is text, or not UTF-8 on a line', (_, bytes, expected) => {
    expect(fileText(bytes)).toEqual(expected)
  })

  test.each([
    ['12', 12],
    ['16.0', 16],
    ['"16,0"', 16],
    ['', 'players.csv line 2: a is empty.'],
    ['x', 'players.csv line 2: a is "x", not a whole number.'],
    ['-1', 'players.csv line 2: a is "-1", not a whole number.'],
    ['1.5', 'players.csv line 2: a is "1.5", not a whole number.'],
  ])('a number written %j', (cell, expected) => {
    const [row] = readTable(`a,b\n${cell},2\n`, 'players.csv', ['a'])
    if (typeof expected === 'number') expect(row?.count('a')).toBe(expected)
    else expect(() => row?.count('a')).toThrow(expected)
  })
})

describe('a folder of table files', () => {
  const files: Record<string, string> = {
    'teams.csv':
      'abbrev,name,conference,division,logo\nBOS,Boston Bruins,Eastern,Atlantic,https://logo\nTOR,Toronto Maple Leafs,Eastern,Atlantic,\n',
    'games_20242025.csv':
      'gameId,gameDate,startTimeUTC,gameState,awayTeamId,awayAbbrev,awayScore,homeTeamId,homeAbbrev,homeScore,lastPeriodType\n' +
      '2024020001,2024-10-14,2024-10-14T23:00:00Z,OFF,10,TOR,2,6,BOS,3,SO\n' +
      '2024020002,2024-10-16,2024-10-16T23:00:00Z,OFF,6,BOS,0,10,TOR,1,REG\n',
    'players.csv':
      'playerId,firstName,lastName,positionCode,shootsCatches,headshot\n1,A,One,D,R,\n2,B,Two,G,,https://head\n',
    'skater_games_20242025.csv':
      'gameId,gameDate,playerId,teamAbbrev,goals,assists,toiSeconds,powerPlayGoals,shorthandedGoals,gameWinningGoals\n' +
      '2024020001,2024-10-14,1,BOS,1,0,900,0,1,0\n2024020002,2024-10-16,1,TOR,0,1,800,0,0,0\n',
    'goalie_games_20242025.csv':
      'gameId,gameDate,playerId,teamAbbrev,goals,assists,toiSeconds,decision,shutouts\n2024020001,2024-10-14,2,TOR,0,0,3900,O,0\n',
  }
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hockey-pool-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('has lines, rosters and standings', async () => {
    const source = await openTableFiles(folder, '2024-10-20')
    const { lines } = await source.lines('2024-10-14', '2024-10-14')
    expect(lines.map(({ line }) => line)).toEqual([
      {
        ...{ kind: 'skater', gameId: 2024020001, playerId: 1, nhlTeam: 'BOS', toiSeconds: 900 },
        ...{ goals: 1, assists: 0, powerPlayGoals: 0, shortHandedGoals: 1, gameWinningGoals: 0 },
      },
      {
        ...{ kind: 'goalie', gameId: 2024020001, playerId: 2, nhlTeam: 'TOR', toiSeconds: 3900 },
        ...{ goals: 0, assists: 0, wins: 0, overtimeLosses: 1, shutouts: 0 },
      },
    ])
    expect((await source.roster('TOR', 20242025)).map(({ id, position }) => [id, position])).toEqual([
      [1, 'RD'],
      [2, 'G'],
    ])
    // Player 1 went from Boston to Toronto.
    expect((await source.roster('BOS', 20242025)).map(({ id }) => id)).toEqual([1])
    expect((await source.roster('BOS', 'current')).map(({ id }) => id)).toEqual([])
    expect((await source.roster('TOR', 'current')).map(({ id }) => id)).toEqual([1, 2])
    const places = (await source.standings('now')).map((club) => [club.abbrev, club.points, club.conferenceRank])
    expect(places).toEqual([
      ['BOS', 2, 2],
      ['TOR', 3, 1],
    ])
  })

  test('does not know on a day what the next days bring', async () => {
    const source = await openTableFiles(folder, '2024-10-15')
    expect((await source.lines('2024-10-14', '2024-10-20')).lines).toHaveLength(2)
    const { games } = await source.schedule(20242025, '2024-10-14', '2024-10-20')
    expect(games.map(({ state, homeScore }) => [state, homeScore])).toEqual([
      ['OFF', 3],
      ['FUT', null],
    ])
    expect((await source.standings('now')).map(({ points }) => points)).toEqual([2, 1])
  })

  const [games, skaters, goalies] = ['games', 'skater_games', 'goalie_games'].map((name) => `${name}_20242025.csv`)
  test.each([
    ['players.csv', '1,A,One,D', '1,A,One,W', 'players.csv line 2: W is not a position.'],
    ['players.csv', '2,B,Two', '3,B,Two', `${goalies} line 2: playerId is "2", not in players.csv.`],
    [games, ',3,SO', ',3,PEN', `${games} line 2: lastPeriodType is "PEN", not one of REG, OT, SO.`],
    [games, '2024-10-16,', '16.10.2024,', `${games} line 3: gameDate is "16.10.2024", not a day.`],
    [skaters, 'powerPlayGoals', 'ppGoals', `${skaters} line 1: the column powerPlayGoals is missing.`],
    [goalies, ',O,', ',T,', `${goalies} line 2: decision is "T", not one of W, L, O.`],
  ])('with a mistake in %s is refused by file, line and column', async (file = '', right, wrong, sentence) => {
    writeFileSync(join(folder, file), files[file]?.replace(right, wrong) ?? '')
    await expect(openTableFiles(folder, '2024-10-20')).rejects.toThrow(sentence)
  })

  test('in Windows-1252 is refused by file and line, and read in UTF-16', async () => {
    const spelt = (name: string) => files['players.csv']?.replace('B,Two', name) ?? ''
    writeFileSync(join(folder, 'players.csv'), spelt('B,Zw\xf6'), 'latin1')
    await expect(openTableFiles(folder, '2024-10-20')).rejects.toThrow(
      /^players\.csv line 3: Not UTF-8\. Save it as UTF-8\.$/,
    )
    writeFileSync(join(folder, 'players.csv'), `\uFEFF${spelt('B,Zw\xf6')}`, 'utf16le')
    const source = await openTableFiles(folder, '2024-10-20')
    expect((await source.player(2)).lastName).toBe('Zw\xf6')
  })

  test('that lacks a file or is none is refused in a sentence', async () => {
    rmSync(join(folder, 'players.csv'))
    await expect(openTableFiles(folder, '2024-10-20')).rejects.toThrow(
      `The file players.csv is missing in ${folder}, or cannot be read.`,
    )
    rmSync(join(folder, 'games_20242025.csv'))
    await expect(openTableFiles(folder, '2024-10-20')).rejects.toThrow('has 0 files games_(season).csv')
    await expect(openTableFiles(join(folder, 'none'), '2024-10-20')).rejects.toThrow('cannot be read')
  })

  test('of another season than the league plays is refused', async () => {
    const source = await openTableFiles(folder, '2024-10-20')
    await expect(source.schedule(20262027, '2026-10-01', '2027-04-20')).rejects.toThrow(
      `the files in ${folder} are of season 20242025, and season 20262027 is wanted.`,
    )
  })
})

const season = join(nhlDataDir, 'season-2024-25')
const recordedStandings = join(nhlDataDir, 'recorded/standings_now_2025-01-13.json')
if (existsSync(season) && existsSync(recordedStandings)) {
  test('the standings counted from the real games are those that the NHL had that day', async () => {
    const { standings }: Standings = readAnswer(
      Standings,
      'standings',
      JSON.parse(readFileSync(recordedStandings, 'utf8')),
    )
    const recorded = standings.map((row) => readAnswer<StandingsRow>(StandingsRow, 'standings', row))
    const source = await openTableFiles(season, '2025-01-12')
    const place = (one: { conferenceRank: number; divisionRank: number; gamesPlayed: number; points: number }) =>
      `${one.points} points in ${one.gamesPlayed}, ${one.divisionRank} and ${one.conferenceRank}`
    const counted = new Map((await source.standings('now')).map((one) => [one.abbrev, place(one)]))
    const theirs = new Map(
      recorded.map((one) => [
        one.teamAbbrev.default,
        place({ ...one, conferenceRank: one.conferenceSequence, divisionRank: one.divisionSequence }),
      ]),
    )
    expect(Object.fromEntries([...counted].sort())).toEqual(Object.fromEntries([...theirs].sort()))
  })
} else {
  test.skip(`standings of the real games: skipped, there is no ${season} (set NHL_DATA_DIR)`)
}
