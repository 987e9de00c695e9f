import { dice } from '../simulation/dice.ts'
import type { Scene } from './scene.ts'

/** A keeper or, once the keepers are locked, a player that a team is to choose. */
export interface Turn {
  readonly teamId: number
  /** The same for as long as it is the same turn. */
  readonly is: string
  /** How long the owner thinks about it, as a multiple of the pace. */
  readonly thinks: number
}

/** Nobody chooses a keeper for these before the draft: people rehearse as one of them. */
const CHOOSE_THEMSELVES = ['admin', 'premium', 'member']
/** The last team to choose a keeper takes this many times as long as for a pick. */
const KEEPER_THINKS = 8
/** When all pick at once, nobody hurries anybody. */
const FREE_THINKS = 3

/** What the teams that nobody plays have to do now. */
export function turnsOf({ league, owners, choosing, draft, played, byList }: Scene): Turn[] {
  const { demoSeed, seasonId } = league
  const throwOf = (teamId: number, is: string) => dice(demoSeed, seasonId, 'rehearsal', teamId, is).next()
  const alone = owners.filter(({ teamId }) => !played.has(teamId))
  if (!draft) {
    return alone
      .filter(({ teamId, userName }) => choosing.includes(teamId) && !CHOOSE_THEMSELVES.includes(userName))
      .map(({ teamId }) => ({ teamId, is: 'keeper', thinks: KEEPER_THINKS * throwOf(teamId, 'keeper') }))
  }
  const { mode, active } = draft
  return alone.flatMap(({ teamId }): Turn[] => {
    if (byList.has(teamId)) return []
    const entry = active.find((each) => each.teamId === teamId)
    if (!entry) return []
    const is = `pick ${entry.sequenceNr}`
    const thinks = (0.5 + throwOf(teamId, is)) * (mode === 'free' ? FREE_THINKS : 1)
    return [{ teamId, is, thinks }]
  })
}
