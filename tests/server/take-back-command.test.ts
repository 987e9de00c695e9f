import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { commandOn } from '../support/command-on.ts'
import { duringTests } from '../support/during-tests.ts'
import { askLive, memberHeaders, messagesOf } from '../support/live-client.ts'
import { liveServers } from '../support/live-servers.ts'
import { CHAIR } from '../support/preseason-league.ts'

/** Later than the servers' own clocks. */
const later = () => new Date(Date.now() + 1_000).toISOString()

describe('the command that takes back a pick', () => {
  const live = duringTests(() => liveServers({ teams: 4 }))

  const takeBack = (...words: string[]) => commandOn(live.database, ['take-back', ...words], { now: later() })
  const pickFrom = async (boxName: string) => {
    const teamId = (await live.picking()) ?? 0
    const { playerId, name } = await live.free(boxName)
    expect((await live.draft(teamId, playerId)).status).toBe(200)
    const team = (await live.sequence()).find((pick) => pick.teamId === teamId)?.teamShortName
    return { playerId, name, team }
  }

  const ownerOf = async (playerId: number): Promise<string | undefined> => {
    const { body } = await live.ask(CHAIR, '/stats/players?type=skater')
    return body.find(({ id }: { id: number }) => id === playerId)?.team?.shortName
  }

  test('refuses in the words of the app what the app refuses', async () => {
    const [first] = live.league.players
    await expect(takeBack()).rejects.toThrow('There is no pick to take back.')
    await expect(takeBack(String(first?.id))).rejects.toThrow('The draft has not started.')
    await live.act('PATCH', 'generate-boxes')
    await live.act('POST', 'lock-keepers')
    await expect(takeBack(String(first?.id))).rejects.toThrow('There is no pick to take back.')
    await expect(takeBack('Nobody Atall')).rejects.toThrow('No player is called Nobody Atall')
    await expect(takeBack('1')).rejects.toThrow('No player has the NHL id 1.')
  })

  test("shows the last pick and what it would do, and does that: it is the team's turn again, the log and the records know", async () => {
    const before = await live.sequence()
    const one = await pickFrom('1.C')
    const other = await pickFrom('1.LW')
    const afterBoth = await live.sequence()
    expect(await takeBack()).toEqual([`The last pick is ${other.name}, 1.LW, by ${other.team}.`])
    const last = `The last pick is ${other.name}, 1.LW, by ${other.team}.`
    await expect(takeBack(one.name)).rejects.toThrow(last)
    const what = `the pick of ${other.name} by ${other.team}.`
    expect(await takeBack(other.name, '--dry-run')).toEqual([
      `Would take back ${what}`,
      'Dry run: nothing has been changed.',
    ])
    expect(await live.sequence()).toEqual(afterBoth)

    expect(await takeBack(other.name.toLowerCase(), '--by', CHAIR)).toEqual([`Took back ${what}`])
    expect((await live.free('1.LW')).playerId).toBe(other.playerId)
    await expect(takeBack(other.name)).rejects.toThrow(`The last pick is ${one.name}, 1.C, by ${one.team}.`)
    expect(await takeBack(String(one.playerId))).toEqual([`Took back the pick of ${one.name} by ${one.team}.`])
    expect(await live.sequence()).toEqual(before)

    const { body: log } = await live.ask(CHAIR, '/draft/log')
    expect(log[3]).toMatchObject({ by: CHAIR, pickNr: 3, player: { id: other.playerId } })
    expect(log[4]).toMatchObject({ by: "the league's server", pickNr: 2 })
    const { body: records } = await live.ask(CHAIR, '/office/audit?by=command')
    expect(records.entries.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      `The command took back the pick of ${one.name}.`,
      `${CHAIR}, by command, took back the pick of ${other.name}.`,
    ])
  })

  test('is heard by every board at once, at whichever server', async () => {
    const { playerId, name, team } = await pickFrom('1.C')
    expect(await ownerOf(playerId)).toBe(team)
    const member = live.ownerOf(1)
    const heard = await Promise.all(
      live.servers.map(async (server) => {
        const channel = `/000/${randomBytes(6).toString('hex')}/xhr`
        const headers = await memberHeaders(live.servers[0], member)
        expect((await askLive(server.origin, channel, { headers })).body).toBe('o\n')
        return { next: askLive(server.origin, channel, { headers }) }
      }),
    )
    await takeBack(name)
    for (const { next } of heard) {
      expect(messagesOf((await next).body)).toMatchObject([
        { type: 'PICK_TAKEN_BACK', playerId },
        { type: 'PICK_SEQUENCE_UPDATED' },
      ])
    }
    // What was prepared with the pick is no longer shown.
    await expect.poll(() => ownerOf(playerId)).toBe(undefined)
  })
})
