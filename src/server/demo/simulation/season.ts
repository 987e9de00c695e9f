import type { LeagueDay } from '#rules/calendar'
import { positionGroup } from '#rules/positions'
import { dice } from './dice.ts'
import { type Lineup, playGame } from './game.ts'
import { drawSchedule, type Fixture } from './game-calendar.ts'
import type { SimGame } from './lines.ts'
import type { SimPlayer } from './players.ts'

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
export function simulateSeason(
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
