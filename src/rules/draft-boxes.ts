import { type DraftBoxName, LEAGUE_DEFAULTS, OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import type { LeagueConstants } from './constants.ts'
import { POSITIONS, type Position, positionGroup } from './positions.ts'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 8.

/** All 22 boxes: those of a position by number, position by position, then the two for anybody. */
export const DRAFT_BOXES: readonly DraftBoxName[] = [...POSITIONS, 'OUT'].flatMap((kind) =>
  OUTSIDE_DRAFT_BOXES.filter((name) => name.endsWith(`.${kind}`)).sort(),
)

export const parseBoxName = (text: string): DraftBoxName | null => DRAFT_BOXES.find((name) => name === text) ?? null

/** A player as last season leaves him. */
export interface BoxCandidate {
  readonly playerId: number
  readonly position: Position
  readonly normalizedPoints: number
  readonly points: number
}

export interface RankedPlayer {
  readonly playerId: number
  /** Among all players of his position, from 1. */
  readonly positionRank: number
  /** Inside his box, from 1. */
  readonly boxRank: number
}

export interface GeneratedBox {
  readonly boxName: DraftBoxName
  readonly players: readonly RankedPlayer[]
}

const byRank = (a: BoxCandidate, b: BoxCandidate): number =>
  b.normalizedPoints - a.normalizedPoints || b.points - a.points || a.playerId - b.playerId

/** All 22 boxes, 1.OUT and 2.OUT empty. Who fits in none is an outside player. */
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
    const before = (Number(number) - 1) * size
    const position = POSITIONS.find((each) => each === kind)
    const inBox = position ? (ranked.get(position) ?? []).slice(before, before + size) : []
    return {
      boxName,
      players: inBox.map(({ playerId }, index) => ({ playerId, positionRank: before + index + 1, boxRank: index + 1 })),
    }
  })
}

/** Boxes can be made anew until the keepers are locked; `picks` counts those made since. */
export const cannotGenerate = ({ locked, picks }: { locked: boolean; picks: number }): Refusal | null => {
  if (picks > 0) return refuse('DRAFT_STARTED')
  return locked ? refuse('KEEPERS_LOCKED') : null
}

/** Forwards of any wing go into any box of forwards, defenders of any side into any of defenders. */
export const boxTakes = (boxName: DraftBoxName, position: Position): boolean => {
  const kind = POSITIONS.find((each) => boxName.endsWith(`.${each}`))
  return kind === undefined || positionGroup(kind) === positionGroup(position)
}

/** A player on the day of the draft. */
export interface DraftCandidate {
  readonly position: Position
  /** The box he is in; null for an outside player. */
  readonly boxName: DraftBoxName | null
  readonly isDrafted: boolean
}

/** Why a player cannot be looked up for the draft from outside the boxes. */
export const notOutside = ({ boxName, isDrafted }: Pick<DraftCandidate, 'boxName' | 'isDrafted'>): Refusal | null => {
  if (isDrafted) return refuse('PLAYER_TAKEN')
  return boxName === null ? null : refuse('PLAYER_IN_BOX')
}

/**
 * The box a pick fills. A box player goes into his own (`wanted` is null), an outside player into the one wanted.
 * `filled` are the boxes from which the team already has a player.
 */
export const boxForPick = (
  player: DraftCandidate,
  wanted: string | null,
  filled: readonly DraftBoxName[],
): DraftBoxName | Refusal => {
  if (player.isDrafted) return refuse('PLAYER_TAKEN')
  if (wanted !== null && player.boxName !== null) return refuse('PLAYER_IN_BOX')
  const boxName = player.boxName ?? parseBoxName(wanted ?? '')
  if (boxName === null) return refuse('BOX_UNKNOWN')
  if (wanted !== null && !boxTakes(boxName, player.position)) return refuse('POSITION_MISMATCH')
  return filled.includes(boxName) ? refuse('BOX_TAKEN') : boxName
}
