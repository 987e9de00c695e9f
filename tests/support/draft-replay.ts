import type { DraftLogEntry } from '#contract/draft-room'

/** A draft told again from its log alone: a second, naive implementation that knows no rule of the server. */
export interface Replayed {
  /** `teamId box` -> player, for every pick that stands. */
  readonly board: Readonly<Record<string, number>>
  /** Teams in the order in which they took a turn, those taken back left out. */
  readonly turns: readonly number[]
}

/** Fails where the log contradicts itself. */
export function replay(log: readonly DraftLogEntry[]): Replayed {
  const standing: DraftLogEntry[] = []
  log.forEach((entry, index) => {
    if (entry.nr !== index + 1) throw new Error(`Entry ${entry.nr} stands in place ${index + 1}`)
    if (entry.kind === 'pick') {
      const { player, boxName, teamId } = entry
      if (standing.some((each) => each.player?.id === player?.id)) throw new Error(`${player?.name} is picked twice`)
      if (standing.some((each) => each.teamId === teamId && each.boxName === boxName))
        throw new Error(`Team ${teamId} fills ${boxName} twice`)
      standing.push(entry)
    }
    if (entry.kind === 'taken-back') {
      const at = standing.findIndex(({ nr }) => nr === entry.pickNr)
      if (at < 0) throw new Error(`Entry ${entry.nr} takes back a pick that does not stand`)
      if (standing[at]?.player?.id !== entry.player?.id) throw new Error(`Entry ${entry.nr} names another player`)
      standing.splice(at, 1)
    }
  })
  return {
    board: Object.fromEntries(standing.map(({ teamId, boxName, player }) => [`${teamId} ${boxName}`, player?.id ?? 0])),
    turns: standing.filter(({ how }) => how !== 'keeper').map(({ teamId }) => teamId ?? 0),
  }
}
