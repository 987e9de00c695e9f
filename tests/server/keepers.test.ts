import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { type DraftBox, getKeeperBoxes, type KeeperStatus } from '#contract/draft'
import { errorSentences } from '#contract/errors'
import { duringTests } from '../support/during-tests.ts'
import { preseasonServer, refusal } from '../support/preseason-server.ts'

describe('keepers selection', () => {
  const keep = (member: string | null, teamId: number, playerId: number) =>
    server.ask(member, `/draft/teams/${teamId}/keep-player/${playerId}`, { method: 'POST' })
  const roster = (teamId: number) => server.league.rosters.get(teamId) ?? []
  const statuses = async (): Promise<boolean[]> =>
    (await server.ask('member', '/draft/keepers-status')).body.map(({ hasKeeper }: KeeperStatus) => hasKeeper)

  const server = duringTests(() => preseasonServer({ teams: 4 }))

  it('shows no boxes before they are generated, and who has no keeper yet', async () => {
    expect((await server.ask('member', '/draft/keeper-boxes')).body).toEqual([])
    expect((await server.ask('member', '/draft/teams/3/keepers')).status).toBe(404)
    const status = await server.ask('member', '/draft/keepers-status')
    expect(status.body).toEqual([1, 2, 3, 4].map((id) => ({ teamId: id, teamShortName: `T${id}`, hasKeeper: false })))
  })

  it('keeps a player, before and after the boxes are generated, and replaces him', async () => {
    const [first = 0, second = 0] = roster(3)
    const chosen = await keep('member', 3, first)
    expect(chosen.status).toBe(200)
    expect(chosen.body).toEqual([{ player: { playerId: first, name: `Player ${first}` }, keeperIndex: 1 }])
    await server.act('PATCH', 'generate-boxes')
    expect((await server.ask('member', '/draft/teams/3/keepers')).body).toEqual(chosen.body[0])
    expect((await keep('member', 3, second)).body[0].player.playerId).toBe(second)
    expect((await server.ask('premium', '/draft/teams/3/keepers')).body.player.playerId).toBe(second)
    expect(await statuses()).toEqual([false, false, true, false])
    // Generating again keeps him.
    await server.act('PATCH', 'generate-boxes')
    expect(await statuses()).toEqual([false, false, true, false])
    // The same choice again changes nothing.
    expect((await keep('member', 3, second)).status).toBe(200)
  })

  it('shows in the boxes who held each player when last season ended, with that season’s numbers', async () => {
    const { body } = await server.ask('member', '/draft/keeper-boxes')
    expect(Value.Check(getKeeperBoxes.answer, body)).toBe(true)
    expect(body).toHaveLength(22)
    const shown = new Map(
      body.flatMap((box: DraftBox) => box.players.map((player) => [player.playerId, player.teamId ?? null])),
    )
    for (const teamId of server.league.teamIds) {
      const boxed = roster(teamId).filter((id) => shown.has(id))
      expect(boxed.length).toBeGreaterThan(10)
      for (const id of boxed) expect(shown.get(id)).toBe(teamId)
      expect(shown.get(server.league.sold.get(teamId))).not.toBe(teamId)
    }
    const late = body.flatMap((box: DraftBox) =>
      box.players.flatMap((player) => (player.boughtLate ? [player.playerId] : [])),
    )
    expect(late.sort()).toEqual([...server.league.late.values()].filter((id) => shown.has(id)).sort())
    expect(late).not.toEqual([])
    for (const player of body.flatMap((box: DraftBox) => box.players)) {
      const known = server.league.players.find(({ id }) => id === player.playerId)
      if (known?.rookie) continue
      expect([player.points, player.gamesPlayed]).toEqual([known?.points, known?.gamesPlayed])
      const normalized = ((known?.points ?? 0) * 82) / Math.max(known?.gamesPlayed ?? 0, 20)
      expect(player.normalizedPoints).toBeCloseTo(normalized, 1)
    }
  })

  it('refuses what the rules refuse', async () => {
    const { sold, late } = server.league
    const [foreign = 0] = roster(2)
    expect(refusal(await keep('member', 3, foreign))).toEqual([409, 'KEEPER_NOT_ELIGIBLE'])
    expect(refusal(await keep('member', 3, sold.get(3) ?? 0))).toEqual([409, 'KEEPER_NOT_ELIGIBLE'])
    expect(refusal(await keep('member', 3, late.get(3) ?? 0))).toEqual([409, 'KEEPER_NOT_ELIGIBLE'])
    expect(refusal(await keep('member', 3, 1))).toEqual([404, 'PLAYER_NOT_FOUND'])
    expect((await keep('member', 3, 99_999_999_999)).status).toBeGreaterThanOrEqual(400)
    expect((await keep('member', 3, 99_999_999_999)).status).toBeLessThan(500)
    const { body } = await keep('member', 3, foreign)
    expect(body.message).toBe(errorSentences.KEEPER_NOT_ELIGIBLE)
    expect((await keep('member', 3, late.get(3) ?? 0)).body.message).toMatch(
      /^This player was bought on \w{3} \d+, \d{4}, after the last day for keepers: \w{3} \d+, \d{4}\.$/,
    )
    expect(await statuses()).toEqual([false, false, true, false])
  })

  it('locks them once: each is his team’s pick in his box, and no one can choose now', async () => {
    const [kept = 0] = roster(2)
    await keep('premium', 2, kept)
    const [, chosen = 0, another = 0] = roster(3)
    const sequence = await server.act('POST', 'lock-keepers')
    expect(refusal(await keep('member', 3, another))).toEqual([409, 'KEEPERS_LOCKED'])
    const { body: locked } = await server.ask('member', '/draft/keepers-status')
    expect(locked).toEqual(
      [1, 2, 3, 4].map((id) => ({ teamId: id, teamShortName: `T${id}`, hasKeeper: [2, 3].includes(id), locked: true })),
    )
    for (const [method, action] of [
      ['POST', 'lock-keepers'],
      ['PATCH', 'generate-boxes'],
    ] as const)
      expect(refusal(await server.ask('admin', `/draft/${action}`, { method }))).toEqual([409, 'KEEPERS_LOCKED'])
    const { body: drafted } = await server.ask('member', '/draft/players?drafted=true')
    expect(
      drafted.map(({ teamId, playerId }: { teamId: number; playerId: number }) => [teamId, playerId]).sort(),
    ).toEqual([
      [2, kept],
      [3, chosen],
    ])
    for (const box of await server.board()) {
      for (const { playerId, teamId, isDrafted } of box.players) {
        const keeper = playerId === kept || playerId === chosen
        expect(isDrafted).toBe(keeper)
        expect(teamId !== null).toBe(keeper)
      }
    }
    const roundOne = sequence.filter(({ round }) => round === 1).map(({ teamId }) => teamId)
    expect(roundOne.toSorted()).toEqual([1, 4])
    expect(sequence).toHaveLength(4 * 22 - 2)
    // A keeper takes no turn.
    expect((await server.ask('member', '/draft/players/last-drafted')).status).toBe(404)
  })
})
