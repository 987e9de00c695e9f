import { addDays, daysBetween, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'
import { NHL_ZONE } from '#rules/tonight'
import { type Dice, dice } from './dice.ts'
import { type Club, clubs } from './players.ts'

export interface Fixture {
  readonly id: number
  readonly date: LeagueDay
  readonly home: Club
  readonly away: Club
  /** Hours after midnight, Eastern time. */
  readonly easternHour: number
}

export const SEASON_DAYS = 192

/** Home first. A club meets its division 26 times, the other one of its conference 24, the other conference 32. */
function pairings(): [Club, Club][] {
  const games: [Club, Club][] = []
  const add = (home: Club, away: Club, times: number) => {
    for (let count = 0; count < times; count++) games.push([home, away])
  }
  clubs.forEach((one, i) => {
    clubs.forEach((other, j) => {
      if (i >= j) return
      if (one.conference !== other.conference) {
        add(one, other, 1)
        add(other, one, 1)
      } else if (one.division !== other.division) {
        // Three games: the third at home for every second opponent.
        add(one, other, (i + j) % 2 === 0 ? 2 : 1)
        add(other, one, (i + j) % 2 === 0 ? 1 : 2)
      } else {
        // Neighbours in the division's circle meet three times, the third at home for the next in the circle.
        const apart = j - i
        add(one, other, apart === 7 ? 1 : 2)
        add(other, one, apart === 1 ? 1 : 2)
      }
    })
  })
  return games
}

/** Games a day from Monday to Sunday; Saturday is hockey night. */
const wantedByWeekday = [5, 9, 4, 10, 5, 12.5, 5]
/** Days without games, counted from the first day: the turn of the year's rest and the pause in late winter. */
const isPause = (index: number): boolean => (index >= 78 && index < 81) || (index >= 122 && index < 129)

function gamesWanted(firstDay: LeagueDay): number[] {
  const firstWeekday = (new Date(`${firstDay}T00:00:00Z`).getUTCDay() + 6) % 7
  const wanted = Array.from({ length: SEASON_DAYS }, (_, index) =>
    isPause(index) ? 0 : (wantedByWeekday[(firstWeekday + index) % 7] ?? 0),
  )
  const scale = 1312 / wanted.reduce((sum, count) => sum + count, 0)
  return wanted.map((count) => count * scale)
}

const startHour = (home: Club, date: LeagueDay, throws: Dice): number => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const matinee = (weekday === 6 && throws.chance(0.25)) || (weekday === 0 && throws.chance(0.5))
  return home.behindEastern + (matinee ? 13 + throws.int(4) : throws.pick([19, 19, 19, 19.5, 20]))
}

/** The season's 1,312 games, 82 for each club, at most one a day and never three days in a row if it can be helped. */
export function drawSchedule(seed: number, seasonId: number, firstDay: LeagueDay): Fixture[] {
  const throws = dice(seed, seasonId, 'schedule')
  let open = throws.shuffle(pairings())
  const left = new Map(clubs.map(({ abbrev }) => [abbrev, 82]))
  const playedOn = new Map<string, number[]>(clubs.map(({ abbrev }) => [abbrev, []]))
  const days: [Club, Club][][] = Array.from({ length: SEASON_DAYS }, () => [])

  const restOf = (club: Club) => left.get(club.abbrev) ?? 0
  const isFree = (club: Club, day: number, tired: boolean): boolean => {
    const played = playedOn.get(club.abbrev) ?? []
    return !played.includes(day) && (tired || !(played.includes(day - 1) && (played.includes(day - 2) || day % 3 > 0)))
  }
  const place = (game: [Club, Club], day: number) => {
    days[day]?.push(game)
    for (const { abbrev } of game) {
      left.set(abbrev, (left.get(abbrev) ?? 0) - 1)
      playedOn.get(abbrev)?.push(day)
    }
  }

  let owed = 0
  gamesWanted(firstDay).forEach((wanted, day) => {
    owed += wanted
    if (wanted === 0) return
    // Clubs that are behind play first: all end together.
    const ranked = open
      .map((game) => ({ game, urgency: restOf(game[0]) + restOf(game[1]) + throws.next() * 4 }))
      .sort((one, other) => other.urgency - one.urgency)
    const placed = new Set<[Club, Club]>()
    for (const { game } of ranked) {
      if (placed.size + 0.5 >= owed) break
      if (!isFree(game[0], day, false) || !isFree(game[1], day, false)) continue
      place(game, day)
      placed.add(game)
    }
    owed -= placed.size
    open = open.filter((game) => !placed.has(game))
  })
  for (const game of open) {
    const found = [false, true]
      .flatMap((tired) => days.map((_, day) => ({ day: SEASON_DAYS - 1 - day, tired })))
      .find(({ day, tired }) => !isPause(day) && isFree(game[0], day, tired) && isFree(game[1], day, tired))
    if (!found) throw new Error('The schedule has no day for a game')
    place(game, found.day)
  }

  let number = 0
  const idBase = Math.floor(seasonId / 10_000) * 1_000_000 + 20_000
  return days.flatMap((games, index) => {
    const date = addDays(firstDay, index)
    return games.map(([home, away]) => {
      number++
      return { id: idBase + number, date, home, away, easternHour: startHour(home, date, throws) }
    })
  })
}

/** The NHL's hours are Eastern, like its days. */
export const nhlInstant = (day: LeagueDay, hour: number): Instant =>
  wallClockInstant(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000, NHL_ZONE)

export const startOf = ({ date, easternHour }: Fixture): Date => new Date(nhlInstant(date, easternHour))

// The demo league is published every morning, when the last games of the west are long over.

export const MORNING_HOUR = 5

/** When the games of a day are published. */
export const publishedAt = (day: LeagueDay, timeZone: string): Instant =>
  wallClockInstant(Date.parse(`${addDays(day, 1)}T00:00:00Z`) + MORNING_HOUR * 3_600_000, timeZone)

/** The latest day whose games have been published by now: yesterday, before the morning the day before. */
export const lastPublishedDay = (now: Instant, timeZone: string): LeagueDay => {
  const yesterday = addDays(leagueDay(now, timeZone), -1)
  return publishedAt(yesterday, timeZone) <= now ? yesterday : addDays(yesterday, -1)
}

/** Day by day, both included. */
export const daysFrom = (first: LeagueDay, last: LeagueDay): LeagueDay[] =>
  Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => addDays(first, index))
