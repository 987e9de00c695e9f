import { dayWords, grouped, plural } from '#rules/words'
import { type CurrentLeague, findLeague } from '../../league/league.ts'
import { fieldOf } from '../read-answer.ts'
import { isOfSource, type NhlSource, type NoteOdd } from '../source.ts'
import { clubsPlaying, noteImport } from '../store/import-report.ts'
import { noSums, type SeasonSums, sumsOfLines } from '../store/lines.ts'
import {
  type AsideGame,
  daysOfSeason,
  type ImportOutcome,
  type ImportRun,
  noteOdd,
  nothingYet,
  orSetAside,
  unlessDown,
} from './import-run.ts'

interface SumCheck {
  /** How many players were compared. */
  readonly players: number
  /** Players with other sums at the source, each in a sentence with both figures. */
  readonly differing: readonly string[]
  /** Players who lack no more than games that were set aside, and those games. */
  readonly lacking?: { readonly players: number; readonly games: readonly string[] } | undefined
  /** In a sentence: why they differ, where the league leaves out days on which the NHL plays. */
  readonly cause?: string | undefined
}

const FIELDS = {
  gamesPlayed: 'games',
  goals: 'goals',
  assists: 'assists',
  powerPlayGoals: 'power-play goals',
  shortHandedGoals: 'short-handed goals',
  gameWinningGoals: 'game-winning goals',
  wins: 'wins',
  overtimeLosses: 'overtime losses',
  shutouts: 'shutouts',
} as const satisfies { readonly [field in keyof SeasonSums]?: string }

const fields = Object.keys(FIELDS).filter((name): name is keyof typeof FIELDS => name in FIELDS)

/** A game dressed but never on the ice counts for the source and not for the pool. Seconds were rounded per game. */
const onlyOnTheBench = (own: SeasonSums, theirs: SeasonSums): boolean =>
  own.gamesPlayed < theirs.gamesPlayed && Math.abs(own.toiSeconds - theirs.toiSeconds) <= theirs.gamesPlayed / 2

function differences(own: SeasonSums, theirs: SeasonSums): string[] {
  return fields.flatMap((field) => {
    const same = own[field] === theirs[field] || (field === 'gamesPlayed' && onlyOnTheBench(own, theirs))
    return same ? [] : [`${FIELDS[field]} ${own[field]} here and ${theirs[field]} there`]
  })
}

/**
 * So many games that were set aside can be what a player lacks: those of their clubs, and those whose clubs are
 * unknown.
 */
const gamesAside = (aside: readonly AsideGame[], clubs: readonly (string | null | undefined)[]): number =>
  aside.filter((game) => game.clubs.length === 0 || game.clubs.some((club) => clubs.includes(club))).length

/**
 * Compares the sums of the lines with those of the source's own report of the season: a line that never arrived, or a
 * correction that was missed, is seen by nothing else. Null where the source has no such report. Players whose club is
 * on the ice are left out, since their numbers change from answer to answer. `aside`: games that were just set aside;
 * `note`: hears of rows that cannot be read, whose players are not compared.
 */
export async function checkSums(
  { database, source, clock }: ImportRun,
  aside: readonly AsideGame[] = [],
  note: NoteOdd = () => {},
): Promise<SumCheck | null> {
  const [league, playing] = await database.transaction(async (queries) => {
    const found = await findLeague(queries)
    if (!found) throw new Error('There is no league whose sums could be compared')
    return [found, await clubsPlaying(queries, found.seasonId, clock().getTime())] as const
  })
  const unread = new Set<unknown>()
  const sums = await source.sums(league.seasonId, (why, row) => {
    note(why, row)
    unread.add(fieldOf(row, 'playerId'))
  })
  const theirs = new Map(sums?.map((each) => [each.playerId, each]))
  if (theirs.size === 0) return null
  const own = new Map(
    (await database.transaction((queries) => sumsOfLines(queries, league.seasonId))).map((each) => [
      each.playerId,
      each,
    ]),
  )
  const compared = [...new Set([...own.keys(), ...theirs.keys()])]
    .filter((id) => !unread.has(id))
    .map((id) => ({ id, here: own.get(id), there: theirs.get(id) }))
    .map((each) => ({ ...each, clubs: [each.here?.club, ...(each.there?.clubs ?? [])] }))
    .filter(({ clubs }) => !clubs.some((club) => club && playing.has(club)))
  const differing = compared.flatMap(({ id, here, there, clubs }) => {
    const found = differences(here ?? noSums, there ?? noSums)
    if (found.length === 0) return []
    const lacks = (there?.gamesPlayed ?? 0) - (here?.gamesPlayed ?? 0)
    const isAside = lacks > 0 && lacks <= gamesAside(aside, clubs)
    return [{ isAside, sentence: `${(here ?? there)?.name} (${id}): ${found.join(', ')}` }]
  })
  const unexplained = differing.filter(({ isAside }) => !isAside).map(({ sentence }) => sentence)
  const lacking = differing.length - unexplained.length
  return {
    players: compared.length,
    differing: unexplained,
    lacking: lacking > 0 ? { players: lacking, games: aside.map(({ name }) => name) } : undefined,
    cause: unexplained.length > 0 ? await otherDays(source, league) : undefined,
  }
}

/** In a sentence: the league leaves out days on which the NHL plays its season. */
async function otherDays(source: NhlSource, league: CurrentLeague): Promise<string | undefined> {
  const seasons = await source
    .seasons(() => {})
    .catch((error: unknown) => {
      if (isOfSource(error)) return []
      throw error
    })
  const nhl = seasons.find(({ id }) => id === league.seasonId)
  if (nhl && nhl.firstDay < league.firstDay) {
    return `The league's first day is ${dayWords(league.firstDay)}, the NHL's is ${dayWords(nhl.firstDay)}: games before ${dayWords(league.firstDay)} are not counted here. Set firstDay to ${nhl.firstDay} to count them.`
  }
  if (nhl && nhl.lastDay > daysOfSeason(league).through) {
    return `The league's last day is ${dayWords(league.lastDay)}, the NHL's is ${dayWords(nhl.lastDay)}: the last games are not counted here. Set lastDay to ${nhl.lastDay} to count them.`
  }
  return undefined
}

/** Enough to show what is wrong. */
const MOST_SHOWN = 10

const listed = (all: readonly string[]): string => {
  const more = all.length - MOST_SHOWN
  return `${all.slice(0, MOST_SHOWN).join('; ')}${more > 0 ? `; and ${grouped(more)} more` : ''}`
}

export function sumsSentence({ players, differing, lacking, cause }: SumCheck): string {
  const without = lacking
    ? [
        `${plural(lacking.players, 'player')} lack${lacking.players === 1 ? 's' : ''} what was set aside: ${listed(lacking.games)}.`,
      ]
    : []
  if (differing.length === 0) {
    const same = grouped(players - (lacking?.players ?? 0))
    return [`The sums of ${same} players are those of the NHL's season report.`, ...without].join(' ')
  }
  const other = `The sums of ${grouped(differing.length)} of ${grouped(players)} players are not those of the NHL's season report: ${listed(differing)}.`
  return [...(cause ? [cause] : []), other, ...without].join(' ')
}

/**
 * What follows when every day of the season has been read: the time is recorded, and the sums are compared. Nothing
 * waits for the comparison, so what it lacks is set aside.
 */
export async function concludeSeasonReading(
  run: ImportRun,
  began: Date,
  { days, refused, aside }: Pick<ImportOutcome, 'days' | 'refused' | 'aside'>,
): Promise<{ readonly check: SumCheck | null; readonly setAside: readonly string[] }> {
  // If the source has broken down, nothing was read; if a single day failed, it is tried again a week later.
  if (days > 0 || refused.length === 0) {
    await run.database.transaction((queries) => noteImport(queries, 'season', began.getTime()))
  }
  const outcome = nothingYet()
  let check: SumCheck | null = null
  await unlessDown(outcome, async () => {
    check = await orSetAside(outcome, () => checkSums(run, aside, noteOdd(outcome)))
  })
  const { setAside, brokeOff } = outcome
  return { check, setAside: [...setAside, ...(brokeOff ? [brokeOff.message] : [])] }
}
