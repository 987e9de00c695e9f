import { type ReactNode, useMemo } from 'react'
import type { GameTonight, LineTonight, Tonight } from '#contract/tonight'
import { isAhead } from '#rules/tonight'
import { useQueryCache } from '../../data/query-client.ts'
import { isGameNight, isOn } from './night-words.ts'

const isScratched = ({ line }: Played): number => (line.scratched ? 1 : 0)

/** Being played, still to be played, or neither. */
export const stageOf = (game: GameTonight): number => (isOn(game) ? 0 : isAhead(game.state) ? 1 : 2)

/** The best first, and the scratched last. */
export const bestFirst = (one: Played, other: Played): number =>
  isScratched(one) - isScratched(other) ||
  other.line.points - one.line.points ||
  stageOf(one.game) - stageOf(other.game) ||
  one.game.start.localeCompare(other.game.start) ||
  one.line.name.localeCompare(other.line.name)

/**
 * The night in memory, without the code that asks for it, which a player's page has no room for: `NightKeeper` does.
 */
const useKnownNight = (): Tonight | undefined => useQueryCache((client) => client.getQueryData<Tonight>(['tonight']))

/** A line with its game. */
export interface Played {
  readonly line: LineTonight
  readonly game: GameTonight
}

export const playedBy = (lines: readonly LineTonight[], games: readonly GameTonight[]): Played[] => {
  const gameOf = new Map(games.map((game) => [game.id, game]))
  return lines.flatMap((line) => {
    const game = gameOf.get(line.gameId)
    return game ? [{ line, game }] : []
  })
}

export type LivePlayers = ReadonlyMap<number, Played>

const noPlayers: LivePlayers = new Map()

/**
 * By the player's id, of those whose game tonight has begun or is about to; of two games the one that is on, or the
 * later.
 */
export const livePlayers = (night: Tonight | undefined): LivePlayers => {
  if (!night || !isGameNight(night)) return noPlayers
  const begun = playedBy(night.lines, night.games).filter(({ game }) => game.state !== 'FUT')
  begun.sort(
    (one, other) => Number(isOn(one.game)) - Number(isOn(other.game)) || one.game.start.localeCompare(other.game.start),
  )
  return new Map(begun.map((played) => [played.line.playerId, played]))
}

/** What Tonight shows of the players; empty where the server does not offer it. Goes with `NightKeeper`. */
export function useLivePlayers(): LivePlayers {
  const night = useKnownNight()
  return useMemo(() => livePlayers(night), [night])
}

interface LiveNoteProps {
  readonly game: GameTonight
  readonly className?: string
  readonly children: ReactNode
}

/** Of a player's game, on other pages than Tonight; with a red dot while it is on. */
export const LiveNote = ({ game, className = '', children }: LiveNoteProps) => (
  <small className={isOn(game) ? `${className} live-dot` : className}>{children}</small>
)
