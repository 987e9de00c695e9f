import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { RosterItem } from '#contract/roster'
import type { Tonight } from '#contract/tonight'
import { setOutboxRows } from '#web/outbox/outbox-rows'
import { line, night, vanEdm } from '../support/night.ts'
import { pick } from './draft-scene.ts'
import { ago, DAY_MS, dayOf, midSeason } from './mid-season.ts'
import { type FakeServer, member, newcomer, renderApp, teams } from './render-app.tsx'

const clockOf = (instant: string) => new Date(instant).toTimeString().slice(0, 5)

const settings = midSeason()

const POSITIONS = ['LW', 'C', 'RW', 'LD', 'RD', 'G'] as const
const item = (
  id: number,
  position: (typeof POSITIONS)[number],
  last = 0,
  scratchedAt: string | null = null,
): RosterItem => ({
  player: { id, name: `Player ${id}`, position, nhlTeam: 'TOR', pointsDiffPrevious: last },
  rosterEntry: { boughtAt: ago(50), scratched: scratchedAt !== null, scratchedAt, sold: false },
})
const dressed = (count: number, position: (typeof POSITIONS)[number], from: number) =>
  Array.from({ length: count }, (_, index) => item(from + index, position))
/** Dressed: 10 forwards, 5 defenders, 2 goalies; there is room for two more. */
const lineup = [...dressed(10, 'C', 101), ...dressed(5, 'LD', 201), ...dressed(2, 'G', 301)]

const keeperBox = (over: object) => [
  { boxName: '1.C', players: [{ playerId: 7, name: 'Own Centre', teamId: 2, teamShortName: 'BLU', ...over }] },
]

const emptyCart = { cartEntries: [], tradeBalance: 20, status: 'CART_EMPTY' }
const entry = {
  playerId: 9,
  name: 'Olle Berg',
  position: 'C',
  nhlTeam: 'BOS',
  points: 12,
  price: 13,
  tradeAction: 'BUY',
}

const ROSTER = '/roster/teams/2/players?current=true'
const CART = '/trading/teams/2/shopping-cart'
const answers: FakeServer['answers'] = {
  [ROSTER]: lineup,
  '/roster/teams/2/players?current=false': [],
  '/roster/changes': [],
  '/trading/trades': [],
  [CART]: emptyCart,
  '/league-admin/settings': settings,
  '/draft/pick-sequence': [],
}

const home = async (over: FakeServer['answers'] = {}, changed: Partial<FakeServer> = {}) => {
  const app = await renderApp('/', { answers: { ...answers, ...over }, ...changed })
  await screen.findByRole('heading', { name: /^(Lately|Coming up)$/ })
  return app
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const linesOf = (name: string) =>
  section(name)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('the night on the start page', () => {
  const watching = { ...member, features: ['tonight'] }

  test('stands above all else, in a line that leads there', async () => {
    await home({ '/tonight': night() }, { user: watching })
    const line = await screen.findByRole('link', { name: 'Tonight: +17, 1st if it ended now' })
    expect(line.getAttribute('href')).toBe('/tonight')
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('link')[0]).toBe(line)
  })

  test.each<[string, Partial<Tonight>, string]>([
    ['before the first start', { games: [vanEdm] }, `Tonight: 4 of your players, from ${clockOf(vanEdm.start)}`],
    ['without games', { date: '2026-11-28' }, 'No games tonight. Next on Saturday.'],
    ['in summer', { games: [] }, 'No games are scheduled.'],
    ['when all are called off', { games: [{ ...vanEdm, state: 'PPD' }] }, "Tonight's games are called off."],
  ])('%s', async (_, given, words) => {
    await home({ '/tonight': night(given) }, { user: watching })
    expect(await screen.findByRole('link', { name: words })).toBeTruthy()
  })

  test('tells somebody without a team how many games there are', async () => {
    await renderApp('/', { user: { ...newcomer, features: ['tonight'] }, answers: { ...answers, '/tonight': night() } })
    expect(await screen.findByRole('link', { name: 'Tonight: 3 games, 2 under way' })).toBeTruthy()
  })

  test('is asked for only where the server offers it', async () => {
    // Another path is not found, which would be an error in the console of a browser.
    const { server } = await home()
    expect(document.querySelector('.tonight-room')).toBeNull()
    expect(server.asked).not.toContain('/tonight')
  })
})

describe("a member's home", () => {
  test('says how the team does, in a line that leads to it, and has the league in short', async () => {
    await home()
    const line = section('Blue Line Bandits')
    expect(document.querySelector('.my-line-figures')?.textContent).toBe(
      '2nd▼1, down 1 · 1320 · -3 last night · 14 to 1st',
    )
    expect(line.getByRole('link').getAttribute('href')).toBe('/teams/2')
    expect(document.title).toBe('Hockey Pool')
    const league = section('The league')
    const heads = league.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).toEqual(['Rank', 'Team', 'Total', 'Last'])
    expect(league.getAllByText('Your team')).toHaveLength(1)
    expect(league.getByRole('link', { name: 'All standings' }).getAttribute('href')).toBe('/standings')
  })

  test.each([
    ['the leader', [300, 320, 310], '1st · 320 · 0 last night · +10 on 2nd'],
    ['a shared place', [320, 310, 310], 'shared 2nd · 310 · 0 last night · 10 to 1st'],
    ['less than a point behind', [310.3, 310, 5], '2nd · 310 · 0 last night · 0.30 to 1st'],
    ['all level', [310, 310, 310], 'shared 1st · 310 · 0 last night'],
  ])('%s', async (_, totals, line) => {
    const ranked = teams.map((team, index) => ({ ...team, totalScore: totals[index], scoreDiffPrevious: 0 }))
    await home({}, { teams: ranked })
    expect(document.querySelector('.my-line-figures')?.textContent).toBe(line)
  })

  test('before the season says when there will be something, and ranks no one', async () => {
    const zero = teams.map((team) => ({ ...team, ranking: 1, totalScore: 0, scoreDiffPrevious: 0 }))
    const before = { ...settings, rosterHoldStartDate: dayOf(ago(-20)), tradingStartTime: ago(-40) }
    await home({ '/league-admin/settings': before, '/draft/keepers-status': [] }, { teams: zero })
    expect(document.querySelector('.my-line-figures')?.textContent).toBe('0')
    expect(section('Blue Line Bandits').getByText('Rankings start with the first points.')).toBeTruthy()
    expect(document.querySelectorAll('.gold')).toHaveLength(0)
    expect(section('Last night').getByText(/once the season starts/)).toBeTruthy()
    const coming = section('Coming up').getAllByRole('listitem')
    expect(coming.map(({ textContent }) => textContent?.replace(/ (in|on) .*/, ''))).toEqual([
      'The season begins',
      'Trading opens',
      'Trading closes',
    ])
    expect(screen.queryByRole('heading', { name: 'Lately' })).toBeNull()
  })

  test('draws the last days only where the server has them, and asks no other for them', async () => {
    const week = [
      { day: '2026-11-21', points: 20 },
      { day: '2026-11-22', points: -5 },
      { day: '2026-11-23', points: 0 },
    ]
    const offered = { ...member, features: ['recent-points'] }
    const app = await home({ '/teams/2/recent-points': week }, { user: offered })
    const chart = await screen.findByRole('img', { name: 'Points by day: Nov 21 +20, Nov 22 -5, Nov 23 0' })
    expect([...chart.children].map(({ textContent }) => textContent)).toEqual(['+20S', '-5S', '0M'])
    // Of 29 px a fifth hangs below the line of nothing, which each bar has a pixel of.
    const bars = [...chart.querySelectorAll('rect')]
    expect(bars.map((bar) => ['y', 'height'].map((name) => Number(bar.getAttribute(name)).toFixed(1)))).toEqual([
      ['0.0', '24.2'],
      ['23.2', '6.8'],
      ['23.2', '1.0'],
    ])
    app.unmount()
    // Another path is not found, which would be an error in the console.
    await home()
    expect(document.querySelector('.week')).toBeNull()
  })

  test("lists the team's players with points of the night, best first", async () => {
    const scorers = [item(1, 'C', 3), item(2, 'LW', -1), item(3, 'G', 7, ago(1)), item(4, 'RD', 0)]
    await home({ '/roster/teams/2/players?current=true': [...lineup, ...scorers] })
    expect(linesOf('Last night')).toEqual([
      ['Player 3 scratched, does not count+7', '/players/3'],
      ['Player 1 TOR+3', '/players/1'],
      ['Player 2 TOR-1', '/players/2'],
    ])
  })

  test('says of last night what its players add up to, whatever was traded since', async () => {
    const of = (id: number, own: number, counted: number, over: object = {}): RosterItem => {
      const { player, rosterEntry } = item(id, 'C', own)
      return { player, rosterEntry: { ...rosterEntry, ...over }, pointsDiffPrevious: counted }
    }
    // 1 played; 2 sat out; 3 played and was scratched since; 4 was bought since; 5 was sold since.
    const current = [of(1, 4, 4), of(2, 6, 0, { scratched: true }), of(3, 2, 2, { scratched: true }), of(4, 9, 0)]
    const sold = [of(5, 3, 3, { sold: true, scratched: false })]
    const traded = teams.map((team) =>
      team.id === 2 ? { ...team, scoreDiffPrevious: -3.2, pointsDiffPrevious: 4 + 2 + 3 } : team,
    )
    await home({ [ROSTER]: current, '/roster/teams/2/players?current=false': sold }, { teams: traded })
    expect(document.querySelector('.my-line-figures')?.textContent).toContain(' · +9 last night · ')
    expect(linesOf('Last night')).toEqual([
      ['Player 2 scratched, does not count+6', '/players/2'],
      ['Player 1 TOR+4', '/players/1'],
      ['Player 5 sold since+3', '/players/5'],
      ['Player 3 TOR+2', '/players/3'],
    ])
  })

  test.each([
    ['no one has new points', lineup, 'No new points for your players.'],
    ['the team has no players', [], 'Your team has no players.'],
  ])('says so in a sentence when %s', async (_, players, sentence) => {
    await home({ [ROSTER]: players })
    expect(section('Last night').getByText(sentence)).toBeTruthy()
  })

  test('has the three newest moves of the other teams, and leaves out this one', async () => {
    const player = (id: number) => ({ id, name: `Player ${id}` })
    const team = (id: number) => ({ id, shortName: id === 2 ? 'BLU' : 'NOR' })
    await home({
      '/trading/trades': [
        { tradedAt: ago(2), team: team(1), tradeAction: 'BUY', player: player(1), price: 12.5 },
        { tradedAt: ago(4), team: team(1), tradeAction: 'SELL', player: player(2), price: 3 },
        { tradedAt: ago(1), team: team(2), tradeAction: 'BUY', player: player(3), price: 3 },
      ],
      '/roster/changes': [
        { changedAt: ago(3), team: team(1), changeAction: 'SCRATCH', player: player(4) },
        { changedAt: ago(1), team: team(1), changeAction: 'DRESS', player: player(5) },
      ],
    })
    const texts = linesOf('Lately').map(([text, href]) => [text?.replace(/[A-Z][a-z]{2} \d\d, \d\d:\d\d$/, ''), href])
    expect(texts).toEqual([
      ['NOR dressed Player 5', '/players/5'],
      ['NOR bought Player 1 for\u00a012.50', '/players/1'],
      ['NOR scratched Player 4', '/players/4'],
    ])
  })

  test('does not count as a move whom the draft scratched because the lineup was full', async () => {
    const scratch = { team: { id: 1, shortName: 'NOR' }, changeAction: 'SCRATCH', player: { id: 6, name: 'Six' } }
    await home({ '/roster/changes': [{ ...scratch, changedAt: ago(62) }] })
    expect(section('Lately').getByText("Other teams' moves will show up here.")).toBeTruthy()
  })
})

describe('what there is to do', () => {
  const before = { ...settings, rosterHoldStartDate: dayOf(ago(-20)), tradingStartTime: ago(-40) }
  const status = (locked?: boolean) => [
    { teamId: 2, teamShortName: 'BLU', hasKeeper: false, ...(locked && { locked }) },
  ]

  const [defenders, goalie] = [dressed(4, 'LD', 201), item(301, 'G')]
  const benched = (count: number, position: (typeof POSITIONS)[number] = 'C', from = 1) =>
    Array.from({ length: count }, (_, index) => item(from + index, position, 0, ago(8)))
  const tonight = night({
    lines: [201, 203, 301].map((id) => line(id, `Player ${id}`, { club: 'TOR', gameId: 71 }, { teamId: 2 })),
  })
  const inCart = (tradeBalance: number, status: string) => ({ cartEntries: [entry], tradeBalance, status })
  const preseason = (keepers: object[], more: FakeServer['answers'] = {}): FakeServer['answers'] => ({
    '/league-admin/settings': before,
    '/draft/keepers-status': keepers,
    ...more,
  })
  const withLists = { ...member, features: ['draft-room'] }

  test.each<[string, FakeServer['answers'], [string, string][]]>([
    ['nothing', {}, []],
    [
      'somebody who has sat out, and room',
      { [ROSTER]: [...lineup, ...benched(1), item(2, 'C', 0, ago(2))] },
      [['Player 1 can be dressed now', '/teams/2']],
    ],
    ['many of them', { [ROSTER]: [...lineup, ...benched(4)] }, [['4 players can be dressed now', '/teams/2']]],
    ['the least defenders and goalies', { [ROSTER]: [...lineup.slice(0, 10), ...defenders, goalie] }, []],
    [
      'the least of them, of whom some have no game tonight',
      {
        '/user': { ...member, features: ['tonight'] },
        '/tonight': tonight,
        [ROSTER]: [...lineup.slice(0, 10), ...defenders, goalie],
      },
      [["Only 4 defenders dressed, and Player 202 and Player 204 don't play tonight", '/teams/2']],
    ],
    [
      'fewer than the least',
      { [ROSTER]: [...lineup.slice(0, 10), ...dressed(3, 'LD', 201)] },
      [
        ['Only 3 defenders dressed; the minimum is 4', '/teams/2'],
        ['Only 0 goalies dressed; the minimum is 1', '/teams/2'],
      ],
    ],
    [
      'a whole roster that was drafted without a goalie',
      preseason([], { [ROSTER]: [...dressed(15, 'C', 101), ...defenders, ...benched(3, 'G', 301)] }),
      [['Only 0 goalies dressed; the minimum is 1', '/teams/2']],
    ],
    ['a lineup that is not yet complete before the season', preseason([], { [ROSTER]: dressed(2, 'C', 101) }), []],
    ['a cart', { [CART]: inCart(7, 'CART_OK') }, [['1 in the cart. The trade can be executed.', '/shopping-cart']]],
    [
      'a cart that is too dear',
      { [CART]: inCart(-3, 'INSUFFICIENT_CASH') },
      [['1 in the cart. The team would have -3.00 in cash: sell a player, or remove a purchase.', '/shopping-cart']],
    ],
    [
      "the member's turn",
      { '/draft/pick-sequence': [pick(1, 2, 'ACTIVE'), pick(1, 1, 'WAITING')] },
      [["It's your turn! You can now draft a player.", '/draft']],
    ],
    [
      "another's turn",
      { '/draft/pick-sequence': [pick(1, 1, 'ACTIVE'), pick(1, 2, 'WAITING')] },
      [['Waiting for NOR to pick a player.', '/draft']],
    ],
    ['a draft that is over', { '/draft/pick-sequence': [pick(1, 1, 'DONE'), pick(1, 2, 'DONE')] }, []],
    [
      'a keeper to choose',
      preseason(status(), { '/draft/keeper-boxes': keeperBox({}) }),
      [['Choose your keeper', '/keepers']],
    ],
    ['no keeper before the boxes are generated', preseason(status(), { '/draft/keeper-boxes': [] }), []],
    [
      'no keeper where none of last season may be kept',
      preseason(status(), { '/draft/keeper-boxes': keeperBox({ boughtLate: true }) }),
      [],
    ],
    [
      'an empty pick list, where the server keeps one',
      preseason(status(true), { '/user': withLists, '/draft/teams/2/pick-list': { mode: 'off', players: [] } }),
      [['Make your pick list for the draft', '/pick-list']],
    ],
    ['keepers that are locked', preseason(status(true)), []],
    // Not asked for: it would be an entry for ever.
    ['no keeper in mid-season', { '/draft/keepers-status': status() }, []],
  ])('%s', async (_, over, toDos) => {
    await home(over)
    if (toDos.length === 0) expect(screen.queryByRole('region', { name: 'To do' })).toBeNull()
    else expect(linesOf('To do')).toEqual(toDos)
  })

  test('a change that the league refused', async () => {
    await home()
    const { tradeAction: _, ...player } = entry
    setOutboxRows([
      {
        id: 'a',
        owner: 'x',
        teamId: 2,
        change: { kind: 'add', player, action: 'BUY', wasOut: true },
        insisted: false,
        state: 'refused',
        attempts: 1,
        nextAt: 0,
        createdAt: 0,
        expiresAt: 0,
        refusal: { code: 'PLAYER_NOT_AVAILABLE', sentence: 'Not available.' },
      },
    ])
    await waitFor(() =>
      expect(linesOf('To do')).toEqual([
        ['Olle Berg: refused. Another team has bought this player meanwhile.', '/shopping-cart'],
      ]),
    )
  })
})

describe('a member without a team', () => {
  test('learns what the league is, who leads, what comes next, and whom to ask', async () => {
    const soon = new Date(Date.now() + 3 * DAY_MS - 1_000).toISOString()
    await renderApp('/', {
      user: newcomer,
      answers: { '/league-admin/settings': { ...settings, tradingStartTime: soon } },
    })
    const welcome = within(await screen.findByRole('region', { name: 'Welcome to the pool' }))
    expect(
      welcome.getByText('A private fantasy hockey league of 3 teams. Northern Lights leads with 1334 points.'),
    ).toBeTruthy()
    expect(await welcome.findByText('Trading opens in 3 d.')).toBeTruthy()
    expect(welcome.getByText("You don't have a team yet. Ask the league's admin.")).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(section('The league').getAllByRole('row')).toHaveLength(4)
  })

  test.each([
    ['while there can still be some', ago(-3), 'Trades show here as they are made.'],
    ['when trading is over', ago(1), 'There were no trades this season.'],
  ])('reads of no trades %s', async (_, tradingEndTime, sentence) => {
    const dates = { ...settings, tradingEndTime }
    await renderApp('/', { user: newcomer, answers: { '/league-admin/settings': dates, '/trading/trades': [] } })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })
})
