import type { GoalieLine, SkaterLine } from '#rules/scoring'

interface Played {
  readonly playerId: number
  readonly toiSeconds: number
}

export interface SimSkaterLine extends SkaterLine, Played {
  readonly kind: 'skater'
}

export interface SimGoalieLine extends GoalieLine, Played {
  readonly kind: 'goalie'
  readonly started: boolean
  readonly losses: number
}

export type SimLine = SimSkaterLine | SimGoalieLine

export interface SimSide {
  readonly score: number
  readonly lines: readonly SimLine[]
}

/** A goal of the game; the shots of a shoot-out are none. */
export interface SimGoal {
  readonly side: 'home' | 'away'
  /** Seconds of play from the first face-off. */
  readonly second: number
  readonly scorer: number
  readonly assists: readonly number[]
  readonly strength: 'ev' | 'pp' | 'sh'
}

/** A played game: who did what for whom. The winner of a shoot-out has one goal more than its players. */
export interface SimGame {
  readonly id: number
  /** As they fell. */
  readonly goals: readonly SimGoal[]
  readonly lastPeriod: 'REG' | 'OT' | 'SO'
  readonly home: SimSide
  readonly away: SimSide
}
