import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readHistory, seasonOfYear, yamlRows } from '#server/league/file/history-file'
import { commandOn } from '../support/command-on.ts'
import { duringTests } from '../support/during-tests.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { refusalOf } from '../support/row-versions.ts'
import { rowsIn, testDatabase } from '../support/test-database.ts'

const CSV = `year,rank,team,member,points
1995-1996,1,"Rink Rats, the first",Anna,612.50
1995-1996,2,Blue Liners,bruno,600
1996-1997,1,Blue Liners,,581
1996-1997,1,Rink Rats,Anna,581
1996-1997,3,Top Shelf,Chris,12.05
`
const YAML = `# Found in the attic.
- { year: 1995-1996, rank: 1, team: "Rink Rats, the first", member: Anna, points: 612.50 }
- { year: 1995, rank: 2, team: Blue Liners, member: bruno, points: 600 }
- { year: 1996/97, rank: 1, team: Blue Liners, points: 581 }
- { year: 1996-1997, rank: 1, team: Rink Rats, member: Anna, points: 581 }
- { year: 1996-1997, rank: 3, team: Top Shelf, member: Chris, points: 12.05 }
`

describe('a file of earlier years', () => {
  const database = duringTests(() => testDatabase())
  beforeAll(async () => {
    await commandOn(database, 'init FILE --anyway', { file: LEAGUE_TEXT })
  })
  const take = (file: string, words = 'history FILE') => commandOn(database, words, { file })
  const rows = () =>
    rowsIn(
      database,
      sql`select season_id as season, nr, rank, team_name as team, member_name as member, total_cents as total
        from final_standing order by season_id, nr`,
    )
  const refusal = (file: string) => refusalOf(database, () => take(file))
  const taken = [
    '+ 1995-1996: 2 teams, 1. Rink Rats, the first (Anna) 612.50',
    '+ 1996-1997: 3 teams, 1. Blue Liners 581.00',
  ]

  describe('that has been taken', () => {
    beforeAll(async () => {
      expect(await take(CSV)).toEqual([...taken, 'Done.'])
    })

    test('has its rows in the database', async () => {
      expect(await rows()).toEqual([
        { season: 19951996, nr: 1, rank: 1, team: 'Rink Rats, the first', member: 'Anna', total: 61250 },
        { season: 19951996, nr: 2, rank: 2, team: 'Blue Liners', member: 'bruno', total: 60000 },
        { season: 19961997, nr: 1, rank: 1, team: 'Blue Liners', member: null, total: 58100 },
        { season: 19961997, nr: 2, rank: 1, team: 'Rink Rats', member: 'Anna', total: 58100 },
        { season: 19961997, nr: 3, rank: 3, team: 'Top Shelf', member: 'Chris', total: 1205 },
      ])
    })

    test.each([
      ['as it was taken', CSV],
      [
        'as CSV with semicolons and decimal commas',
        CSV.replaceAll(',', ';')
          .replace('Rats; the', 'Rats, the')
          .replaceAll(/(\d)\.(\d)/g, '$1,$2'),
      ],
      [
        'as CSV with decimal commas in quotes and long dashes',
        CSV.replace('612.50', '"612,50"').replaceAll(/(\d{4})-(\d{4})/g, '$1–$2'),
      ],
      ['as YAML', YAML],
    ])('is the same %s', async (_, file) => {
      expect(await take(file)).toEqual(['The history is as in the file.'])
    })

    test('replaces a year that is there, each difference shown; other years stay', async () => {
      const again = `year,rank,team,member,points
1996,1,Blue Liners,Bruno,581
1996,2,Rink Rats,Anna,580.99
`
      expect(await take(again)).toEqual([
        '~ 1996-1997: 1. Blue Liners 581.00 -> 1. Blue Liners (Bruno) 581.00',
        '~ 1996-1997: 1. Rink Rats (Anna) 581.00 -> 2. Rink Rats (Anna) 580.99',
        '~ 1996-1997: 3. Top Shelf (Chris) 12.05 -> no one',
        'Done.',
      ])
      expect(await rows()).toHaveLength(4)
    })
  })

  test('is refused by line, with all that is wrong, and whole', async () => {
    expect(
      await refusal(`year,rank,team,member,points
1995-1997,1,Rink Rats,Anna,612
1996-1997,first,Rink Rats,Anna,612
1996-1997,1,Rink Rats,Anna,
1996-1997,2,,Anna,3
1998-1999,1,Rink Rats,Anna,600
1998-1999,3,Blue Liners,Bruno,590
1998-1999,4,rink rats,Chris,595
1999-2000,1,Rink Rats,Anna,600
1999-2000,1,Blue Liners,Anna,599
`),
    ).toBe(
      [
        'line 2: "1995-1997" is not a season; write two years such as 1995-1996.',
        'line 3: rank must be a whole number from 1.',
        'line 4: points must be a number such as 612.50.',
        'line 5: team must be a name of at most 100 characters; a number needs quotes.',
        'line 7: 1998-1999: rank 3 comes after 1 other teams; it would be rank 2.',
        'line 8: rink rats is already on line 6 of 1998-1999; each team has one place.',
        'line 8: 1998-1999: rank 4 comes after 2 other teams; it would be rank 3.',
        'line 8: 1998-1999: rank 4 has more points than rank 3 on line 7.',
        'line 10: 1999-2000: rank 1 is shared with line 9, which has other points.',
      ].join('\n'),
    )
  })

  test.each([
    ['year,rank,team,points\n1995,1,Rink Rats,612\n', 'The file, line 1: the column member is missing.'],
    ['', 'line 1: The file must be a list, or a table with year,rank,team,member,points.'],
    ['seasons: 3', 'line 1: The file must be a list, or a table with year,rank,team,member,points.'],
    ['- { year: 1995', 'line 1: } is missing'],
    ['- { year: 1995, rank: 1, team: A, points: 612,50 }', 'line 1: write 612.50, with a point'],
    [
      'year,rank,team,member,points\n1995,1,Rink Rats,Anna,"1,612"\n',
      'line 2: points must be a number such as 612.50.',
    ],
    [
      'year,rank,team,member,points\n1995,1,Rink\u200b Rats,Anna,3\n',
      'line 2: "Rink Rats" has U+200B, which can\'t be shown; type it again.',
    ],
    [
      'year,rank,team,member,points\n1995,1,Rink Rats,M\ufffdller,3\n',
      'line 2: "M\ufffdller" has U+FFFD, which can\'t be shown; type it again.',
    ],
    [
      '- { year: 1995, rank: 1, team: A, points: 3, cup: yes }',
      'line 1: A row has year, rank, team, member, points, and nothing else.',
    ],
    ['year,rank,team,member,points\n', 'line 1: The file has no season.'],
    [
      'year,rank,team,member,points\n2024-2025,1,Rink Rats,Anna,612\n',
      'line 2: 2024-2025 is not an earlier year: the league is in 2024-2025.',
    ],
  ])('%j is refused', async (file, sentence) => {
    expect(await refusal(file)).toContain(sentence)
  })

  test('is refused for a year that the league has played here', async () => {
    await rowsIn(database, sql`insert into past_season (id, source) values (20232024, 'played')`)
    expect(await refusal('year,rank,team,member,points\n2023-2024,1,Rink Rats,Anna,612\n')).toBe(
      'line 2: The league has played 2023-2024 here and knows how it ended.',
    )
  })
})

test.each([
  ['1995-1996', 19951996],
  ['1995/96', 19951996],
  [1995, 19951996],
  ['1999-00', 19992000],
  ['1995-1997', null],
  ['1995-95', null],
  ['95-96', null],
  [1895, null],
  ['', null],
])('the year %j', (written, id) => {
  expect(seasonOfYear(written)).toBe(id)
})

test('a YAML row is told by the line on which it begins', () => {
  const read = yamlRows('# a\n\n- year: 1995\n  rank: 0\n- { year: 1995, rank: 1, team: A, points: 3 }\n')
  expect('sentence' in read ? read : readHistory(read).problems).toEqual([
    { line: 3, sentence: 'rank must be a whole number from 1.' },
  ])
})
