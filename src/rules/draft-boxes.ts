import { type DraftBoxName, LEAGUE_DEFAULTS, OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import type { LeagueConstants } from '../contract/limits.ts'
import { POSITIONS, type Position, positionGroup } from './positions.ts'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 8.

/** All 22 boxes: each position's boxes in order, then the two that take any position. */
export const DRAFT_BOXES: readonly DraftBoxName[] = [...POSITIONS, 'OUT'].flatMap((kind) =>
  OUTSIDE_DRAFT_BOXES.filter((name) => name.endsWith(`.${kind}`)).sort(),
)

export const parseBoxName = (text: string): DraftBoxName | null => DRAFT_BOXES.find((name) => name === text) ?? null

/** A player with last season's figures. */
export interface BoxCandidate {
  readonly playerId: number
  readonly position: Position
  readonly normalizedPoints: number
  readonly points: number
}

export interface RankedPlayer {
  readonly playerId: number
  /** Rank among all players of the same position, from 1. */
  readonly positionRank: number
  /** Rank within the box, from 1. */
  readonly boxRank: number
}

export interface GeneratedBox {
  readonly boxName: DraftBoxName
  readonly players: readonly RankedPlayer[]
}

const byRank = (a: BoxCandidate, b: BoxCandidate): number =>
  b.normalizedPoints - a.normalizedPoints || b.points - a.points || a.playerId - b.playerId

/** All 22 boxes, 1.OUT and 2.OUT empty. Anyone left over is an outside player. */
export const generateBoxes = (
  players: readonly BoxCandidate[],
  teamCount: number,
  { boxSpare }: Pick<LeagueConstants, 'boxSpare'> = LEAGUE_DEFAULTS,
): GeneratedBox[] => {
  const size = teamCount + boxSpare
  const ranked = new Map(
    POSITIONS.map((position) => [position, players.filter((player) => player.position === position).sort(byRank)]),
  )
  return DRAFT_BOXES.map((boxName) => {
    const [number = '', kind = ''] = boxName.split('.')
    const ranksBefore = (Number(number) - 1) * size
    const position = POSITIONS.find((each) => each === kind)
    const inBox = position ? (ranked.get(position) ?? []).slice(ranksBefore, ranksBefore + size) : []
    return {
      boxName,
      players: inBox.map(({ playerId }, index) => ({
        playerId,
        positionRank: ranksBefore + index + 1,
        boxRank: index + 1,
      })),
    }
  })
}

/** Boxes can be generated again until the keepers are locked. `picks`: draft picks made so far. */
export const cannotGenerate = ({ locked, picks }: { locked: boolean; picks: number }): Refusal | null => {
  if (picks > 0) return refuse('DRAFT_STARTED')
  return locked ? refuse('KEEPERS_LOCKED') : null
}

/** A forward fits any forward box and a defender any defender box, whatever the side. */
export const boxTakes = (boxName: DraftBoxName, position: Position): boolean => {
  const kind = POSITIONS.find((each) => boxName.endsWith(`.${each}`))
  return kind === undefined || positionGroup(kind) === positionGroup(position)
}

/** A player on draft day. */
export interface DraftCandidate {
  readonly position: Position
  /** Null for an outside player. */
  readonly boxName: DraftBoxName | null
  readonly isDrafted: boolean
}

/** Why a player cannot be looked up as an outside player. */
export const notOutside = ({ boxName, isDrafted }: Pick<DraftCandidate, 'boxName' | 'isDrafted'>): Refusal | null => {
  if (isDrafted) return refuse('PLAYER_TAKEN')
  return boxName === null ? null : refuse('PLAYER_IN_BOX')
}

/**
 * The box a pick fills. A box player fills the box they are in (`requested` is null), an outside player the requested
 * one. `filled`: the boxes in which the team already has a player.
 */
export const boxForPick = (
  player: DraftCandidate,
  requested: string | null,
  filled: readonly DraftBoxName[],
): DraftBoxName | Refusal => {
  if (player.isDrafted) return refuse('PLAYER_TAKEN')
  if (requested !== null && player.boxName !== null) return refuse('PLAYER_IN_BOX')
  const boxName = player.boxName ?? parseBoxName(requested ?? '')
  if (boxName === null) return refuse('BOX_UNKNOWN')
  if (requested !== null && !boxTakes(boxName, player.position)) return refuse('POSITION_MISMATCH')
  return filled.includes(boxName) ? refuse('BOX_TAKEN') : boxName
}
