import type { GameTonight, LineTonight, Tonight } from '#contract/tonight'
import { isOver } from '#rules/tonight'
import { change } from '../../ui/figure.ts'
import { listed } from '../../ui/listed.ts'
import { scoreText } from './night-lines.ts'
import { statsText } from './night-words.ts'

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

/** One sentence of a game, as far as players whom a team has took part: `TOR 3, BOS 2: goal by Ann, +3 for your team.` */
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

/** What has happened between two answers of one night. */
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
