import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { noteBackup } from '#contract/command'
import type { AuditEntry, AuditPage } from '#contract/office-records'
import { saveAudit } from '#server/league/audit'
import { changeMembers } from '#server/league/office/members'
import { asOwner, commandOn } from '../support/command-on.ts'
import { duringTests } from '../support/during-tests.ts'
import { preseasonInProcess } from '../support/preseason-server.ts'

let now = new Date('2026-11-21T20:00:00Z')
const server = duringTests(() => preseasonInProcess({ teams: 3, clock: () => now }))
beforeAll(async () => {
  // Three people change something on two days of the league; the second is 03:30 in UTC, still the day before in Toronto.
  await rename('member', 'Blue Line Boys')
  await tell('One.')
  now = new Date('2026-11-23T03:30:00Z')
  await rename('premium', 'Power Pucks')
  await tell('Two.')
  await commandOn(server.database, 'tell Three.', { now: now.toISOString() })
})

async function rename(member: string, name: string) {
  const { teamId } = (await server.ask(member, '/user')).body
  const { body } = await server.ask(member, `/stats/teams/${teamId}`)
  const names = { name, shortName: body.shortName }
  expect((await server.ask(member, `/stats/teams/${teamId}`, { method: 'PATCH', body: names })).status).toBe(200)
}

async function tell(words: string) {
  const { message } = (await server.ask('admin', '/office/message')).body
  const body = { words, after: message?.id ?? null }
  expect((await server.ask('admin', '/office/message', { method: 'PUT', body })).status).toBe(200)
}

const records = async (query: Record<string, string> = {}): Promise<AuditPage> =>
  (await server.ask('admin', `/office/audit?${new URLSearchParams(query)}`)).body
const short = ({ entries }: { entries: readonly AuditEntry[] }) =>
  entries.map(({ by, kind, action }) => `${by}: ${kind}.${action}`)

describe('the records', () => {
  test('say who did what and to what, the newest first, with names', async () => {
    const page = await records()
    expect(short(page)).toEqual([
      'command: message.tellMembers',
      'admin: message.tellMembers',
      'premium: stats.patchTeam',
      'admin: message.tellMembers',
      'member: stats.patchTeam',
    ])
    expect(page.entries.map(({ sentence }) => sentence)).toEqual([
      'The command sent all members the message “Three.”',
      'admin sent all members the message “Two.”',
      expect.stringMatching(/^premium renamed the team .+ \((\S+)\) to Power Pucks \(\1\)\.$/),
      'admin sent all members the message “One.”',
      expect.stringMatching(/^member renamed the team .+ \((\S+)\) to Blue Line Boys \(\1\)\.$/),
    ])
    expect({ by: page.by, kinds: page.kinds, next: page.next }).toEqual({
      by: ['admin', 'command', 'member', 'premium'],
      kinds: ['message', 'stats'],
      next: undefined,
    })
  })

  test.each<[Record<string, string>, string[]]>([
    [{ by: 'premium' }, ['premium: stats.patchTeam']],
    [{ kind: 'stats' }, ['premium: stats.patchTeam', 'member: stats.patchTeam']],
    [{ day: '2026-11-21' }, ['admin: message.tellMembers', 'member: stats.patchTeam']],
    [{ day: '2026-11-22', kind: 'stats' }, ['premium: stats.patchTeam']],
    [{ day: '2026-11-23' }, []],
    [{ by: "' or 1=1 --" }, []],
  ])('are filtered by %o', async (query, expected) => {
    expect(short(await records(query))).toEqual(expected)
  })

  test('come a page at a time', async () => {
    for (let nr = 1; nr <= 55; nr += 1) await tell(`Number ${nr}.`)
    const first = await records({ by: 'admin' })
    expect([first.entries.length, first.entries[0]?.sentence]).toEqual([
      50,
      'admin sent all members the message “Number 55.”',
    ])
    const second = await records({ by: 'admin', before: String(first.next) })
    expect([second.entries.length, second.next]).toEqual([7, undefined])
    expect(second.entries.at(-1)?.sentence).toBe('admin sent all members the message “One.”')
  })

  test('keep the name of a removed member', async () => {
    const { members } = (await server.ask('admin', '/office/members')).body
    const { id } = members.find((member: { userName: string }) => member.userName === 'premium')
    await server.database.transaction((queries) => changeMembers(queries, { added: [], changed: [], removed: [id] }))
    expect(short(await records({ by: 'premium' }))).toEqual(['premium: stats.patchTeam'])
  })

  test('do not take people for the server who are named like it', async () => {
    const called = (name: string) =>
      server.rows(sql`update member set display_name = ${name} where user_name = 'admin'`)
    for (const name of ['server', 'command', 'pick-list']) {
      await called(name)
      await tell(`From ${name}.`)
      const { entries } = await records({ kind: 'message' })
      expect(entries[0]).toMatchObject({ by: name, sentence: `${name} sent all members the message “From ${name}.”` })
    }
    await called('admin')
    // Not even an admin of the provider who is not a member, nor a member who was removed.
    const record = { at: now, memberId: null, method: 'POST', call: 'draft-room.pauseDraft', params: { by: 'Ann' } }
    await server.database.transaction(async (queries) => {
      await saveAudit(queries, { ...record, subject: 'server' })
      await saveAudit(queries, { ...record, subject: 'member-9', name: 'command' })
      await saveAudit(queries, { ...record, subject: 'server', method: 'COMMAND' })
    })
    const { entries } = await records({ kind: 'draft-room' })
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      'The server paused the draft.',
      'command paused the draft.',
      'server paused the draft.',
    ])
    await server.rows(sql`delete from audit_record where call = 'draft-room.pauseDraft' or params::text like '%From %'`)
  })

  test('of something too long say whom it was about', async () => {
    const playerIds = Array.from({ length: 300 }, (_, index) => 8_470_000 + index)
    const record = { at: now, memberId: null, subject: 'member', method: 'PUT', call: 'draft-room.putPickList' }
    await server.database.transaction((queries) =>
      saveAudit(queries, { ...record, params: { teamId: 3, body: { playerIds } } }),
    )
    const { entries } = await records({ kind: 'draft-room' })
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^member changed the pick list of \S+\.$/),
    ])
  })

  test('are had as a table file', async () => {
    const { body } = await server.ask('admin', '/office/audit-file?kind=stats')
    const lines = body.csv.trim().split('\r\n')
    expect(body.name).toBe('records-2026-11-22.csv')
    expect(lines[0]).toBe('at,by,kind,action,sentence,reason,details')
    expect(lines[1]).toMatch(
      /^2026-11-23T03:30:00\.000Z,premium,stats,patchTeam,premium renamed the team .+ to Power Pucks \(T2\)\.,,"was .+, team \S+, name Power Pucks,/,
    )
    expect(lines).toHaveLength(3)
  })

  test('are listed by the command, the newest last', async () => {
    const audit = (words: string) => commandOn(server.database, `audit ${words}`)
    expect(await audit('--call stats')).toEqual([
      expect.stringMatching(/^2026-11-21.*15:00:00 {2}member renamed the team .+ to Blue Line Boys /),
      expect.stringMatching(/^2026-11-22.*22:30:00 {2}premium renamed the team .+ to Power Pucks /),
      'Times are those of the league, America/Toronto.',
    ])
    expect(await audit('--day 2020-01-01')).toEqual(['There are no such records.'])
    const [none, kinds] = await audit('--call nonsense')
    expect([none, kinds]).toEqual(['There are no such records.', expect.stringMatching(/^Kinds are: (.+, )?stats/)])
    const [file] = await audit('--call stats --csv DIR/audit.csv')
    expect(file).toMatch(/^audit\.csv:\n\uFEFFat,by,kind,action,sentence,reason,details\r\n2026-11-23T/)
  })
})

const download = async (member: string | null, headers: Record<string, string> = {}) => {
  const cookie = member === null ? {} : { cookie: await server.cookie(member) }
  return server.app.inject({ method: 'GET', url: '/api/v1/office/backup', headers: { ...cookie, ...headers } })
}

describe('a backup', () => {
  test.each([
    [null, 401],
    ['newcomer', 403],
    ['member', 403],
  ])('is not for %s', async (member, status) => {
    expect((await download(member)).statusCode).toBe(status)
  })

  test('is not made for another site', async () => {
    expect((await download('admin', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })

  test('is downloaded whole, and the office knows when and by whom', async () => {
    const { statusCode, headers, rawPayload } = await download('admin', { 'sec-fetch-site': 'same-origin' })
    expect([statusCode, headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'attachment; filename="pool-2026-11-22.backup"',
      'no-store',
    ])
    const [head = '{}', ...lines] = gunzipSync(rawPayload).toString().trim().split('\n')
    expect(JSON.parse(head)).toMatchObject({ hockeyPoolBackup: 1, season: 20262027 })
    expect(lines.length).toBeGreaterThan(500)
    const { body } = await server.ask('admin', '/office/backups')
    expect(body).toEqual({
      day: '2026-11-22',
      backups: [
        {
          at: now.toISOString(),
          by: 'admin',
          place: 'downloaded as pool-2026-11-22.backup',
          bytes: rawPayload.length,
        },
      ],
    })
  })

  test('is not made for HEAD, which says what there would be, to a member who may have it', async () => {
    const before = await server.ask('admin', '/office/backups')
    const head = async (member: string, path: string) => {
      const { statusCode, headers, rawPayload } = await server.app.inject({
        method: 'HEAD',
        url: `/api/v1/office${path}`,
        headers: { cookie: await server.cookie(member) },
      })
      return [statusCode, headers['content-type'], headers['content-length'], headers.etag, rawPayload.length]
    }
    expect(await head('admin', '/backup')).toEqual([200, 'application/gzip', undefined, undefined, 0])
    expect((await head('member', '/backup'))[0]).toBe(403)
    expect(await head('admin', '/audit-file')).toEqual([
      200,
      'application/json; charset=utf-8',
      undefined,
      undefined,
      0,
    ])
    expect((await head('member', '/audit-file'))[0]).toBe(403)
    expect((await server.ask('admin', '/office/backups')).body).toEqual(before.body)
  })

  test('that the command wrote is known, too', async () => {
    // What the command does once it has written its file.
    const body = { place: '/srv/pool.backup', bytes: 1234 }
    await asOwner(server.database, (league) => league.call(noteBackup, { body }), { now: () => now })
    const { backups } = (await server.ask('admin', '/office/backups')).body
    expect(backups[0]).toEqual({ at: now.toISOString(), by: 'command', ...body })
  })
})
