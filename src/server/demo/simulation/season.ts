import { addDays, type Instant, type LeagueDay, mondayOf, seasonBefore } from '#rules/calendar'
import { positionGroup } from '#rules/positions'
import { type Dice, dice } from './dice.ts'
import { type Lineup, playGame, type SimGame, type SimLine, type SimSkaterLine } from './game.ts'
import { drawSchedule, type Fixture, nhlInstant } from './game-calendar.ts'
import { inventPlayers, type SimPlayer } from './players.ts'

/** A season of the simulated NHL. Every day is a function of the seed, so days may be read in any order. */
export interface SimSeason {
  readonly id: number
  readonly firstDay: LeagueDay
  readonly lastDay: LeagueDay
  readonly fixtures: readonly Fixture[]
  /** The games of a day as they end. */
  played(day: LeagueDay): SimGame[]
}

/** Skills move from season to season. */
const inForm = (seed: number, seasonId: number, player: SimPlayer): SimPlayer => {
  const throws = dice(seed, seasonId, player.id, 'form')
  return {
    ...player,
    skill: player.skill + throws.normal() * 0.22,
    shooting: player.shooting * 0.9 + throws.normal() * 0.3,
    passing: player.passing * 0.9 + throws.normal() * 0.3,
  }
}

/** The club's games, counted from 0, that an injured player misses. */
function absences(seed: number, seasonId: number, player: SimPlayer): Set<number> {
  const throws = dice(seed, seasonId, player.id, 'health')
  const missed = new Set<number>()
  const length = () => {
    const bad = throws.next()
    if (bad < 0.6) return 1 + throws.int(4)
    return bad < 0.9 ? 5 + throws.int(10) : 15 + throws.int(35)
  }
  let game = throws.chance(0.04) ? 10 + throws.int(60) : 0
  for (let hurt = 0; hurt < game; hurt++) missed.add(hurt)
  for (; game < 82; game++) {
    if (!throws.chance(player.fragility / 62)) continue
    const until = game + length()
    for (; game < until; game++) missed.add(game)
  }
  return missed
}

interface ClubSeason {
  readonly players: readonly SimPlayer[]
  readonly missed: ReadonlyMap<number, ReadonlySet<number>>
  /** The share of the games that the first goalie starts. */
  readonly workload: number
  readonly days: readonly LeagueDay[]
}

const bySkill = (one: SimPlayer, other: SimPlayer) => other.skill - one.skill

function lineup(seed: number, fixture: Fixture, club: string, { players, missed, workload, days }: ClubSeason): Lineup {
  const throws = dice(seed, fixture.id, club)
  const number = days.indexOf(fixture.date)
  const healthy = players.filter(({ id }) => !missed.get(id)?.has(number))
  const best = (group: 'forward' | 'defender', count: number): SimPlayer[] => {
    // The injured play on when there is no one else.
    const able = healthy.filter(({ position }) => positionGroup(position) === group)
    const all = players.filter(({ position }) => positionGroup(position) === group)
    return (able.length >= count ? able : all)
      .map((player) => ({ player, wanted: player.skill + throws.normal() * 0.28 }))
      .sort((one, other) => other.wanted - one.wanted)
      .slice(0, count)
      .map(({ player }) => player)
      .sort(bySkill)
  }
  const able = healthy.filter(({ position }) => position === 'G').sort(bySkill)
  const goalies = able.length >= 2 ? able : players.filter(({ position }) => position === 'G').sort(bySkill)
  const [first, second, third] = goalies
  if (!first || !second) throw new Error(`${club} has no two goalies`)
  const playedYesterday =
    days[number - 1] !== undefined && Date.parse(fixture.date) - Date.parse(days[number - 1] ?? '') <= 86_400_000
  const firstStarts = throws.chance(playedYesterday ? workload * 0.45 : workload * 1.1)
  const other = third && throws.chance(0.12) ? third : second
  return {
    forwards: best('forward', 12),
    defenders: best('defender', 6),
    starter: firstStarts ? first : other,
    backup: firstStarts ? other : first,
  }
}

/** A season with the given players; a rookie does not belong in a season before the first one. */
function simulateSeason(
  seed: number,
  seasonId: number,
  firstDay: LeagueDay,
  everybody: readonly SimPlayer[],
): SimSeason {
  const fixtures = drawSchedule(seed, seasonId, firstDay)
  const clubDays = new Map<string, LeagueDay[]>()
  for (const { home, away, date } of fixtures) {
    for (const { abbrev } of [home, away]) clubDays.set(abbrev, [...(clubDays.get(abbrev) ?? []), date])
  }
  const known = new Map<string, ClubSeason>()
  const clubSeason = (club: string): ClubSeason => {
    const made = known.get(club) ?? {
      players: everybody.filter((player) => player.club === club).map((player) => inForm(seed, seasonId, player)),
      missed: new Map(
        everybody
          .filter((player) => player.club === club)
          .map((player) => [player.id, absences(seed, seasonId, player)] as const),
      ),
      workload: Math.min(0.8, Math.max(0.5, 0.65 + dice(seed, seasonId, club).normal() * 0.09)),
      days: clubDays.get(club) ?? [],
    }
    known.set(club, made)
    return made
  }
  return {
    id: seasonId,
    firstDay,
    lastDay: fixtures.at(-1)?.date ?? firstDay,
    fixtures,
    played: (day) =>
      fixtures
        .filter(({ date }) => date === day)
        .map((fixture) => {
          const { id, home, away } = fixture
          return playGame(
            id,
            lineup(seed, fixture, home.abbrev, clubSeason(home.abbrev)),
            lineup(seed, fixture, away.abbrev, clubSeason(away.abbrev)),
            dice(seed, id),
          )
        }),
  }
}

/** Weeks of the season that are over when a demo league is made: trading is open, and stays so for as many again. */
export const WEEKS_PLAYED = 13
/** Weeks from the first day of a season to the first of the next, whole ones, so Saturdays stay Saturdays. */
const WEEKS_A_YEAR = 52

export interface DemoNhl {
  readonly players: readonly SimPlayer[]
  readonly season: SimSeason
  readonly lastSeason: SimSeason
}

/** What makes a simulated NHL. */
export interface DemoSeason {
  readonly demoSeed: number
  readonly seasonId: number
  readonly firstDay: LeagueDay
}

/** A server has one; it takes half a second to make. */
let lastMade: { readonly of: DemoSeason; readonly nhl: DemoNhl } | null = null

/** The first day of the season in whose middle a day lies: a Tuesday, as the NHL has it. */
export const firstDayFor = (today: LeagueDay): LeagueDay => addDays(mondayOf(today), 1 - 7 * WEEKS_PLAYED)

/** A season has the name of the year it begins in and the next. */
export const seasonIdFor = (firstDay: LeagueDay): number => {
  const year = Number(firstDay.slice(0, 4))
  return year * 10_000 + year + 1
}

/** The simulated NHL in the season of that first day and in the one before it. */
export function demoNhl(of: DemoSeason): DemoNhl {
  const known = lastMade
  if (known && isSame(known.of, of)) return known.nhl
  const nhl = inventNhl(of)
  lastMade = { of, nhl }
  return nhl
}

const isSame = (one: DemoSeason, other: DemoSeason): boolean =>
  one.demoSeed === other.demoSeed && one.seasonId === other.seasonId && one.firstDay === other.firstDay

export function inventNhl({ demoSeed: seed, seasonId, firstDay }: DemoSeason): DemoNhl {
  const players = inventPlayers(seed)
  const veterans = players.filter(({ rookie }) => !rookie)
  return {
    players,
    season: simulateSeason(seed, seasonId, firstDay, players),
    lastSeason: simulateSeason(seed, seasonBefore(seasonId), addDays(firstDay, -7 * WEEKS_A_YEAR), veterans),
  }
}

/** The NHL looks at its games again: about every second game day one goal goes to another player. */
const SHARE_OF_GAMES = 0.08
const HOUR_NEXT_DAY = 10
/** Once in a while it looks again much later. */
const SHARE_OF_LATE = 0.02
export const DAYS_LATE = 12

/** When the correction of a game is known, if it gets one. */
export const correctedAt = ({ date }: Fixture): Instant => nhlInstant(addDays(date, 1), HOUR_NEXT_DAY)

/** When the late correction of a game is known, if it gets one. */
export const correctedLateAt = ({ date }: Fixture): Instant => nhlInstant(addDays(date, DAYS_LATE), HOUR_NEXT_DAY)

/**
 * The game with a goal that was in fact tipped in by the player credited with the assist; null when nothing changes.
 */
export function correctedGame(game: SimGame): SimGame | null {
  const throws = dice(game.id, 'correction')
  return throws.chance(SHARE_OF_GAMES) ? withAnother(game, throws) : null
}

/** The game with its late correction on top of the other; null when nothing changes. */
export function lateCorrectedGame(game: SimGame): SimGame | null {
  const throws = dice(game.id, 'late correction')
  return throws.chance(SHARE_OF_LATE) ? withAnother(correctedGame(game) ?? game, throws) : null
}

function withAnother(game: SimGame, throws: Dice): SimGame | null {
  const [first, second] = throws.shuffle(['home', 'away'] as const)
  for (const side of [first, second]) {
    const corrected = side && withAnotherScorer(game, side)
    if (corrected) return corrected
  }
  return null
}

/** The scorer and who had the first assist change places in one goal. Winning goals stay as they are. */
function withAnotherScorer(game: SimGame, side: 'home' | 'away'): SimGame | null {
  const skater = (id: number | undefined): SimSkaterLine | undefined =>
    game[side].lines.find((line): line is SimSkaterLine => line.kind === 'skater' && line.playerId === id)
  const goal = game.goals.find((each) => {
    const plain = each.side === side && each.strength === 'ev' && skater(each.scorer)?.gameWinningGoals === 0
    return plain && skater(each.assists[0]) !== undefined
  })
  const [passer, ...others] = goal?.assists ?? []
  if (!goal || passer === undefined) return null
  const { scorer } = goal
  const corrected = { ...goal, scorer: passer, assists: [scorer, ...others] }
  return {
    ...game,
    goals: game.goals.map((each) => (each === goal ? corrected : each)),
    [side]: { ...game[side], lines: game[side].lines.map((line) => withGoalOf(line, scorer, passer)) },
  }
}

const withGoalOf = (line: SimLine, scorer: number, passer: number): SimLine => {
  if (line.playerId === scorer) return { ...line, goals: line.goals - 1, assists: line.assists + 1 }
  if (line.playerId === passer) return { ...line, goals: line.goals + 1, assists: line.assists - 1 }
  return line
}
