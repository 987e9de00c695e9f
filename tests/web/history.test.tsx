import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FinalStanding, History, SeasonHistory } from '#contract/history'
import type { RosterItem } from '#contract/roster'
import type { User } from '#contract/user'
import { rankTicks } from '#web/ui/charts/lines-plot.tsx'
import { bodyRows, headTexts, rowTexts, texts } from '../support/screen-table.ts'
import { member, renderApp } from './render-app.tsx'

const remembering: User = { ...member, features: ['history'] }

const standing = (rank: number, team: string, name: string, total: number, more: Partial<FinalStanding> = {}) => ({
  rank,
  team,
  member: name,
  person: `name ${name.toLowerCase()}`,
  total,
  ...more,
})

const past: FinalStanding[] = [
  standing(1, 'Blue Line Bandits', 'Bo', 1623.5, { teamId: 2, shortName: 'BLUE', points: 1620, cash: 3.5 }),
  standing(2, 'Northern Lights', 'Ada', 1600, { teamId: 1, shortName: 'LIGHTS', points: 1600, cash: 0 }),
]

/** The first two, of which the first has nothing to gain on. */
const weeks = (first: number, second: number) => [
  { monday: '2026-10-05', total: first },
  { monday: '2026-10-12', total: second, gain: second - first },
]
const ofLights = { seasonId: 20252026, team: 'Northern Lights', member: 'Ada' }
const history: History = {
  seasonId: 20262027,
  seasons: [
    { id: 20252026, isPlayedHere: true, standings: past },
    {
      id: 19961997,
      isPlayedHere: false,
      standings: [
        standing(1, 'Old Ice', 'Ada', 900),
        standing(1, 'Rink Rats', 'Cy', 900),
        standing(3, 'Tops', 'Bo', 12),
      ],
    },
    {
      id: 19951996,
      isPlayedHere: false,
      standings: [standing(1, 'Old Ice', 'Ada', 950), standing(2, 'Tops', 'Bo', 800)],
    },
  ],
  people: [
    { person: 'name ada', name: 'Ada', teamId: 1 },
    { person: 'name bo', name: 'Bo', teamId: 2 },
    { person: 'name cy', name: 'Cy' },
  ],
  records: {
    mostTitles: {
      value: 2,
      holders: [{ seasonId: 19961997, team: 'Old Ice', member: 'Ada', seasons: [19951996, 19961997] }],
    },
    closestFinish: { value: 0, holders: [{ seasonId: 19961997, team: 'Old Ice', member: 'Ada', rival: 'Rink Rats' }] },
    bestWeek: { value: 106.5, holders: [{ ...ofLights, monday: '2025-10-20' }] },
    bestTrade: {
      value: 80.1,
      holders: [{ ...ofLights, player: { id: 7, name: 'Ann Arbour' }, price: 42.9 }],
    },
    bestPicks: [
      {
        boxName: '1.LW',
        mark: { value: 206, holders: [{ seasonId: 20252026, team: 'Tops', player: { id: 8, name: 'Bea Blue' } }] },
      },
    ],
  },
  weeks: [
    { team: { id: 1, shortName: 'LIGHTS' }, weeks: weeks(60, 95.5) },
    { team: { id: 2, shortName: 'BLUE' }, weeks: weeks(55, 101) },
  ],
}

const answers = { '/history': history }
const rowsOf = async (name: string) => bodyRows(await screen.findByRole('table', { name })).map(rowTexts)
const region = (name: string) => {
  const part = screen.getByRole('heading', { name }).closest('section')
  if (!part) throw new Error(`${name} is in no section`)
  return within(part)
}

describe('the history of the league', () => {
  test('has the champions, the latest first, and the records with who holds them and since when', async () => {
    await renderApp('/history', { user: remembering, answers })
    expect(await rowsOf('Champions')).toEqual([
      ['2025-26', 'Blue Line Bandits', '1623.50', 'Bo'],
      ['1996-97', 'Old Ice and Rink Rats', '900.00', 'Ada and Cy'],
      ['1995-96', 'Old Ice', '950.00', 'Ada'],
    ])
    expect(screen.getByRole('link', { name: '1996-97' }).getAttribute('href')).toBe('/history/19961997')
    expect(screen.getByText('Blue Line Bandits (Bo) won 2025-2026')).toBeTruthy()
    const lines = (name: string) =>
      region(name)
        .getAllByRole('term')
        .map(({ parentElement }) => [...(parentElement?.children ?? [])].map(({ textContent }) => textContent))
    expect(lines('Records')).toEqual([
      ['Most titles', '2 titles', 'Ada, 1995-1996, 1996-1997'],
      ['Closest finish', '0.00 points', 'Old Ice (Ada) over Rink Rats, 1996-1997'],
      ['Best week', '+106.50 points', expect.stringMatching(/^Northern Lights \(Ada\), 2025-2026, week of /)],
      ['Best trade', '+80.10 points', 'Ann Arbour, bought for 42.90, Northern Lights (Ada), 2025-2026'],
    ])
    expect(lines('Best Picks')).toEqual([['1.LW', '206 points', 'Bea Blue, Tops, 2025-2026']])
  })

  test("shows the viewer's line through the years and their team's weeks, and those of anybody else", async () => {
    const { user } = await renderApp('/history', { user: remembering, answers })
    await screen.findByRole('table', { name: 'Champions' })
    const part = region('Through the Years')
    expect(part.getByText('Bo: 3 seasons, 1 title.')).toBeTruthy()
    await user.click(part.getByRole('button', { name: 'Show as table' }))
    expect(await rowsOf('Through the years')).toEqual([
      ['2025-26', '1 of 2', 'Blue Line Bandits', '1623.50'],
      ['1996-97', '3 of 3', 'Tops', '12.00'],
      ['1995-96', '2 of 2', 'Tops', '800.00'],
    ])
    await user.selectOptions(part.getByRole('combobox', { name: 'Member' }), 'Cy')
    expect(await rowsOf('Through the years')).toEqual([['1996-97', '1 of 3', 'Rink Rats', '900.00']])
    expect(part.getByText('Cy: 1 season, 1 title.')).toBeTruthy()
    const weeks = region('2026-2027 by Weeks')
    expect(weeks.getByText(/^BLUE had 101.00 after 2 weeks/)).toBeTruthy()
    await user.click(weeks.getByRole('button', { name: 'Show as table' }))
    expect((await rowsOf('Weeks of BLUE')).map((texts) => texts.slice(1))).toEqual([
      ['101.00', '+46.00'],
      ['55.00', '-'],
    ])
    await user.selectOptions(weeks.getByRole('combobox', { name: 'Team' }), 'LIGHTS')
    expect((await rowsOf('Weeks of LIGHTS')).map((texts) => texts.slice(1))).toEqual([
      ['95.50', '+35.50'],
      ['60.00', '-'],
    ])
  })

  test('says what will be here before the first season ends', async () => {
    const empty: History = { ...history, seasons: [], people: [], weeks: [], records: { bestPicks: [] } }
    await renderApp('/history', { user: remembering, answers: { '/history': empty } })
    expect(await screen.findByText(/^How this season ends will be kept here/)).toBeTruthy()
  })
})

const item = (id: number, name: string): RosterItem => ({
  player: { id, name, position: 'C', nhlTeam: 'EDM', points: 90 },
  rosterEntry: { teamPoints: 88, boughtAt: '2025-09-27T18:00:00.000Z' },
})
const season: SeasonHistory = {
  season: { id: 20252026, isPlayedHere: true, standings: past },
  champions: [{ team: { id: 2, shortName: 'BLUE' }, players: [item(7, 'Ann Arbour')] }],
  weeks: [],
}

describe('a season that is over', () => {
  test('has its final standings, the roster of the champion, and leads to its lists', async () => {
    await renderApp('/history/20252026', { user: remembering, answers: { ...answers, '/history/20252026': season } })
    const table = await screen.findByRole('table', { name: 'The Roster of BLUE' })
    expect(rowTexts(bodyRows(table)[0] ?? table).slice(0, 2)).toEqual(['Ann Arbour', '88'])
    const standings = screen.getByRole('table', { name: 'Final Standings' })
    expect(headTexts(standings)).toEqual(['Rank', 'Team', 'Total', 'Member', 'Points', 'Cash'])
    expect(bodyRows(standings).map(rowTexts)).toEqual([
      ['1', 'Blue Line Bandits', '1623.50', 'Bo', '1620', '3.50'],
      ['2', 'Northern Lights', '1600.00', 'Ada', '1600', '0.00'],
    ])
    expect(bodyRows(standings).map(({ className }) => className)).toEqual(['row own', 'row'])
    expect(screen.getByRole('link', { name: 'Northern Lights' }).getAttribute('href')).toBe('/teams/1?season=20252026')
    const lists = within(screen.getByRole('navigation', { name: 'Lists of 2025-2026' }))
    expect(lists.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/trades?season=20252026',
      '/roster-changes?season=20252026',
      '/draft-report?season=20252026',
    ])
  })

  test('of a file has its standings alone', async () => {
    const old: SeasonHistory = {
      season: {
        ...history.seasons[1],
        id: 19961997,
        isPlayedHere: false,
        standings: history.seasons[1]?.standings ?? [],
      },
      champions: [],
      weeks: [],
    }
    await renderApp('/history/19961997', { user: remembering, answers: { ...answers, '/history/19961997': old } })
    const standings = await screen.findByRole('table', { name: 'Final Standings' })
    expect(headTexts(standings)).toEqual(['Rank', 'Team', 'Total', 'Member'])
    expect(screen.queryByRole('navigation', { name: /^Lists of/ })).toBeNull()
    expect(screen.getByText('Old Ice (Ada) and Rink Rats (Cy) won 1996-1997')).toBeTruthy()
  })

  test('shows what the history has of it while its own answer cannot be had', async () => {
    await renderApp('/history/19951996', {
      user: remembering,
      answers: { ...answers, '/history/19951996': 'unreachable' },
    })
    expect(await rowsOf('Final Standings')).toEqual([
      ['1', 'Old Ice', '950.00', 'Ada'],
      ['2', 'Tops', '800.00', 'Bo'],
    ])
  })

  test('that there is not is said to be unknown', async () => {
    await renderApp('/history/19801981', { user: remembering, answers })
    expect(await screen.findByText('There is no such season.')).toBeTruthy()
  })

  test.each(['1900', '2025', '202520260'])('no season is called %s', async (name) => {
    await renderApp(`/history/${name}`, { user: remembering, answers })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  })
})

describe('the season of a list', () => {
  const trade = (name: string, shortName: string) => ({
    tradedAt: '2025-12-01T18:00:00.000Z',
    tradeAction: 'BUY',
    team: { id: 2, shortName },
    player: { id: 7, name, position: 'C', nhlTeam: 'EDM' },
    price: 3,
  })
  const lists = {
    ...answers,
    '/trading/trades': [trade('Ann Arbour', 'BLUE')],
    '/history/20252026/trades': [trade('Old Timer', 'OLDB')],
  }

  test('is chosen where there is one that was played here, and stays in the address', async () => {
    const { user, router } = await renderApp('/trades', { user: remembering, answers: lists })
    const select = await screen.findByRole('combobox', { name: 'Season' })
    expect(texts(within(select).getAllByRole('option'))).toEqual(['2026-2027', '2025-2026'])
    expect(await screen.findByText('1 trade this season')).toBeTruthy()
    await user.selectOptions(select, '2025-2026')
    expect(await screen.findByText('Old Timer')).toBeTruthy()
    expect(screen.getByText('1 trade in 2025-2026')).toBeTruthy()
    expect(router.state.location.search).toEqual({ season: 20252026 })
    expect(screen.getByRole('link', { name: /OLDB/ }).getAttribute('href')).toBe('/teams/2?season=20252026')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Season' }), '2026-2027')
    expect(await screen.findByText('Ann Arbour')).toBeTruthy()
    expect(router.state.location.search).toEqual({})
  })

  test('is the present one on a server without a history, whatever the address says', async () => {
    await renderApp('/trades?season=20252026', { answers: lists })
    expect(await screen.findByText('Ann Arbour')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Season' })).toBeNull()
  })

  test('of a season that is not there is the present one', async () => {
    await renderApp('/trades?season=19961997', { user: remembering, answers: lists })
    expect(await screen.findByText('Ann Arbour')).toBeTruthy()
  })

  test.each([
    ['/roster-changes', '/history/20252026/roster-changes', 'No roster changes.'],
    ['/draft-report', '/history/20252026/draft', 'No players drafted.'],
  ])('%s has one, too', async (path, address, sentence) => {
    await renderApp(`${path}?season=20252026`, { user: remembering, answers: { ...answers, [address]: [] } })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('a team is shown as that season left it', async () => {
    const team = {
      id: 2,
      name: 'Old Bandits',
      shortName: 'OLDB',
      points: 1620,
      cash: 3.5,
      totalScore: 1623.5,
      ranking: 1,
    }
    const own = { team, current: [item(7, 'Ann Arbour')], sold: [] }
    await renderApp('/teams/2?season=20252026', {
      user: remembering,
      answers: { ...answers, '/history/20252026/teams/2': own },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Old Bandits' })).toBeTruthy()
    expect(screen.getByText('Season 2025-2026')).toBeTruthy()
    expect(await rowsOf('Final Roster')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Scratch' })).toBeNull()
  })

  describe('on a server with corrections and a log of the draft', () => {
    const whole = { ...remembering, features: ['history', 'corrections', 'draft-room'] }
    const score = (totalScore: number) => ({ points: totalScore, cash: 0, totalScore })
    const correction = (nr: number, kind: string, what: string) => ({
      nr,
      at: '2026-01-05T18:00:00.000Z',
      by: 'Anna',
      kind,
      what,
      reason: 'A slip',
      team: { id: 2, shortName: 'OLDB' },
      players: [],
      againstRules: false,
      before: score(10),
      after: score(12),
    })
    const late = (gameDate: string, player: object, changes: string, [before, after]: number[], team?: object) => ({
      publishedAt: '2026-01-09T11:00:00.000Z',
      gameDate,
      player,
      changes,
      pointsBefore: before,
      pointsAfter: after,
      team,
    })
    const past = {
      ...lists,
      '/corrections': [],
      '/draft/log': [],
      '/history/20252026/roster-changes': [],
      '/history/20252026/draft': [],
      '/history/20252026/corrections': [
        correction(2, 'cash', 'Added 2.00 to the cash'),
        correction(1, 'scratch', 'Scratched Old Timer as of Jan 1'),
      ],
      '/history/20252026/nhl-corrections': [
        late('2026-01-03', { id: 7, name: 'Old Timer' }, 'assists 1 → 2', [1, 2], { id: 2, shortName: 'OLDB' }),
        late('2026-01-02', { id: 8, name: 'Free Agent' }, 'goals 1 → 0', [2, 0]),
      ],
      '/history/20252026/draft-log': [{ nr: 1, at: '2025-09-27T18:05:31.000Z', kind: 'paused', by: 'Anna' }],
    }
    const listed = async () =>
      texts(
        within(await screen.findByRole('list', { name: 'Corrections', hidden: true })).getAllByRole('listitem', {
          hidden: true,
        }),
      )

    test.each([
      ['/trades', 'OLDB: Added 2.00 to the cash'],
      ['/roster-changes', 'OLDB: Scratched Old Timer as of Jan 1'],
    ])('%s has the corrections of that season', async (path, what) => {
      await renderApp(`${path}?season=20252026`, { user: whole, answers: past })
      expect(await screen.findByText('One correction, with its reason')).toBeTruthy()
      expect(await listed()).toEqual([expect.stringContaining(`${what}“A slip” Anna`)])
      const [link] = screen.getAllByRole('link', { name: 'OLDB', hidden: true }).slice(-1)
      expect(link?.getAttribute('href')).toBe('/teams/2?season=20252026')
    })

    test('a team has its own', async () => {
      const team = { id: 2, name: 'Old Bandits', shortName: 'OLDB', totalScore: 1623.5, ranking: 1 }
      const own = { team, current: [], sold: [] }
      await renderApp('/teams/2?season=20252026', {
        user: whole,
        answers: { ...past, '/history/20252026/teams/2': own },
      })
      expect(await screen.findByRole('heading', { name: 'Corrections' })).toBeTruthy()
      expect(await listed()).toHaveLength(2)
      expect(screen.getByText(/An admin corrected this team's total by/).textContent).toContain('by +4.00 in all')
      const late = within(await screen.findByRole('list', { name: 'Corrected statistics' })).getAllByRole('listitem')
      expect(texts(late)).toEqual([
        expect.stringMatching(
          /^Old Timer, game of Jan 3: assists 1 → 2By the NHL, in the update of .+Points 1 → 2 \+1$/,
        ),
      ])
    })

    test('its page has what the NHL corrected late, and whose score that changed', async () => {
      await renderApp('/history/20252026', {
        user: whole,
        answers: { ...past, ...answers, '/history/20252026': season },
      })
      expect(await screen.findByText('2 corrections by the NHL')).toBeTruthy()
      const list = screen.getByRole('list', { name: 'Corrected statistics', hidden: true })
      const lines = within(list).getAllByRole('listitem', { hidden: true })
      expect(texts(lines)).toEqual([
        expect.stringMatching(/^OLDB: Old Timer, game of Jan 3: assists 1 → 2/),
        expect.stringMatching(/^Free Agent, game of Jan 2: goals 1 → 0.+Points 2 → 0 -2$/),
      ])
      expect(within(list).getByRole('link', { name: 'OLDB', hidden: true }).getAttribute('href')).toBe(
        '/teams/2?season=20252026',
      )
    })

    test('the draft has its log', async () => {
      await renderApp('/draft-report?season=20252026', { user: whole, answers: past })
      const table = await screen.findByRole('table', { name: 'Draft Log' })
      expect(within(table).getByText(/paused/i)).toBeTruthy()
    })
  })

  test('the standings lead to how an earlier one ended', async () => {
    const { user, router } = await renderApp('/standings', {
      user: remembering,
      answers: { ...answers, '/history/20252026': season },
    })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Season' }), '2025-2026')
    expect(await screen.findByRole('table', { name: 'Final Standings' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/history/20252026')
  })
})

describe('the numbers of an axis', () => {
  test.each([
    [1, [1]],
    [4, [1, 2, 3, 4]],
    [12, [1, 3, 6, 9, 12]],
    [13, [1, 3, 6, 9, 12, 15]],
  ])('of %d ranks', (last, ticks) => {
    expect(rankTicks(last)).toEqual(ticks)
  })
})
