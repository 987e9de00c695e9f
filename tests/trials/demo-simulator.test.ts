import { describe, expect, it } from 'vitest'
import { gamePoints } from '#rules/scoring'
import { midSeason } from '#server/demo/create-demo-league'
import { draftNight } from '#server/demo/draft-night'
import type { SimGame, SimSide } from '#server/demo/simulation/game'
import { daysFrom } from '#server/demo/simulation/game-calendar'
import { clubs } from '#server/demo/simulation/players'
import { inventNhl } from '#server/demo/simulation/season'

const skaters = (side: SimSide) => side.lines.filter((line) => line.kind === 'skater')
const goalies = (side: SimSide) => side.lines.filter((line) => line.kind === 'goalie')
const sum = <T>(values: readonly T[], of: (value: T) => number) => values.reduce((total, value) => total + of(value), 0)
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? Number.NaN
const within = (what: string, figure: number, from: number, to: number) => {
  expect(figure, what).toBeGreaterThanOrEqual(from)
  expect(figure, what).toBeLessThanOrEqual(to)
}
const sidesOf = ({ home, away }: SimGame) => [
  { own: home, other: away },
  { own: away, other: home },
]

describe.each([midSeason.seed, draftNight.seed, 4711])('the simulated NHL of seed %i', (seed) => {
  const nhl = inventNhl({ demoSeed: seed, seasonId: 20262027, firstDay: '2026-08-18' })
  const { players, season } = nhl
  const days = daysFrom(season.firstDay, season.lastDay)
  const games = days.flatMap((day) => season.played(day))
  const positionOf = new Map(players.map(({ id, position }) => [id, position]))

  const sums = new Map<number, { points: number; games: number; seconds: number; goalie: boolean }>()
  for (const line of games.flatMap(({ home, away }) => [...home.lines, ...away.lines])) {
    const known = sums.get(line.playerId) ?? { points: 0, games: 0, seconds: 0, goalie: line.kind === 'goalie' }
    known.points += gamePoints(line)
    known.games++
    known.seconds += line.toiSeconds
    sums.set(line.playerId, known)
  }
  const ofSkaters = [...sums].filter(([, { goalie }]) => !goalie)
  const ofGoalies = [...sums].filter(([, { goalie }]) => goalie)

  it('has 960 players with names of their own', () => {
    expect(players).toHaveLength(960)
    expect(new Set(players.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(960)
    const count = (position: string) => players.filter((each) => each.position === position).length
    expect(['C', 'LW', 'RW', 'LD', 'RD', 'G'].map(count)).toEqual([256, 160, 160, 160, 128, 96])
  })

  it('plays 1,312 games, 82 for each club, 41 of them at home, at most one a day', () => {
    expect(season.fixtures).toHaveLength(1312)
    expect(new Set(season.fixtures.map(({ id }) => id)).size).toBe(1312)
    for (const { abbrev } of clubs) {
      const own = season.fixtures.filter(({ home, away }) => home.abbrev === abbrev || away.abbrev === abbrev)
      expect(own).toHaveLength(82)
      expect(own.filter(({ home }) => home.abbrev === abbrev)).toHaveLength(41)
      expect(new Set(own.map(({ date }) => date)).size).toBe(82)
    }
    expect(days.length).toBeGreaterThan(180)
    expect(days.length).toBeLessThan(196)
  })

  it('gives the same day whenever it is asked for', () => {
    const again = inventNhl({ demoSeed: seed, seasonId: 20262027, firstDay: '2026-08-18' }).season
    for (const day of [days[100] ?? '', days[3] ?? '']) expect(again.played(day)).toEqual(season.played(day))
  })

  it('has games whose lines agree with their scores', () => {
    for (const game of games) {
      const { home, away, lastPeriod } = game
      expect(home.score).not.toBe(away.score)
      for (const { own, other } of sidesOf(game)) {
        const won = own.score > other.score
        const goals = own.score - (lastPeriod === 'SO' && won ? 1 : 0)
        const against = other.score - (lastPeriod === 'SO' && !won ? 1 : 0)
        const lines = skaters(own)
        expect(lines).toHaveLength(18)
        expect(sum(lines, (line) => line.goals) + sum(goalies(own), (line) => line.goals)).toBe(goals)
        expect(sum([...lines, ...goalies(own)], (line) => line.assists)).toBeLessThanOrEqual(2 * goals)
        expect(sum(lines, (line) => line.gameWinningGoals)).toBe(won && lastPeriod !== 'SO' ? 1 : 0)
        for (const line of lines) {
          expect(line.powerPlayGoals + line.shortHandedGoals).toBeLessThanOrEqual(line.goals)
          expect(line.gameWinningGoals).toBeLessThanOrEqual(line.goals)
        }
        const nets = goalies(own)
        expect(nets.filter(({ started }) => started)).toHaveLength(1)
        expect(sum(nets, ({ wins }) => wins)).toBe(won ? 1 : 0)
        expect(sum(nets, ({ overtimeLosses }) => overtimeLosses)).toBe(!won && lastPeriod !== 'REG' ? 1 : 0)
        expect(sum(nets, ({ losses }) => losses)).toBe(!won && lastPeriod === 'REG' ? 1 : 0)
        expect(sum(nets, ({ shutouts }) => shutouts)).toBe(nets.length === 1 && against === 0 ? 1 : 0)
        expect(new Set(own.lines.map(({ playerId }) => playerId)).size).toBe(own.lines.length)
      }
    }
  })

  // The ranges hold the real season of 2024-25: skaters 185, 115, 91, 54, 23, 5 at these shares.
  it('spreads the pool points of skaters as a real season does', () => {
    const points = ofSkaters.map(([, each]) => each.points)
    const at = (share: number, from: number, to: number) => within(`share ${share}`, quantile(points, share), from, to)
    // A season of the demo itself has a best skater like the NHL's; another seed may be a little out of the ordinary.
    at(1, 150, seed === midSeason.seed ? 210 : 235)
    at(0.99, 125, 175)
    at(0.95, 100, 130)
    at(0.9, 80, 105)
    at(0.75, 44, 64)
    at(0.5, 18, 36)
    at(0.25, 3, 16)
    const defenders = ofSkaters.filter(([id]) => positionOf.get(id)?.endsWith('D')).map(([, each]) => each.points)
    within('defenders', quantile(defenders, 0.95), 48, 75)
  })

  // 2024-25: best goalie 139, median 31, most games 63; 262 shutouts in two seasons.
  it('spreads the points and games of goalies as a real season does', () => {
    const points = ofGoalies.map(([, each]) => each.points)
    within('most points', quantile(points, 1), 95, 155)
    within('points', quantile(points, 0.5), 22, 42)
    within('most games', Math.max(...ofGoalies.map(([, each]) => each.games)), 56, 77)
  })

  // 2024-25: 920 skaters, a median of 63 games, 109 in all 82; forwards 14:49, defenders 18:58 at the median.
  it('has a real season of games played, goals and time on ice', () => {
    expect(ofSkaters.length).toBeGreaterThan(790)
    const played = ofSkaters.map(([, each]) => each.games)
    within('games of a skater', quantile(played, 0.5), 55, 74)
    const goals = sum(games, ({ home, away }) => sum([...skaters(home), ...skaters(away)], (line) => line.goals))
    within('goals of a game', goals / games.length, 5.6, 6.4)
    const beyond = games.filter(({ lastPeriod }) => lastPeriod !== 'REG').length
    within('games beyond three periods', beyond / games.length, 0.17, 0.25)
    const regulars = ofSkaters.filter(([, each]) => each.games >= 20)
    const minutes = (isDefender: boolean) => {
      const own = regulars.filter(([id]) => positionOf.get(id)?.endsWith('D') === isDefender)
      const each = own.map(([, { seconds, games: count }]) => seconds / count / 60)
      return quantile(each, 0.5)
    }
    within('minutes of a forward', minutes(false), 13, 16)
    within('minutes of a defender', minutes(true), 17.5, 21)
  })
})
