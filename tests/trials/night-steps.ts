import { addDays, type Instant, type LeagueDay } from '#rules/calendar'
import { nightOf } from '#rules/tonight'
import { nhlInstant, startOf } from '#server/demo/simulation/game-calendar'
import { correctedGame, type DemoNhl } from '#server/demo/simulation/season'
import type { NaiveNight } from './naive-night.ts'
import type { What } from './night-server.ts'

const MINUTE_MS = 60_000

export interface Step {
  readonly name: string
  readonly what: Exclude<What, 'look'>
  readonly at: Instant
  readonly isPublishing?: boolean
}

/** A day of games before the demo league's future, on which a goal is taken back, after one with a correction. */
export function chooseDay(nhl: DemoNhl, naive: NaiveNight, now: Instant, days: number): LeagueDay {
  const first = addDays(nightOf(now), 1)
  const coming = Array.from({ length: days }, (_, index) => addDays(first, index))
  const withGames = coming.filter((day) => nhl.season.fixtures.filter(({ date }) => date === day).length >= 2)
  const hasCorrection = (day: LeagueDay) => nhl.season.played(day).some(correctedGame)
  const takenBack = withGames.filter((day) => takenBackAt(nhl, naive, day) !== null)
  const day = takenBack.find((each) => hasCorrection(addDays(each, -1))) ?? takenBack[0] ?? withGames[0]
  if (day === undefined) throw new Error(`The demo league has no games in ${days} days.`)
  return day
}

const startsOn = (nhl: DemoNhl, day: LeagueDay): Instant[] =>
  nhl.season.fixtures
    .filter(({ date }) => date === day)
    .map((fixture) => startOf(fixture).getTime())
    .sort((one, other) => one - other)

/** The first minute in which a goal is no longer there; null: all of the day remain. */
function takenBackAt(nhl: DemoNhl, naive: NaiveNight, day: LeagueDay): Instant | null {
  const starts = startsOn(nhl, day)
  let before = new Map<number, number>()
  for (let at = starts[0] ?? 0; at < (starts.at(-1) ?? 0) + 150 * MINUTE_MS; at += MINUTE_MS) {
    const goals = new Map(naive.goals(day, at))
    if ([...goals].some(([id, count]) => count < (before.get(id) ?? 0))) return at
    before = goals
  }
  return null
}

/** From the morning of the night to the morning after the next. */
export function stepsOf(nhl: DemoNhl, naive: NaiveNight, day: LeagueDay): Step[] {
  const starts = startsOn(nhl, day)
  const [first = 0, last = 0] = [starts[0], starts.at(-1)]
  const back = takenBackAt(nhl, naive, day)
  const night: Step[] = [
    { name: 'goals', what: 'follow', at: first + 35 * MINUTE_MS },
    ...(back === null
      ? []
      : ([
          { name: 'a goal that will not stand', what: 'follow', at: back - MINUTE_MS },
          { name: 'the goal taken back', what: 'follow', at: back },
        ] as const)),
    { name: 'the end of a game', what: 'follow', at: first + 152 * MINUTE_MS },
    { name: 'the reports of a game', what: 'work', at: first + 160 * MINUTE_MS },
    // There was no look meanwhile: games that were on are official.
    { name: 'the end of all games', what: 'follow', at: last + 190 * MINUTE_MS },
    { name: 'the reports of all games', what: 'work', at: last + 215 * MINUTE_MS },
  ]
  return [
    { name: 'a correction', what: 'work', at: nhlInstant(day, 10.1) },
    ...night.sort((one, other) => one.at - other.at),
    { name: 'the official update', what: 'work', at: nhlInstant(addDays(day, 1), 5.1), isPublishing: true },
    { name: 'a correction of the night', what: 'work', at: nhlInstant(addDays(day, 1), 10.1) },
    { name: 'its official update', what: 'work', at: nhlInstant(addDays(day, 2), 5.1), isPublishing: true },
  ]
}
