import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { GameTonight, TeamTonight, Tonight } from '#contract/tonight'
import type { User } from '#contract/user'
import { tonight } from '#web/data/tonight'
import {
  game,
  goalByAnn,
  inMinutes,
  line,
  mtlOtt,
  night,
  scored,
  teamsTonight,
  torBos,
  vanEdm,
} from '../support/night.ts'
import { seededDice } from '../support/random.ts'
import { texts } from '../support/screen-table.ts'
import { midSeason } from './mid-season.ts'
import { allArrived, member, newcomer, renderApp } from './render-app.tsx'

const offered: User = { ...member, features: ['tonight'] }

const open = async (given: Tonight, user: User = offered) => {
  const app = await renderApp('/tonight', { user, answers: { '/tonight': given } })
  await screen.findByRole('heading', { level: 1, name: 'Tonight' })
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  return app
}

const section = (name: RegExp | string) => within(screen.getByRole('region', { name }))
const myNight = () => section(/^Blue Line Bandits/)
const figures = () => document.querySelector('.my-line-figures')?.textContent
const told = () => document.querySelector('.banner-body [role=status]')?.textContent
const glowing = () => [...document.querySelectorAll('.glow')].map(({ textContent }) => textContent)

type App = Awaited<ReturnType<typeof open>>
/** The next answer of the server, as a poll brings it. */
const answers = async ({ server, client }: App, next: Tonight) => {
  server.answers['/tonight'] = next
  await act(() => client.refetchQueries({ queryKey: tonight().queryKey }))
}

describe('the page', () => {
  test("has the member's team with what its players did, the league if it ended now, and the games", async () => {
    const app = await open(night())
    expect(figures()).toBe('+17 tonight · 4 of 9 still to play · 1st if it ended now (was 2nd)')
    expect(screen.getByText(/^Provisional, as of \d\d:\d\d$/)).toBeTruthy()
    expect(document.title).toBe('Tonight · Hockey Pool')
    const start = vanEdm.start
    const clock = new Date(start).toTimeString().slice(0, 5)
    expect(texts(myNight().getAllByRole('listitem'))).toEqual([
      'Ann Ahl+5TOR 2, BOS 2 · 2nd 12:34 2 G, 1 A',
      'Bo Berg0TOR 2, BOS 2 · 2nd 12:34 ',
      `Cid Carl-VAN @ EDM · ${clock} `,
      'Dag Dahl+2TOR 2, BOS 2 · 2nd 12:34 1 G · scratched',
    ])
    expect(
      myNight()
        .getByRole('link', { name: /^Ann Ahl/ })
        .getAttribute('href'),
    ).toBe('/players/11')
    const table = within(screen.getByRole('table', { name: 'If it ended now' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => texts(within(row).getAllByRole('cell')))).toEqual([
      ['1▲1, up 1', '+17', '1337', '4'],
      ['2▼1, down 1', '+2', '1336', '1'],
      ['3', '0', '900', '0'],
    ])
    expect(texts(table.getAllByRole('rowheader'))).toEqual([
      'Blue Line BanditsYour team',
      'Northern Lights',
      'Crease Crashers',
    ])
    const games = section('Games')
    expect(texts(games.getAllByRole('listitem'))).toEqual([
      'TOR 2, BOS 2 2nd 12:34 3 in the pool',
      'MTL 1, OTT 0 1st intermission 1 in the pool',
      `VAN  at EDM  ${new Date(vanEdm.start).toTimeString().slice(0, 5)} 1 in the pool`,
    ])
    await app.user.click(games.getByText('OTT'))
    expect(texts(await games.findAllByRole('link'))).toEqual(['Eli Ek+2NOR · MTL 1 G'])
  })

  test.each([
    ['all are under way', { done: 1, playing: 2, toPlay: 0 }, '2 of 3 still playing'],
    ['all are done', { done: 3, playing: 0, toPlay: 0 }, 'all 3 are done'],
    ['no one plays', { done: 0, playing: 0, toPlay: 0 }, 'no one plays'],
  ])('%s', async (_, counts, words) => {
    const own = { ...teamsTonight.bandits, ...counts, points: 0, rank: 2 }
    await open(night({ teams: [teamsTonight.lights, own, teamsTonight.crashers] }))
    expect(figures()).toBe(`0 tonight · ${words} · 2nd if it ended now`)
  })

  test.each<[string, Partial<TeamTonight>]>([
    ['a correction that waits for the next official update', { total: 1336.75 }],
    ['games that are official already', { points: 4 }],
  ])('says below it what the total is made of where %s counts', async (_, more) => {
    const words = /^Total: Standings plus all points that wait/
    const app = await open(night())
    expect(screen.queryByText(words)).toBeNull()
    app.unmount()
    await open(night({ teams: [teamsTonight.bandits, { ...teamsTonight.lights, ...more }, teamsTonight.crashers] }))
    expect(section(/^If it ended now/).getByText(words)).toBeTruthy()
  })

  test("below the member's line all scores in a row, those being played first; a tap opens the game", async () => {
    const over = scored(game(76, ['NYR', 'NJD'], { state: 'OFF', start: inMinutes(-200) }), 4, 1)
    const app = await open(night({ games: [vanEdm, over, scored(torBos, 2, 2), scored(mtlOtt, 1, 0)] }))
    const scores = within(screen.getByRole('navigation', { name: 'Scores' }))
    const clock = new Date(vanEdm.start).toTimeString().slice(0, 5)
    const chips = texts(scores.getAllByRole('button'))
    expect(chips.slice(0, 2).sort()).toEqual(['MTL 1-0 OTT, 1st intermission', 'TOR 2-2 BOS, 2nd 12:34'])
    expect(chips.slice(2)).toEqual([`VAN @ EDM, ${clock}`, 'NYR 4-1 NJD, Final'])
    const figures = document.querySelector('.night-figures')
    expect(figures?.nextElementSibling).toBe(screen.getByRole('navigation', { name: 'Scores' }))
    expect(screen.queryByText('Eli Ek')).toBeNull()
    await app.user.click(scores.getByRole('button', { name: /^MTL/ }))
    expect(await section('Games').findByRole('link', { name: /^Eli Ek/ })).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('MTL 1, OTT 0')
  })

  test('once all games are over it says what they leave, and no more what would be', async () => {
    const games = [scored(torBos, 2, 2, { state: 'OVER' }), scored(mtlOtt, 1, 0, { state: 'OFF' })]
    await open(night({ games: [...games, { ...vanEdm, state: 'PPD' }] }))
    expect(figures()).toBe('+17 tonight · 4 of 9 still to play · 1st after tonight (was 2nd)')
    expect(screen.getByRole('table', { name: 'After tonight' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'After tonight Provisional' })).toBeTruthy()
    expect(screen.queryByText(/if it ended now/i)).toBeNull()
  })

  test.each<[string, Parameters<typeof game>[2]]>([
    ['Pre-game', { state: 'PRE' }],
    ['3rd 00:09', { state: 'CRIT', period: 3, secondsLeft: 9 }],
    ['2nd intermission', { intermission: true }],
    ['OT 03:12', { period: 4, periodType: 'OT', secondsLeft: 192 }],
    ['OT', { period: 4, periodType: 'OT', secondsLeft: null }],
    ['2nd OT 20:00', { period: 5, periodType: 'OT', secondsLeft: 1_200 }],
    ['SO', { period: 5, periodType: 'SO', secondsLeft: 0 }],
    ['Under way', { period: null, periodType: null, secondsLeft: null }],
    ['Final', { state: 'OVER', period: 3 }],
    ['Final (OT)', { state: 'FINAL', period: 4, periodType: 'OT' }],
    ['Final (SO)', { state: 'OFF', period: null, periodType: 'SO' }],
    ['Postponed', { state: 'PPD' }],
    ['Suspended', { state: 'SUSP' }],
    ['Cancelled', { state: 'CNCL' }],
  ])('a game stands at %s', async (words, state) => {
    await open(night({ games: [scored(game(71, ['TOR', 'BOS'], state), 1, 1), vanEdm] }))
    expect(texts(section('Games').getAllByRole('listitem'))[0]).toBe(`TOR 1, BOS 1 ${words} 3 in the pool`)
  })

  test('who plays twice has a line for each game', async () => {
    const late = game(74, ['TOR', 'OTT'], { state: 'FUT', start: inMinutes(180) })
    const again = line(11, 'Ann Ahl', { club: 'TOR', gameId: 74 }, { teamId: 2 })
    await open(night({ games: [scored(torBos, 2, 2), late], lines: [...night().lines.slice(0, 1), again] }))
    const clock = new Date(late.start).toTimeString().slice(0, 5)
    expect(texts(myNight().getAllByRole('listitem'))).toEqual([
      'Ann Ahl+5TOR 2, BOS 2 · 2nd 12:34 2 G, 1 A',
      `Ann Ahl-TOR @ OTT · ${clock} `,
    ])
  })

  test('a goalie is told by decision and shutout', async () => {
    const over = scored(torBos, 1, 0, { state: 'OFF' })
    const goalie = line(15, 'Gus Gren', { club: 'TOR', gameId: 71 }, { teamId: 2, wins: 1, shutouts: 1, points: 7 })
    await open(night({ games: [over], lines: [goalie] }))
    expect(texts(myNight().getAllByRole('listitem'))).toEqual(['Gus Gren+7TOR 1, BOS 0 · Final 1 W, 1 SO'])
  })

  test("says so where none of the team's players has a game", async () => {
    await open(night({ lines: night().lines.filter(({ teamId }) => teamId !== 2) }))
    expect(screen.getByText('None of your players has a game tonight.')).toBeTruthy()
  })

  test('somebody without a team sees league and games', async () => {
    await open(night(), { ...newcomer, features: ['tonight'] })
    expect(texts(screen.getAllByRole('heading', { level: 2 }))).toEqual(['If it ended now Provisional', 'Games'])
  })

  test('says so while no scores have been read', async () => {
    await open(night({ asOf: null }))
    expect(screen.getByText('Provisional, scores not read yet')).toBeTruthy()
  })

  test.each([
    ['the scores read', inMinutes(-2), /^All games are over, as of \d\d:\d\d$/],
    ['the reports alone', null, /^All games are over$/],
  ])('says that all games are over, with %s', async (_, asOf, words) => {
    await open(night({ asOf, games: [scored(torBos, 3, 2, { state: 'OFF' }), { ...vanEdm, state: 'PPD' }] }))
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('without games tonight names the next day that has some, with its games', async () => {
    const next = game(75, ['TOR', 'BOS'], { state: 'FUT', start: inMinutes(3 * 24 * 60) })
    const lines = [line(11, 'Ann Ahl', { club: 'TOR', gameId: 75 }, { teamId: 2 })]
    await open(night({ date: '2026-11-28', games: [next], lines }))
    expect(screen.getByText('No games tonight. Next on Saturday.')).toBeTruthy()
    expect(texts(screen.getAllByRole('heading', { level: 2 }))).toEqual(['Blue Line Bandits ', 'Games on Saturday'])
    expect(screen.queryByText(/Provisional/)).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('a day more than a week away has its date', async () => {
    await open(night({ date: '2026-12-26', games: [{ ...vanEdm, start: inMinutes(31 * 24 * 60) }], lines: [] }))
    expect(screen.getByText('No games tonight. Next on Dec 26.')).toBeTruthy()
    expect(screen.getByText('None of your players has a game that day.')).toBeTruthy()
  })

  test('in summer nothing is scheduled', async () => {
    await open(night({ asOf: null, games: [], lines: [] }))
    expect(screen.getByText('No games are scheduled.')).toBeTruthy()
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })

  test('where the server does not offer it there is no such page, and nothing is asked', async () => {
    let asked = 0
    const answer = () => {
      asked += 1
      return new Response('{}', { status: 404 })
    }
    await renderApp('/tonight', { user: member, answers: { '/tonight': answer, '/stats/schedule': answer } })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
    expect(document.title).toBe('Hockey Pool')
    expect(screen.queryByRole('link', { name: 'Tonight' })).toBeNull()
    expect(asked).toBe(0)
  })
})

describe('what has just changed', () => {
  test('a goal is told in one sentence, once, and its figures glow', async () => {
    const app = await open(night())
    expect(told()).toBe('')
    expect(glowing()).toEqual([])
    await answers(app, goalByAnn())
    expect(told()).toBe('TOR 3, BOS 2: goal by Ann Ahl, assist by Bo Berg, +3 for your team.')
    expect(glowing()).toEqual(['+20', '+7', '+1', '+20', '1340', '3'])
    expect(figures()).toBe('+20 tonight · 4 of 9 still to play · 1st if it ended now (was 2nd)')
    // The next answer brings nothing new.
    await answers(app, { ...goalByAnn(), asOf: inMinutes(1) })
    expect(told()).toBe('')
    expect(glowing()).toEqual([])
  })

  test('a goal that is taken back goes, and that is told', async () => {
    const app = await open(goalByAnn())
    await answers(app, night())
    expect(told()).toBe('TOR 2, BOS 2: goal by Ann Ahl and assist by Bo Berg taken back, -3 for your team.')
    expect(figures()).toContain('+17 tonight')
  })

  test('an assist that is given to another', async () => {
    const app = await open(goalByAnn())
    const [ann, , ...others] = goalByAnn().lines
    if (!ann) throw new Error('The night has no players.')
    const inGame = { club: 'TOR', gameId: 71 }
    const changed = [
      ann,
      line(12, 'Bo Berg', inGame, { teamId: 2 }),
      line(32, 'Kai Kron', inGame, { teamId: 3, assists: 1, points: 1 }),
    ]
    await answers(app, { ...goalByAnn(), lines: [...changed, ...others] })
    expect(told()).toBe('TOR 3, BOS 2: assist by Kai Kron, assist by Bo Berg taken back, -1 for your team.')
  })

  test("a goal of other teams' players is announced without the member's team, one of no team in the pool is not announced", async () => {
    const app = await open(night())
    const lines = night().lines.map((each) =>
      each.playerId === 21
        ? { ...each, goals: 3, points: 6 }
        : each.playerId === 31
          ? { ...each, goals: 2, points: 4 }
          : each,
    )
    await answers(app, night({ lines, games: [scored(torBos, 2, 3), scored(mtlOtt, 3, 0), vanEdm] }))
    expect(told()).toBe('MTL 3, OTT 0: goals by Eli Ek (2).')
  })

  test("a game's end", async () => {
    const app = await open(night())
    const lines = night().lines.map((each) =>
      each.playerId === 11 ? { ...each, gameWinningGoals: 1, points: 6 } : each,
    )
    await answers(app, night({ lines, games: [scored(torBos, 3, 2, { state: 'OVER' }), scored(mtlOtt, 1, 0), vanEdm] }))
    expect(told()).toBe('TOR 3, BOS 2: final, +1 for your team.')
  })

  test('what was last heard long before has not just changed', async () => {
    const app = await open(night())
    act(() => void app.client.setQueryData(tonight().queryKey, night(), { updatedAt: Date.now() - 600_000 }))
    await answers(app, goalByAnn())
    expect(figures()).toContain('+20 tonight')
    expect(told()).toBe('')
    expect(glowing()).toEqual([])
  })

  test('without a connection the last state stays, with its time', async () => {
    const app = await open(night())
    await allArrived(app)
    app.server.isDown = true
    await act(() => app.client.refetchQueries({ queryKey: tonight().queryKey }))
    expect(figures()).toContain('+17 tonight')
    expect(texts(section('Games').getAllByRole('listitem'))[0]).toContain('2nd 12:34')
    expect(await screen.findByText(/^Offline · figures as of/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('on other pages', () => {
  const own = [
    [11, 'Ann Ahl', 71],
    [12, 'Bo Berg', 71],
    [13, 'Cid Carl', 73],
    [14, 'Dag Dahl', 72],
  ] as const
  const clubs = new Map([
    [71, 'TOR'],
    [72, 'OTT'],
    [73, 'VAN'],
  ])
  const items = own.map(([id, name, gameId]) => ({
    player: { id, name, position: 'C', nhlTeam: clubs.get(gameId), team: { id: 2, shortName: 'BLU' } },
    rosterEntry: { boughtAt: inMinutes(-60 * 24 * 40), scratched: id === 14 },
  }))
  /** Of a game, minute after minute: before it, three periods with their intermissions, and over. */
  const stages: Partial<GameTonight>[] = [
    { state: 'FUT', period: null, secondsLeft: null },
    { state: 'PRE', period: null, secondsLeft: null },
    { period: 1, secondsLeft: 1_200 },
    { period: 1, secondsLeft: 0, intermission: true },
    { period: 2, secondsLeft: 754 },
    { state: 'CRIT', period: 3, secondsLeft: 41 },
    { period: 4, periodType: 'OT', secondsLeft: 290 },
    { state: 'OVER', period: 4, periodType: 'OT' },
    { state: 'OFF', period: 4, periodType: 'OT' },
  ]
  const starts = new Map([
    [71, 0],
    [72, -1],
    [73, -3],
  ])

  test('what players did agrees at every moment of a night', async () => {
    const dice = seededDice(38)
    const did = new Map(own.map(([id]) => [id, { goals: 0, assists: 0 }]))
    const at = (moment: number): Tonight => {
      const games = [torBos, mtlOtt, vanEdm].map((each) => {
        const stage = Math.min(Math.max(moment + (starts.get(each.id) ?? 0), 0), stages.length - 1)
        return scored({ ...each, ...clock, intermission: false, state: 'LIVE', ...stages[stage] }, moment, 0)
      })
      for (const [id, , gameId] of own) {
        const now = games.find((each) => each.id === gameId)
        const stats = did.get(id)
        if (!stats || !now || ['FUT', 'PRE', 'OFF'].includes(now.state)) continue
        // One in five goals is taken back.
        if (dice(2) === 0) stats.goals = Math.max(0, stats.goals + (dice(5) === 0 ? -1 : 1))
        if (dice(2) === 0) stats.assists += 1
      }
      const lines = own.map(([id, name, gameId]) => {
        const { goals = 0, assists = 0 } = did.get(id) ?? {}
        const place = { club: clubs.get(gameId) ?? '', gameId }
        return line(id, name, place, { teamId: 2, goals, assists, points: 2 * goals + assists, scratched: id === 14 })
      })
      return night({ games, lines })
    }
    const clock = { start: inMinutes(-60), periodType: 'REG' as const }
    const app = await renderApp('/tonight', {
      user: offered,
      answers: {
        '/tonight': at(0),
        '/stats/schedule': [],
        '/roster/teams/2/players?current=true': items,
        '/roster/teams/2/players?current=false': [],
        '/league-admin/settings': midSeason(),
        '/stats/players/11': { ...items[0]?.player },
        '/roster/teams/2/roster-entries/11': { ...items[0]?.rosterEntry },
        '/stats/players/11/time-series': [],
        '/stats/players/11/previous-seasons': [],
        '/roster/changes': [],
        '/trading/trades': [],
        '/trading/teams/2/shopping-cart': { cartEntries: [], tradeBalance: 20, status: 'CART_EMPTY' },
        '/draft/pick-sequence': [],
      },
    })
    /** Cheaper than by role, for pages that are opened again and again. */
    const goTo = async (path: string, selector: string) => {
      await act(async () => app.history.push(path))
      return waitFor(() => {
        const found = document.querySelector<HTMLElement>(selector)
        if (!found) throw new Error(`${path} has no ${selector}`)
        return found
      })
    }
    let compared = 0
    for (let moment = 0; moment < stages.length + 3; moment += 1) {
      await goTo('/tonight', '.my-night')
      await answers(app, at(moment))
      // As Tonight has it: name, points, game and state, stats.
      const shown = [...document.querySelectorAll('.my-night .night-player')].map((row) => {
        const [name, points, note, stats] = ['.night-name', '.provisional', 'small > span', '.night-did'].map(
          (part) => row.querySelector(part)?.textContent ?? '',
        )
        const [, state = ''] = note?.split(' · ') ?? []
        const [counts = '', ...scratched] = stats === 'scratched' ? ['', stats] : (stats?.split(' · ') ?? [])
        const words = [state, counts ? `${counts}, ${points}` : 'no points', ...scratched].join(' · ')
        return { name: name ?? '', points, words: points === '-' ? state : words, did: [state, stats].join(' · ') }
      })
      expect(shown).toHaveLength(own.length)

      const table = await goTo('/teams/2', '[aria-label="Current Players"]')
      const names = [...table.querySelectorAll('[role=rowheader]')]
      const besides = (name: string) => {
        const cell = names.find((each) => each.querySelector('a')?.textContent === name)
        return cell?.querySelector('.next-note')?.textContent ?? null
      }
      for (const { name, words } of shown) {
        // To come: that is the schedule's.
        const isAhead = /^\d\d:\d\d$/.test(words)
        expect(besides(name), `${name} at ${moment}`).toBe(isAhead ? null : words)
        compared += isAhead ? 0 : 1
      }

      const season = await goTo('/players/11', '.player-season')
      const ann = shown.find(({ name }) => name === 'Ann Ahl')?.words ?? ''
      const tonightNow = () => season.querySelector('.player-tonight')?.textContent
      await waitFor(() => expect(tonightNow()).toBe(/^\d\d:\d\d$/.test(ann) ? undefined : `Tonight: ${ann}`))

      await goTo('/', '[aria-labelledby=lately]')
      const scorers = document.querySelectorAll<HTMLElement>('[aria-labelledby=tonight-scorers] li')
      expect(texts([...scorers])).toEqual(
        shown
          .filter(({ points }) => points?.startsWith('+'))
          .map(({ name, did: words, points }) => `${name} ${words}${points}`),
      )
    }
    expect(compared).toBeGreaterThan(20)
  }, 120_000)
})
