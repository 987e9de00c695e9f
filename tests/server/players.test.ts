import { and, eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, it } from 'vitest'
import { NhlTeam, Player, PreviousSeason, TimeSeriesPoint } from '#contract/stats'
import { officialLine } from '#server/db/tables/tables'
import { saveDay } from '#server/nhl/store/import-days'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { refusal } from '../support/preseason-server.ts'
import { publish } from '../support/publish.ts'
import { readTables, reckonPlayer, type Tables } from '../support/recompute.ts'

const NOW = new Date('2026-11-21T13:00:00Z')

const server = duringTests(() => demoServer({ clock: () => NOW }))

describe('players and clubs of the demo league', () => {
  let tables: Tables
  const get = async (path: string, member: string | null = 'member') => server.ask(member, path)
  const players = async (type: 'skater' | 'goalie'): Promise<Player[]> =>
    (await get(`/stats/players?type=${type}`)).body

  beforeAll(async () => {
    tables = await readTables(server.database)
  })

  it('lists every skater and every goalie, the best first, each once', async () => {
    const skaters = await players('skater')
    const goalies = await players('goalie')
    for (const player of [...skaters, ...goalies]) expect(Value.Check(Player, player)).toBe(true)
    expect(goalies.every(({ position }) => position === 'G')).toBe(true)
    expect(skaters.some(({ position }) => position === 'G')).toBe(false)
    expect([...skaters, ...goalies].map(({ id }) => id).sort()).toEqual(tables.players.map(({ id }) => id).sort())
    const points = skaters.map((player) => player.points ?? 0)
    expect(points).toEqual(points.toSorted((one, other) => other - one))
  })

  it('says of every twelfth player what his lines say', async () => {
    const all = [...(await players('skater')), ...(await players('goalie'))].filter((_, index) => index % 12 === 0)
    expect(all.length).toBeGreaterThan(60)
    for (const { team, ...shown } of all) {
      const { owner, ...reckoned } = reckonPlayer(tables, shown.id, NOW)
      expect(shown, shown.name).toMatchObject(reckoned)
      expect(team?.id).toBe(owner)
    }
    expect(all.some(({ pointsThisWeek }) => (pointsThisWeek ?? 0) > 0)).toBe(true)
    expect(all.some(({ pointsLastWeek }) => (pointsLastWeek ?? 0) > 0)).toBe(true)
    expect(all.some(({ team }) => team === undefined)).toBe(true)
  })

  it('says of one player what the list says, and when there is none', async () => {
    for (const player of (await players('goalie')).slice(0, 5)) {
      expect((await get(`/stats/players/${player.id}`)).body).toEqual(player)
    }
    for (const path of ['/stats/players/7', '/stats/players/7/time-series', '/stats/players/7/previous-seasons']) {
      expect(refusal(await get(path)), path).toEqual([404, 'PLAYER_NOT_FOUND'])
    }
    for (const path of ['?type=coach', '', '/x', '/9999999999']) {
      expect(refusal(await get(`/stats/players${path}`)), path).toEqual([400, 'BAD_REQUEST'])
    }
  })

  it('draws a season that ends at the numbers of the list', async () => {
    for (const player of (await players('skater')).filter((_, index) => index % 100 === 3)) {
      const series: TimeSeriesPoint[] = (await get(`/stats/players/${player.id}/time-series`)).body
      for (const point of series) expect(Value.Check(TimeSeriesPoint, point)).toBe(true)
      const dates = series.map(({ date }) => date)
      expect(dates).toEqual([...new Set(dates)].sort())
      expect(series).toHaveLength(player.teamGamesPlayed ?? 0)
      expect(series.filter(({ played }) => played === 1)).toHaveLength(player.gamesPlayed ?? 0)
      expect(series.reduce((sum, { gamePoints }) => sum + (gamePoints ?? 0), 0)).toBe(player.points)
      expect(series.at(-1)?.projectedPoints).toBe(player.projectedPoints)
      // After the tenth game: what had been made by then, over a whole season.
      const made = series.slice(0, 10).reduce((sum, { gamePoints }) => sum + (gamePoints ?? 0), 0)
      expect(series[9]?.projectedPoints).toBeCloseTo((made * 82) / 10, 2)
    }
  })

  it('knows the season before', async () => {
    const [best] = await players('skater')
    const { body } = await get(`/stats/players/${best?.id}/previous-seasons`)
    expect(body).toHaveLength(1)
    expect(Value.Check(PreviousSeason, body[0])).toBe(true)
    expect(body[0]).toMatchObject({ season: tables.league.seasonId - 10_001, teamGamesPlayed: 82 })
  })

  it('lists 32 clubs with their places', async () => {
    const { body } = await get('/stats/nhl-teams')
    const clubs: NhlTeam[] = body
    for (const club of clubs) expect(Value.Check(NhlTeam, club)).toBe(true)
    for (const conference of ['Eastern', 'Western']) {
      const own = clubs.filter((club) => club.conference === conference)
      expect(own.map(({ conferenceRank }) => conferenceRank)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1))
      for (const division of new Set(own.map((club) => club.division))) {
        const ranks = own.filter((club) => club.division === division).map(({ divisionRank }) => divisionRank)
        expect(ranks.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      }
    }
  })

  it('follows a traded player from club to club', async () => {
    const [traded] = (await players('skater')).slice(40)
    const dates = [...new Set(tables.lines.map(({ game }) => game.gameDate))].sort()
    const half = dates[Math.floor(dates.length / 2)] ?? ''
    const other = tables.lines.find(({ nhlTeam }) => nhlTeam !== traded?.nhlTeam)?.nhlTeam ?? ''
    const plays = (club: string) =>
      [...tables.games.values()]
        .filter((game) => [game.home, game.away].includes(club) && game.state === 'OFF')
        .sort((one, later) => one.startTime.getTime() - later.startTime.getTime())
    const earlier = plays(other).filter(({ gameDate }) => gameDate <= half)
    // The first half of his season was with another club.
    await server.database.transaction(async (queries) => {
      const before = tables.lines.filter((line) => line.playerId === traded?.id && line.game.gameDate <= half)
      const [line] = before
      if (!line || !traded) throw new Error('No line to move')
      const { game: _game, ...kept } = line
      for (const { gameId } of before) {
        await queries
          .delete(officialLine)
          .where(and(eq(officialLine.playerId, traded.id), eq(officialLine.gameId, gameId)))
      }
      await queries
        .insert(officialLine)
        .values(earlier.map(({ id }) => ({ ...kept, nhlTeam: other, gameId: id, goals: 1, points: 2 })))
    })
    const { body } = await get(`/stats/players/${traded?.id}/time-series`)
    const lastThere = earlier.at(-1)?.gameDate ?? ''
    const later = plays(traded?.nhlTeam ?? '').filter(({ gameDate }) => gameDate > lastThere)
    expect(body.map(({ date }: TimeSeriesPoint) => date)).toEqual(
      [...earlier, ...later].map(({ gameDate }) => gameDate),
    )
    expect(body.slice(0, earlier.length).every(({ played }: TimeSeriesPoint) => played === 1)).toBe(true)
  })

  it('previews what an update would add or take away, to premium members', async () => {
    expect((await get('/stats/players-preview', 'premium')).body).toEqual([])
    const skaters = await players('skater')
    const line = tables.lines.findLast(({ playerId }) => skaters.slice(0, 20).some(({ id }) => id === playerId))
    const before = skaters.find(({ id }) => id === line?.playerId)
    if (!line || !before) throw new Error('No line to correct')
    const { seasonId } = tables.league
    const day = async (change: (each: Tables['lines'][number]) => Tables['lines']) => {
      const lines = tables.lines
        .filter(({ game }) => game.gameDate === line.game.gameDate)
        .flatMap((each) => (each.playerId === line.playerId ? change(each) : [each]))
        .map(({ game: _game, ...each }) => {
          const goalie = tables.players.find(({ id }) => id === each.playerId)?.position === 'G'
          return { ...each, kind: goalie ? ('goalie' as const) : ('skater' as const) }
        })
      await server.database.transaction((queries) =>
        saveDay(queries, seasonId, line.game.gameDate, { games: [], lines, without: [], settled: false }),
      )
    }
    const preview = async (): Promise<Player[]> => (await get('/stats/players-preview', 'premium')).body

    await day((each) => [{ ...each, assists: each.assists + 3 }])
    expect(await preview()).toMatchObject([
      { id: before.id, pointsDiffPrevious: 3, points: (before.points ?? 0) + 3, buyPrice: before.buyPrice },
    ])
    expect((await get(`/stats/players/${before.id}`)).body.points).toBe(before.points)
    await day(() => [])
    expect(await preview()).toMatchObject([{ id: before.id, points: (before.points ?? 0) - line.points }])

    await day((each) => [{ ...each, assists: each.assists + 3 }])
    await publish(server.database, NOW)
    expect(await preview()).toEqual([])
    // The list is told again once the server has heard of the update.
    const after = async () => (await players('skater')).find(({ id }) => id === before.id)
    await expect.poll(after).toMatchObject({ points: (before.points ?? 0) + 3, pointsDiffPrevious: 3 })
    // The source no longer has the line.
    await day(() => [])
    await publish(server.database, new Date(NOW.getTime() + 1_000))
    await expect.poll(after).toMatchObject({ points: (before.points ?? 0) - line.points })
  })
})

describe('the names of a team', () => {
  const rename = (member: string | null, teamId: number, body: object) =>
    server.ask(member, `/stats/teams/${teamId}`, { method: 'PATCH', body })
  const teams = async () => (await server.ask('member', '/stats/teams')).body

  it.each([
    ['longer than 31 characters', { name: 'n'.repeat(32), shortName: 'THU' }, 'NAME_INVALID'],
    ['with a control character', { name: 'Thurs\u0007day', shortName: 'THU' }, 'CHARACTER_REFUSED'],
    ["with another's short one", { name: 'Thursday', shortName: ' premium ' }, 'NAME_TAKEN'],
    ['without a short one', { name: 'Thursday' }, 'BAD_REQUEST'],
  ])('are refused with 400 when %s', async (_what, body, code) => {
    const before = await teams()
    expect(refusal(await rename('member', 3, body))).toEqual([400, code])
    expect(await teams()).toEqual(before)
  })

  it('are shown everywhere as soon as they are saved', async () => {
    await server.ask('member', '/stats/players?type=goalie')
    const { status, body } = await rename('member', 3, { name: '  Friday Night Skate ', shortName: 'FRI🏒' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 3, name: 'Friday Night Skate', shortName: 'FRI🏒' })
    expect((await teams()).find(({ id }: { id: number }) => id === 3)).toEqual(body)
    const goalies: Player[] = (await server.ask('member', '/stats/players?type=goalie')).body
    expect(goalies.flatMap(({ team }) => (team?.id === 3 ? [team.shortName] : []))).toContain('FRI🏒')
  })

  it('may be saved again as they are', async () => {
    const { name, shortName } = (await server.ask('member', '/stats/teams/3')).body
    expect((await rename('member', 3, { name, shortName })).status).toBe(200)
  })

  it('go to one of several teams that want the same or a look-alike at once', async () => {
    const LOOK_ALIKES = ['Wanted', 'WANTED', 'Ｗanted', 'Wante\uff44']
    const wanted = [
      ['member', 3],
      ['premium', 2],
      ['admin', 1],
      ['tuula', 4],
    ] as const
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        wanted.map(([member, teamId], each) =>
          rename(member, teamId, {
            name: `${LOOK_ALIKES[each]} ${round}`,
            shortName: `${['W', 'w', 'Ｗ', 'ｗ'][each]}${round}`,
          }),
        ),
      )
      expect(answers.map(({ status, body }) => (status === 200 ? 'saved' : body.code)).sort()).toEqual([
        'NAME_TAKEN',
        'NAME_TAKEN',
        'NAME_TAKEN',
        'saved',
      ])
    }
  })
})
