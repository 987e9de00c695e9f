import { type BoxCandidate, generateBoxes } from '#rules/draft-boxes'
import { cannotKeep, type Keeper } from '#rules/keepers'
import type { League } from '#rules/league'
import type { Entry } from './pool-state.ts'
import { demoTeams } from './pool-teams.ts'

/**
 * Whom each team keeps of the season of these entries: its best eligible player, if from one of the first boxes.
 * Anybody else would cost it an equally good pick.
 */
export function chooseKeepers(
  entries: readonly Entry[],
  { constants, dates }: League,
  candidates: readonly BoxCandidate[],
): Keeper[] {
  const rules = { locked: false, keeperLastBuyDate: dates.keeperLastBuyDate, timeZone: constants.timeZone }
  const best = generateBoxes(candidates, demoTeams.length, constants)
    .filter(({ boxName }) => boxName.startsWith('1.'))
    .flatMap(({ players }) => players.map(({ playerId }) => playerId))
  const worthKeeping = candidates
    .filter(({ playerId }) => best.includes(playerId))
    .sort((one, other) => other.normalizedPoints - one.normalizedPoints)
  return demoTeams.flatMap((_, index): Keeper[] => {
    const teamId = index + 1
    const own = entries.filter((entry) => entry.teamId === teamId)
    const kept = worthKeeping.find(({ playerId }) => {
      const entry = own.find((each) => each.playerId === playerId)
      return cannotKeep(teamId, entry && { ...entry, sold: entry.soldAt !== null }, rules) === null
    })
    return kept ? [{ teamId, playerId: kept.playerId }] : []
  })
}
