// League rules, section 2. A line is one player in one NHL game; every other number is derived from lines.

export interface SkaterLine {
  readonly goals: number
  readonly assists: number
  readonly powerPlayGoals: number
  readonly shortHandedGoals: number
  readonly gameWinningGoals: number
}

export interface GoalieLine {
  readonly wins: number
  /** Lost in overtime or in the shoot-out. */
  readonly overtimeLosses: number
  readonly shutouts: number
  readonly assists: number
  readonly goals: number
}

export type GameLine = ({ readonly kind: 'skater' } & SkaterLine) | ({ readonly kind: 'goalie' } & GoalieLine)

/** A power-play, short-handed or winning goal counts on top of the goal itself. */
export const skaterPoints = (line: SkaterLine): number =>
  2 * line.goals + line.assists + line.powerPlayGoals + 2 * line.shortHandedGoals + line.gameWinningGoals

export const goaliePoints = (line: GoalieLine): number =>
  2 * line.wins + line.overtimeLosses + 5 * line.shutouts + 2 * line.assists + 10 * line.goals

export const gamePoints = (line: GameLine): number => (line.kind === 'goalie' ? goaliePoints(line) : skaterPoints(line))

export const sumPoints = (lines: Iterable<GameLine>): number => {
  let points = 0
  for (const line of lines) points += gamePoints(line)
  return points
}
