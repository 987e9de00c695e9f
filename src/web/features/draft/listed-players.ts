import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import type { WantedPlayer } from '#contract/draft-room'
import { isDrafted } from './board.ts'

// The team's pick list, as far as the board shows and changes it.

type Wanted = readonly WantedPlayer[]

/** Where the player of a box plays: the boxes are called after it. */
const positionOf = (boxName: string): string => boxName.split('.').at(-1) ?? ''

/** A player of the board as one of a list. */
export const wantedOf = (player: DraftBoxPlayer, boxName: string): WantedPlayer => ({
  playerId: player.playerId,
  name: player.name,
  position: positionOf(boxName),
  nhlTeam: player.nhlTeam,
  boxName,
  isDrafted: isDrafted(player),
  normalizedPoints: player.normalizedPoints ?? 0,
})

/** The players of all boxes by id. */
export const boardPlayers = (board: readonly DraftBox[]): ReadonlyMap<number, WantedPlayer> =>
  new Map(
    board.flatMap(({ boxName, players }) => players.map((player) => [player.playerId, wantedOf(player, boxName)])),
  )

/** The list with what the board knows already of who is drafted. */
export const asOnBoard = (wanted: Wanted, known: ReadonlyMap<number, WantedPlayer>): Wanted =>
  wanted.map((player) =>
    known.get(player.playerId)?.isDrafted && !player.isDrafted ? { ...player, isDrafted: true } : player,
  )

/** At the end of the list, or no longer on it. */
export const toggled = (wanted: Wanted, player: WantedPlayer): Wanted =>
  wanted.some(({ playerId }) => playerId === player.playerId)
    ? wanted.filter(({ playerId }) => playerId !== player.playerId)
    : [...wanted, player]

/** How many of the list can still be drafted. */
export const freeText = (wanted: Wanted): string =>
  `${wanted.filter((player) => !player.isDrafted).length} of ${wanted.length} still free`
