import { expect, test } from 'vitest'
import type { DraftBoxName } from '#contract/limits'
import { draftPlayer, type KeeperPick, lockKeepers } from '#rules/draft'
import { type BoxCandidate, boxTakes, DRAFT_BOXES, type GeneratedBox, generateBoxes } from '#rules/draft-boxes'
import { createSequence, type Dice, mayPick } from '#rules/pick-sequence'
import { POSITIONS, type Position } from '#rules/positions'
import { isRefusal } from '#rules/refusal'
import { between, expectSame, forSeeds, oneOf, SLOW } from '../support/random.ts'

const accepted = <T>(result: T): Exclude<T, { refused: unknown }> => {
  if (isRefusal(result)) throw new Error(`refused: ${result.refused}`)
  return result as Exclude<T, { refused: unknown }>
}

const randomPlayers = (perPosition: (position: Position) => number, dice: Dice): BoxCandidate[] => {
  let playerId = 8_470_000
  return POSITIONS.flatMap((position) =>
    Array.from({ length: perPosition(position) }, () => {
      playerId += between(1, 9, dice)
      return { playerId, position, normalizedPoints: dice(8_000) / 100, points: dice(60) }
    }),
  )
}

test('in random leagues there are 22 boxes, each player in at most one, the better before the worse', SLOW, () => {
  forSeeds((dice) => {
    const teams = between(1, 16, dice)
    const size = teams + 2
    const players = randomPlayers(() => dice(80), dice)
    const boxes = generateBoxes(players, teams)
    expectSame(
      boxes.map(({ boxName }) => boxName),
      DRAFT_BOXES,
    )
    const boxed = boxes.flatMap((box) => box.players.map(({ playerId }) => playerId))
    expectSame(new Set(boxed).size, boxed.length)
    for (const position of POSITIONS) {
      const candidates = players.filter((player) => player.position === position)
      const own = boxes.filter(({ boxName }) => boxName.endsWith(`.${position}`))
      const inBoxes = own.flatMap((box) => box.players)
      expectSame(inBoxes.length, Math.min(size * own.length, candidates.length))
      expectSame(
        own.flatMap((box) => box.players.map(({ boxRank }) => `${box.boxName} ${boxRank}`)),
        inBoxes.map((_, index) => `${Math.floor(index / size) + 1}.${position} ${(index % size) + 1}`),
      )
      expectSame(
        inBoxes.map(({ positionRank }) => positionRank),
        inBoxes.map((_, index) => index + 1),
      )
      const normalized = new Map(candidates.map((each) => [each.playerId, each.normalizedPoints]))
      const inside = inBoxes.map(({ playerId }) => normalized.get(playerId) ?? Number.NaN)
      expectSame(
        inside,
        inside.toSorted((a, b) => b - a),
      )
      for (const { playerId } of inBoxes) normalized.delete(playerId)
      expectSame(Math.max(0, ...normalized.values()) <= Math.min(80, ...inside), true)
    }
  })
})

interface Draft {
  readonly teams: readonly number[]
  readonly players: readonly BoxCandidate[]
  readonly boxes: readonly GeneratedBox[]
}

const randomDraft = (dice: Dice): Draft => {
  const count = between(1, 4, dice)
  const enough: Record<Position, number> = { LW: 4, C: 4, RW: 4, LD: 3, RD: 3, G: 2 }
  const players = randomPlayers((position) => enough[position] * (count + 2) + between(8, 12, dice), dice)
  return {
    teams: Array.from({ length: count }, (_, index) => index + 1),
    players,
    boxes: generateBoxes(players, count),
  }
}

const randomKeepers = ({ teams, boxes }: Draft, dice: Dice): readonly KeeperPick[] => {
  const left = boxes.flatMap(({ players }) => players.map(({ playerId }) => playerId))
  const keepers = teams
    .filter(() => dice(3) === 0)
    .map((teamId) => ({ teamId, playerId: left.splice(dice(left.length), 1)[0] ?? 0 }))
  return accepted(lockKeepers(keepers, boxes, false))
}

test('random drafts: each player once in the grid, and each team one player from each of the 22 boxes', SLOW, () => {
  forSeeds((dice) => {
    const draft = randomDraft(dice)
    const grid = [...randomKeepers(draft, dice)]
    const boxOf = new Map<number, DraftBoxName>(
      draft.boxes.flatMap(({ boxName, players }) => players.map(({ playerId }) => [playerId, boxName] as const)),
    )
    const candidates = draft.players.map(({ playerId, position }) => ({
      playerId,
      position,
      boxName: boxOf.get(playerId) ?? null,
    }))
    const filledBy = (teamId: number) => grid.filter((each) => each.teamId === teamId).map(({ boxName }) => boxName)

    let sequence = createSequence(draft.teams, new Set(grid.map(({ teamId }) => teamId)), dice)
    while (sequence.entries.some(({ pickStatus }) => pickStatus === 'ACTIVE')) {
      const teamId = draft.teams.find((team) => mayPick(sequence.entries, team)) ?? 0
      const filled = filledBy(teamId)
      const taken = new Set(grid.map(({ playerId }) => playerId))
      const wanted = oneOf(
        DRAFT_BOXES.filter((boxName) => !filled.includes(boxName)),
        dice,
      )
      const outside = wanted.endsWith('.OUT') || dice(20) === 0
      const choices = candidates.filter(
        ({ playerId, position, boxName }) =>
          !taken.has(playerId) && (outside ? boxName === null && boxTakes(wanted, position) : boxName === wanted),
      )
      // No outside player is left for this position: try another box.
      if (choices.length === 0) {
        expectSame(outside, true)
        if (wanted.endsWith('.OUT')) throw new Error('no outside player is left')
        continue
      }

      // A pick out of turn, of a drafted player or into a filled box is refused, even if all else is valid.
      const other = draft.teams.find((team) => team !== teamId)
      const player = { ...oneOf(choices, dice), isDrafted: false }
      const box = outside ? wanted : null
      if (other) expectSame(draftPlayer(sequence, other, player, box, []), { refused: 'NOT_YOUR_TURN' })
      expectSame(draftPlayer(sequence, teamId, { ...player, isDrafted: true }, box, filled), {
        refused: 'PLAYER_TAKEN',
      })
      expectSame(draftPlayer(sequence, teamId, player, box, [...filled, wanted]), { refused: 'BOX_TAKEN' })

      const step = accepted(draftPlayer(sequence, teamId, player, box, filled))
      expectSame(step.boxName, wanted)
      grid.push({ teamId, playerId: player.playerId, boxName: step.boxName })
      sequence = step.sequence
    }

    expect(new Set(grid.map(({ playerId }) => playerId)).size).toBe(grid.length)
    for (const teamId of draft.teams) expect(filledBy(teamId).toSorted()).toEqual(DRAFT_BOXES.toSorted())
  })
})
