import type { GameTonight, LineTonight, TeamTonight, Tonight } from '#contract/tonight'
import { centsOfPoints, fromWire } from '#rules/money'
import { isAhead, isCalledOff, isOver } from '#rules/tonight'
import { listed, plural } from '#rules/words'
import { change, ordinal } from '../../ui/figure.ts'
import { dayName } from '../../ui/time/day-text.ts'
import { clockText } from '../../ui/time/relative-time.ts'
import { isGameNight, isOn, statsText } from './night-words.ts'

/** `TOR 3, BOS 2`, or without a score `TOR @ BOS`: the visitors first, as everywhere. */
export const scoreText = ({ away, home }: GameTonight): string =>
  away.score == null || home.score == null
    ? `${away.club} @ ${home.club}`
    : `${away.club} ${away.score}, ${home.club} ${home.score}`

/** Whether nothing is left of the night: what is called off is not waited for. */
export const hasEnded = ({ games }: Tonight): boolean => games.every(({ state }) => isOver(state) || isCalledOff(state))

/** Above the standings that the night makes. */
export const standingsTitle = (night: Tonight): string => (hasEnded(night) ? 'After tonight' : 'If it ended now')

/** Whether tonight's points alone do not lead from every team's Standings to its Total: a correction waits, say. */
export const hasOtherPoints = ({ teams }: Tonight): boolean =>
  teams.some(({ points, total, officialTotal }) => fromWire(total) - fromWire(officialTotal) !== centsOfPoints(points))

/** Why nothing is played tonight, and when there is something next. */
export const quietNightText = ({ today, date, games }: Tonight): string => {
  if (games.length === 0) return 'No games are scheduled.'
  return date === today ? "Tonight's games are called off." : `No games tonight. Next on ${dayName(date, today)}.`
}

/** How many of the players who play tonight are not done: `4 of 9 still to play`. */
const leftText = ({ done, playing, toPlay }: TeamTonight): string => {
  const all = done + playing + toPlay
  if (all === 0) return 'no one plays'
  if (toPlay > 0) return `${toPlay} of ${all} still to play`
  return playing > 0 ? `${playing} of ${all} still playing` : all === 1 ? 'the only one is done' : `all ${all} are done`
}

const rankText = (night: Tonight, { rank }: TeamTonight): string =>
  `${ordinal(rank)} ${hasEnded(night) ? 'after tonight' : 'if it ended now'}`

/** After the points: `4 of 9 still to play`, `3rd if it ended now (was 5th)`. */
export const nightParts = (night: Tonight, team: TeamTonight): readonly string[] => {
  const rank = rankText(night, team)
  return [leftText(team), team.rank === team.officialRank ? rank : `${rank} (was ${ordinal(team.officialRank)})`]
}

/** The night in a line, for other screens: `Tonight: +7, 3rd if it ended now`. */
export const nightLine = (night: Tonight, teamId: number | null | undefined): string => {
  if (!isGameNight(night)) return quietNightText(night)
  const games = night.games.filter(({ state }) => !isCalledOff(state))
  const team = night.teams.find((each) => each.teamId === teamId)
  const first = games.map(({ start }) => start).sort()[0]
  if (first !== undefined && games.every(({ state }) => isAhead(state))) {
    const who = team?.toPlay ? `${team.toPlay} of your players` : plural(games.length, 'game')
    return `Tonight: ${who}, from ${clockText(new Date(first))}`
  }
  if (team) return `Tonight: ${change(team.points)}, ${rankText(night, team)}`
  const on = games.filter(isOn).length
  return `Tonight: ${plural(games.length, 'game')}${on > 0 ? `, ${on} under way` : ''}`
}

// What a new answer changes: which figures are marked as new, and the sentence about them.

export interface NightChanges {
  readonly lines: ReadonlySet<string>
  readonly teams: ReadonlySet<number>
  readonly scores: ReadonlySet<string>
  readonly sentences: readonly string[]
}

export const noChanges: NightChanges = { lines: new Set(), teams: new Set(), scores: new Set(), sentences: [] }

/** Who plays twice in a night has two lines. */
export const lineKey = ({ gameId, playerId }: LineTonight): string => `${gameId} ${playerId}`

/** Of one club in one game. */
export const scoreKey = (gameId: number, club: string): string => `${gameId} ${club}`

const byLine = (lines: readonly LineTonight[]) => new Map(lines.map((line) => [lineKey(line), line]))

/** What a line has now and what it had before, of which one may be missing. */
interface Pair {
  readonly now: LineTonight | undefined
  readonly before: LineTonight | undefined
}

const pairsOf = (before: Tonight, now: Tonight): Pair[] => {
  const old = byLine(before.lines)
  const current = byLine(now.lines)
  return [...new Set([...old.keys(), ...current.keys()])].map((key) => ({
    now: current.get(key),
    before: old.get(key),
  }))
}

const ofEither = ({ now, before }: Pair): LineTonight | undefined => now ?? before

const differs = ({ now, before }: Pair): boolean =>
  (now?.points ?? 0) !== (before?.points ?? 0) || (now ? statsText(now) : '') !== (before ? statsText(before) : '')

const nameWith = (name: string, times: number) => (times > 1 ? `${name} (${times})` : name)

/** `goal by Ann`, `goals by Ann and Bo`; empty for no one. */
const statBy = (pairs: readonly Pair[], stat: 'goal' | 'assist', sign: 1 | -1): string => {
  const who = pairs.flatMap((pair) => {
    const times = sign * ((pair.now?.[`${stat}s`] ?? 0) - (pair.before?.[`${stat}s`] ?? 0))
    return times > 0 ? [{ name: ofEither(pair)?.name ?? '', times }] : []
  })
  if (who.length === 0) return ''
  const isOne = who.length === 1 && who[0]?.times === 1
  return `${stat}${isOne ? '' : 's'} by ${listed(who.map(({ name, times }) => nameWith(name, times)))}`
}

const joined = (parts: readonly string[], by: string): string => parts.filter(Boolean).join(by)

/**
 * One sentence of a game, as far as players whom a team has took part: `TOR 3, BOS 2: goal by Ann, +3 for your team.`
 */
const sentenceOf = (
  game: GameTonight,
  old: GameTonight | undefined,
  pairs: readonly Pair[],
  ownTeamId: number | null | undefined,
): string => {
  const scored = joined([statBy(pairs, 'goal', 1), statBy(pairs, 'assist', 1)], ', ')
  const lost = joined([statBy(pairs, 'goal', -1), statBy(pairs, 'assist', -1)], ' and ')
  const hasEnded = isOver(game.state) && old !== undefined && !isOver(old.state)
  const counts = (line: LineTonight | undefined) =>
    (line?.teamId === ownTeamId && !line?.scratched ? line?.points : 0) ?? 0
  const own = pairs.reduce((sum, { now, before }) => sum + counts(now) - counts(before), 0)
  const parts = joined(
    [hasEnded ? 'final' : '', scored, lost && `${lost} taken back`, own === 0 ? '' : `${change(own)} for your team`],
    ', ',
  )
  return parts && `${scoreText(game)}: ${parts}.`
}

const changedScores = (game: GameTonight, old: GameTonight | undefined): string[] =>
  (['away', 'home'] as const).flatMap((side) =>
    old && old[side].score !== game[side].score ? [scoreKey(game.id, game[side].club)] : [],
  )

export const changesBetween = (before: Tonight, now: Tonight, ownTeamId: number | null | undefined): NightChanges => {
  if (before.date !== now.date) return noChanges
  const pairs = pairsOf(before, now)
  const changed = pairs.filter(differs)
  const oldGames = new Map(before.games.map((game) => [game.id, game]))
  const oldTeams = new Map(before.teams.map((team) => [team.teamId, team]))
  const inPool = pairs.filter((pair) => ofEither(pair)?.teamId != null)
  return {
    lines: new Set(changed.flatMap((pair) => ofEither(pair) ?? []).map(lineKey)),
    teams: new Set(
      now.teams.filter(({ teamId, points }) => oldTeams.get(teamId)?.points !== points).map(({ teamId }) => teamId),
    ),
    scores: new Set(now.games.flatMap((game) => changedScores(game, oldGames.get(game.id)))),
    sentences: now.games.flatMap((game) => {
      const own = inPool.filter((pair) => ofEither(pair)?.gameId === game.id)
      return (own.length > 0 && sentenceOf(game, oldGames.get(game.id), own, ownTeamId)) || []
    }),
  }
}
