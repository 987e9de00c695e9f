import { addDays, type LeagueDay } from '#rules/calendar'
import { isCalledOff } from '../check-day.ts'
import { fieldOf, readAnswer, readList } from '../read-answer.ts'
import { ScheduleDay, ScheduledGame, ScheduleWeek } from '../schemas.ts'
import { isOfOnePage, type OddGame, SourceRefusal, type SourceSchedule, type UnreadDays } from '../source.ts'
import type { ImportedGame } from '../store/lines.ts'
import type { GetJson } from './polite-client.ts'

interface ScheduleSource {
  readonly get: GetJson
  /** The base address of api-web. */
  readonly base: string
  readonly seasonId: number
}

interface Week {
  readonly games: readonly ImportedGame[]
  readonly odd: readonly OddGame[]
  readonly unread: readonly UnreadDays[]
  /** Where the next one begins; absent after the last game that is planned. */
  readonly next: LeagueDay | undefined
}

/**
 * Week by week, as the answers lead on; a week that cannot be read is passed over. A game that was moved may be listed
 * on both days: the later reading counts.
 */
export async function readSchedule(
  source: ScheduleSource,
  from: LeagueDay,
  through: LeagueDay,
): Promise<SourceSchedule> {
  const games = new Map<number, ImportedGame>()
  const odd: OddGame[] = []
  const unread: UnreadDays[] = []
  let next: LeagueDay | undefined = from
  while (next !== undefined && next <= through) {
    const start = next
    try {
      const week: Week = await readWeek(source, start)
      for (const game of week.games) {
        if (game.date < from || game.date > through) continue
        const known = games.get(game.id)
        if (!known || isCalledOff(known) || !isCalledOff(game)) games.set(game.id, game)
      }
      odd.push(...week.odd.filter(({ day }) => day >= from && day <= through))
      unread.push(...week.unread.filter((days) => days.through >= from && days.from <= through))
      next = week.next
    } catch (error) {
      if (!isOfOnePage(error)) throw error
      unread.push({ from: start, through: addDays(start, 6), why: error })
      next = addDays(start, 7)
    }
  }
  return { games: [...games.values()], odd, unread }
}

async function readWeek({ get, base, seasonId }: ScheduleSource, from: LeagueDay): Promise<Week> {
  const endpoint = `schedule/${from}`
  const week = readAnswer(ScheduleWeek, endpoint, await get(`${base}/${endpoint}`, endpoint))
  const days = readList(week.gameWeek, (element, index) => {
    const at = `/gameWeek/${index}`
    const day = readAnswer(ScheduleDay, endpoint, element, at)
    if (!isDay(day.date)) throw new SourceRefusal(`${endpoint}: ${day.date} is not a day.`)
    return { ...day, at }
  })
  const ofWeek = (why: string) => ({ from, through: addDays(from, 6), why: new SourceRefusal(why) })
  const unread = days.odd.map(({ why }) => ofWeek(why))
  const { nextStartDate: next } = week
  const leadsOn = next === undefined || (typeof next === 'string' && isDay(next) && next > from)
  if (!leadsOn) unread.push(ofWeek(`${endpoint}: nextStartDate is ${next}, which does not lead on.`))
  for (const { date, games, numberOfGames } of days.fitting) {
    if (games.length === numberOfGames) continue
    const why = new SourceRefusal(`${endpoint}: ${date} has ${games.length} games, ${numberOfGames} are announced.`)
    unread.push({ from: date, through: date, why })
  }
  const listed = days.fitting.flatMap(({ date, games, at }) =>
    games.map((game, index) => ({ game, date, at: `${at}/games/${index}` })),
  )
  const read = readList(
    listed.filter(({ game }) => mayBeOfSeason(game, seasonId)),
    ({ game, date, at }) => importedGame(endpoint, date, readAnswer(ScheduledGame, endpoint, game, at)),
  )
  const odd = read.odd.map(({ element: { game, date }, why }) => ({ id: gameNumberOf(game), day: date, why }))
  return { games: read.fitting, odd, unread, next: leadsOn ? next : addDays(from, 7) }
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function importedGame(endpoint: string, date: LeagueDay, game: ScheduledGame): ImportedGame {
  if (game.homeTeam.abbrev === game.awayTeam.abbrev) {
    throw new SourceRefusal(`${endpoint}: game ${game.id} is of ${game.homeTeam.abbrev} against itself.`)
  }
  const startTime = new Date(game.startTimeUTC)
  if (Number.isNaN(startTime.getTime())) {
    throw new SourceRefusal(`${endpoint}: game ${game.id} starts at ${game.startTimeUTC}, which is not a time.`)
  }
  return {
    id: game.id,
    date,
    startTime,
    home: game.homeTeam.abbrev,
    away: game.awayTeam.abbrev,
    homeScore: game.homeTeam.score ?? null,
    awayScore: game.awayTeam.score ?? null,
    lastPeriod: game.gameOutcome?.lastPeriodType ?? null,
    state: game.gameScheduleState === 'OK' ? game.gameState : game.gameScheduleState,
  }
}

/** A game's number: four digits for the year in which its season began, two for its kind, four that count. */
const NUMBER = /^(\d{4})(\d{2})\d{4}$/
/** Of a kind: preseason and playoffs are 1 and 3, others are exhibitions. */
const REGULAR = 2

export const gameNumberOf = (game: unknown): number | null => {
  const id = fieldOf(game, 'id')
  return typeof id === 'number' && NUMBER.test(String(id)) ? id : null
}

/**
 * Whether a game of the schedule or of the score page may be one of the season's, before anything else of it is read:
 * only
 * what says that it is not is passed over.
 */
export function mayBeOfSeason(game: unknown, seasonId: number): boolean {
  const [kind, season] = [fieldOf(game, 'gameType'), fieldOf(game, 'season')]
  const [, year, ofNumber] = NUMBER.exec(String(gameNumberOf(game))) ?? []
  if (Number.isInteger(kind) ? kind !== REGULAR : ofNumber !== undefined && Number(ofNumber) !== REGULAR) return false
  if (Number.isInteger(season)) return season === seasonId
  return year === undefined || Number(year) === Math.floor(seasonId / 10_000)
}
