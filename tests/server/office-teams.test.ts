import { describe, expect, test } from 'vitest'
import type { OfficeTeam } from '#contract/office'
import { refusedWith } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { CHAIR } from '../support/preseason-league.ts'
import { preseasonInProcess } from '../support/preseason-server.ts'

const clock = () => new Date('2026-09-26T23:00:00Z')
const server = duringTests(() => preseasonInProcess({ teams: 3, clock }))

type Body = Record<string, unknown>

const by = (path: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH' = 'GET', body?: Body) =>
  server.ask(CHAIR, `/office/teams${path}`, { method, body })
const team = async (id: number): Promise<OfficeTeam> => {
  const found = (await by('')).body.teams.find((each: OfficeTeam) => each.id === id)
  if (!found) throw new Error(`There is no team ${id}.`)
  return found
}
const rename = async (id: number, to: Body) => {
  const { name, shortName } = await team(id)
  return by(`/${id}`, 'PATCH', { ...to, from: { name, shortName } })
}
const idOf = async (userName: string): Promise<number> => {
  const { body } = await server.ask(CHAIR, '/office/members')
  return body.members.find((member: { userName: string }) => member.userName === userName).id
}
const first = 1
const second = 2

describe('a team', () => {
  test('joins before the draft, with its cash, and stands in the standings', async () => {
    const { status, body } = await by('', 'POST', { name: ' Puck Luck ', shortName: 'LUCK', cash: 12.5 })
    expect(status).toBe(200)
    const added = body.teams.find(({ shortName }: OfficeTeam) => shortName === 'LUCK')
    expect(added).toMatchObject({ name: 'Puck Luck', startingCash: 12.5, owners: [], isRetiring: false })
    const standings = await server.ask(CHAIR, '/stats/teams')
    expect(standings.body.find(({ id }: OfficeTeam) => id === added.id)).toMatchObject({
      name: 'Puck Luck',
      cash: 12.5,
    })
    expect(refusedWith(await by('', 'POST', { name: 'puck luck', shortName: 'L2', cash: 0 }))).toBe(
      '400 NAME_TAKEN: Another team already has this name or short name.',
    )
  })

  test('is renamed by an admin, even that of another member', async () => {
    expect((await rename(second, { name: 'New Name', shortName: 'NN' })).status).toBe(200)
    expect((await server.ask(CHAIR, `/stats/teams/${second}`)).body).toMatchObject({
      name: 'New Name',
      shortName: 'NN',
    })
    expect((await rename(second, { name: 'Puck Luck', shortName: 'P' })).body.code).toBe('NAME_TAKEN')
    const unknown = { name: 'x', shortName: 'x' }
    expect((await by('/999', 'PATCH', { ...unknown, from: unknown })).body.code).toBe('TEAM_NOT_FOUND')
  })

  test('renamed by two admins at once has the name of the first, and the second is told', async () => {
    const { name, shortName } = await team(second)
    const names = ['First Line', 'Last Line'].map((each) => ({ name: each, shortName: 'LINE' }))
    const send = (to?: Body) => by(`/${second}`, 'PATCH', { ...to, from: { name, shortName } })
    const answers = await Promise.all(names.map(send))
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'CHANGED_MEANWHILE'])
    // The same again is the same result.
    expect((await send(names[answers.findIndex(({ status }) => status === 200)])).status).toBe(200)
    // Nor do two teams get one short name.
    const both = await Promise.all([first, second].map((id) => rename(id, { name: `Both ${id}`, shortName: 'BOTH' })))
    expect(both.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'NAME_TAKEN'])
  })

  test('is handed over: the former owner has none, the new one has it at once', async () => {
    const [owner] = (await team(first)).owners
    const heir = await idOf('newcomer')
    const { status } = await by(`/${first}/owner`, 'PUT', { memberId: heir, from: [owner?.id] })
    expect(status).toBe(200)
    expect((await team(first)).owners).toEqual([{ id: heir, displayName: expect.any(String) }])
    await expect.poll(async () => (await server.ask('newcomer', '/user')).body.teamId).toBe(first)
    await expect.poll(async () => (await server.ask(server.ownerOf(first), '/user')).body.teamId).toBeUndefined()
  })

  test('handed over by two admins at once goes to the first, and the second is told', async () => {
    const [owner] = (await team(first)).owners
    const heirs = [await idOf(server.ownerOf(first)), await idOf(CHAIR)]
    const answers = await Promise.all(
      heirs.map((memberId) => by(`/${first}/owner`, 'PUT', { memberId, from: [owner?.id] })),
    )
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'CHANGED_MEANWHILE'])
    const [now] = (await team(first)).owners
    // The same again is the same result.
    expect((await by(`/${first}/owner`, 'PUT', { memberId: now?.id, from: [owner?.id] })).status).toBe(200)
    expect((await by(`/${first}/owner`, 'PUT', { memberId: null, from: [now?.id] })).status).toBe(200)
    expect((await team(first)).owners).toEqual([])
  })

  test('is marked to retire at the end of the season, and not', async () => {
    await by(`/${second}/retiring`, 'PUT', { isRetiring: true })
    await by(`/${second}/retiring`, 'PUT', { isRetiring: true })
    expect((await team(second)).isRetiring).toBe(true)
    await by(`/${second}/retiring`, 'PUT', { isRetiring: false })
    expect((await team(second)).isRetiring).toBe(false)
  })

  test('cannot join once the turns are drawn', async () => {
    await server.act('PATCH', 'generate-boxes')
    expect((await by('')).body.canAdd).toBe(true)
    await server.act('POST', 'lock-keepers')
    expect((await by('')).body.canAdd).toBe(false)
    expect(refusedWith(await by('', 'POST', { name: 'Late', shortName: 'LATE', cash: 0 }))).toBe(
      '409 SEASON_HAS_PLAYERS: The draft has begun, so no team can join the season.',
    )
  })
})
