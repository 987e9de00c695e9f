import { findLeague } from '../store/subjects/league.ts'
import { clubsPlaying } from '../store/subjects/schedule.ts'
import { noSums, type SeasonSums, sumsOfLines } from '../store/subjects/season-sums.ts'
import type { ImportRun } from './import-run.ts'

export interface SumCheck {
  /** How many players were compared. */
  readonly players: number
  /** Players with other sums at the source, each in a sentence with both figures. */
  readonly differing: readonly string[]
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
 * Compares the sums of the lines with those of the source's own report of the season: a line that never arrived, or a
 * correction that was missed, is seen by nothing else. Null where the source has no such report. Players whose club is
 * on the ice are left out, since their numbers change from answer to answer.
 */
export async function checkSums({ database, source, clock }: ImportRun): Promise<SumCheck | null> {
  const [seasonId, playing] = await database.transaction(async (queries) => {
    const league = await findLeague(queries)
    if (!league) throw new Error('There is no league whose sums could be compared')
    return [league.seasonId, await clubsPlaying(queries, league.seasonId, clock().getTime())] as const
  })
  const theirs = new Map((await source.sums(seasonId))?.map((sums) => [sums.playerId, sums]))
  if (theirs.size === 0) return null
  const own = new Map(
    (await database.transaction((queries) => sumsOfLines(queries, seasonId))).map((sums) => [sums.playerId, sums]),
  )
  const compared = [...new Set([...own.keys(), ...theirs.keys()])]
    .map((id) => ({ id, here: own.get(id), there: theirs.get(id) }))
    .filter(({ here, there }) => ![here?.club, ...(there?.clubs ?? [])].some((club) => club && playing.has(club)))
  const differing = compared.flatMap(({ id, here, there }) => {
    const found = differences(here ?? noSums, there ?? noSums)
    return found.length === 0 ? [] : [`${(here ?? there)?.name} (${id}): ${found.join(', ')}`]
  })
  return { players: compared.length, differing }
}

/** Enough to show what is wrong. */
const MOST_SHOWN = 10

const count = (number: number): string => number.toLocaleString('en')

export function sumsSentence({ players, differing }: SumCheck): string {
  if (differing.length === 0) return `The sums of ${count(players)} players are those of the NHL's season report.`
  const more = differing.length - MOST_SHOWN
  return `The sums of ${count(differing.length)} of ${count(players)} players are not those of the NHL's season report: ${differing.slice(0, MOST_SHOWN).join('; ')}${more > 0 ? `; and ${count(more)} more` : ''}.`
}
