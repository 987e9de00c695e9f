import type { DraftBoxName } from '#contract/limits'
import type { Instant } from '#rules/calendar'
import { boxForPick, generateBoxes } from '#rules/draft-boxes'
import { arrival } from '#rules/lineup'
import { pickOrder } from '#rules/pick-order'
import { isRefusal } from '#rules/refusal'
import type { Dice } from './dice.ts'
import type { Pool } from './pool-state.ts'
import { demoTeams } from './pool-teams.ts'

export interface Ranked {
  readonly playerId: number
  readonly points: number
  readonly normalizedPoints: number
}

const MINUTES_A_PICK = 60_000

/** Every team picks one player from each box, the best that its owner sees. */
export function holdDraft(pool: Pool, lastSeason: readonly Ranked[], startsAt: Instant, throws: Dice): void {
  const rankedOf = new Map(lastSeason.map((ranked) => [ranked.playerId, ranked]))
  const candidates = [...pool.players.values()].map(({ id, position }) => ({
    playerId: id,
    position,
    points: rankedOf.get(id)?.points ?? 0,
    normalizedPoints: rankedOf.get(id)?.normalizedPoints ?? 0,
  }))
  const boxes = generateBoxes(candidates, pool.teams.length, pool.league.constants)
  const boxOf = new Map(
    boxes.flatMap(({ boxName, players }) => players.map(({ playerId }) => [playerId, boxName] as const)),
  )
  const drafted = new Set<number>()
  const filled = new Map<number, DraftBoxName[]>(pool.teams.map(({ id }) => [id, []]))
  let at = startsAt

  const rounds = pool.league.constants.rosterSize
  for (const teamId of pickOrder(
    pool.teams.map(({ id }) => id),
    new Set(),
    rounds,
    throws.int,
  ).flat()) {
    const team = pool.teams.find(({ id }) => id === teamId)
    const own = filled.get(teamId) ?? []
    const judgement = demoTeams[teamId - 1]?.judgement ?? 0.2
    const seen = candidates
      .map((player) => ({ player, worth: player.normalizedPoints * Math.exp(throws.normal() * judgement) }))
      .sort((one, other) => other.worth - one.worth)
    for (const { player } of seen) {
      const boxName = boxOf.get(player.playerId) ?? null
      const open = { position: player.position, boxName, isDrafted: drafted.has(player.playerId) }
      const wanted = boxName ? null : own.includes('1.OUT') ? '2.OUT' : '1.OUT'
      const box = boxForPick(open, wanted, own)
      if (!team || isRefusal(box)) continue
      const spot = arrival(team.roster, player, at, pool.league.constants)
      team.roster = [...team.roster, spot]
      own.push(box)
      drafted.add(player.playerId)
      pool.entries.push({
        teamId,
        playerId: player.playerId,
        acquired: 'draft',
        draftBox: box,
        boughtAt: at,
        boughtPrice: 0,
        soldAt: null,
        soldPrice: null,
        scratched: spot.scratched ? [{ from: at, until: null }] : [],
      })
      break
    }
    at += MINUTES_A_PICK
  }
}
