// League rules, section 2. A line is one player's statistics in one NHL game; every other number is derived from lines.

export interface SkaterLine {
  readonly goals: number
  readonly assists: number
  readonly powerPlayGoals: number
  readonly shortHandedGoals: number
  readonly gameWinningGoals: number
}

export interface GoalieLine {
  readonly wins: number
  /** Includes shoot-out losses. */
  readonly overtimeLosses: number
  readonly shutouts: number
  readonly assists: number
  readonly goals: number
}

export type GameLine = ({ readonly kind: 'skater' } & SkaterLine) | ({ readonly kind: 'goalie' } & GoalieLine)

/** Points for a power-play, short-handed or winning goal are added to those for the goal itself. */
export const SKATER_WEIGHTS = {
  goals: 2,
  assists: 1,
  powerPlayGoals: 1,
  shortHandedGoals: 2,
  gameWinningGoals: 1,
} as const satisfies SkaterLine

export const GOALIE_WEIGHTS = {
  wins: 2,
  overtimeLosses: 1,
  shutouts: 5,
  assists: 2,
  goals: 10,
} as const satisfies GoalieLine

export const skaterPoints = (line: SkaterLine): number =>
  SKATER_WEIGHTS.goals * line.goals +
  SKATER_WEIGHTS.assists * line.assists +
  SKATER_WEIGHTS.powerPlayGoals * line.powerPlayGoals +
  SKATER_WEIGHTS.shortHandedGoals * line.shortHandedGoals +
  SKATER_WEIGHTS.gameWinningGoals * line.gameWinningGoals

export const goaliePoints = (line: GoalieLine): number =>
  GOALIE_WEIGHTS.wins * line.wins +
  GOALIE_WEIGHTS.overtimeLosses * line.overtimeLosses +
  GOALIE_WEIGHTS.shutouts * line.shutouts +
  GOALIE_WEIGHTS.assists * line.assists +
  GOALIE_WEIGHTS.goals * line.goals

export const gamePoints = (line: GameLine): number => (line.kind === 'goalie' ? goaliePoints(line) : skaterPoints(line))
