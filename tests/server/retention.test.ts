import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { applyRetention, KEPT, startRetention } from '#server/db/retention'
import { duringTests } from '../support/during-tests.ts'
import { emptyTables } from '../support/empty-league.ts'
import { projectRoot } from '../support/league-server.ts'
import { secondProcess } from '../support/second-process.ts'
import { testDatabase } from '../support/test-database.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

describe('how long rows stay', () => {
  let now = NOW
  let told: object[] = []
  const database: Database = duringTests(() => testDatabase())
  beforeEach(async () => {
    await emptyTables(database)
    now = NOW
    told = []
  })

  const log = { info: (what: object) => void told.push(what), error: (what: object) => void told.push(what) }
  const context = (of = database) => ({ database: of, clock: () => now, log }) as Parameters<typeof applyRetention>[0]
  const run = (script: string) => database.transaction((queries) => queries.execute(sql.raw(script)))
  const count = async (from: string): Promise<number> => {
    const { rows } = await database.transaction((queries) =>
      queries.execute<{ found: number }>(sql.raw(`select count(*) as found from ${from}`)),
    )
    return Number(rows[0]?.found)
  }
  /** An instant so long before now. */
  const ago = (time: string) => `timestamptz '${NOW.toISOString()}' - interval '${time}'`

  const audit = (rows: number, time: string, call = 'a.b', subject = 'one') =>
    run(`insert into audit_record (at, subject, method, call, params)
         select ${ago(time)}, '${subject}', 'POST', '${call}', '{}' from generate_series(1, ${rows})`)
  const session = (name: string, subject: string, used: string, expires: string) =>
    run(`insert into session (id_hash, issuer, subject, name, roles, tokens, created_at, used_at, refreshed_at, expires_at)
         values ('${name}', 'i', '${subject}', 'n', '{}', '', ${ago(used)}, ${ago(used)}, ${ago(used)}, ${ago(expires)})`)

  it('is what its page says', async () => {
    const page = await readFile(join(projectRoot, 'docs/operate/limits-and-retention.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| '))
    const days = (ms: number) => ms / 86_400_000
    const row = (what: string, ...facts: readonly (number | string)[]) => {
      const found = rows.find((line) => line.startsWith(`| ${what} |`)) ?? ''
      for (const fact of facts) expect(found, what).toContain(fact.toLocaleString('en'))
    }
    row('records of changes', `${days(KEPT.auditMs) / 365} years`, KEPT.auditsOfCall)
    row('answers under an `Idempotency-Key`', `${days(KEPT.answersMs)} days`, KEPT.answersOfLogin)
    row('logins', KEPT.sessionsOfLogin)
    row('invitations', `${days(KEPT.invitationsMs)} days`)
    row('unsent notifications', `${days(KEPT.noticesMs)} day`)
    row('scores of the score page', `${days(KEPT.scoresMs)} days`)
    row('messages of the live channel', `${KEPT.liveEventsMs / 3_600_000} hour`)
    row('live channels', `${KEPT.liveChannelsMs / 60_000} minute`)
  })

  it('is kept so long and no longer', async () => {
    await audit(1, '729 days')
    await audit(2, '731 days')
    await run(`insert into kept_answer values
      ('one', 'young', '', 200, '', ${ago('167 hours')}), ('one', 'old', '', 200, '', ${ago('169 hours')})`)
    await session('lives', 'one', '2 days', '-1 minute')
    await session('ended', 'one', '2 days', '1 minute')
    await run(`insert into passkey_challenge values
      ('lives', 'login x', ${ago('-1 minute')}), ('ended', 'login x', ${ago('1 minute')})`)
    await run(`insert into live_channel (id, login, cursor, opened_at, seen_at) values
      ('seen', 'lives', 0, ${ago('1 day')}, ${ago('50 seconds')}), ('unseen', 'lives', 0, ${ago('1 day')}, ${ago('70 seconds')})`)
    await run(
      `insert into live_event (written_at, body) values (${ago('50 minutes')}, '{}'), (${ago('70 minutes')}, '{}')`,
    )

    await applyRetention(context())

    const left = [
      `audit_record`,
      `kept_answer where key = 'young'`,
      `session where id_hash = 'lives'`,
      `passkey_challenge where challenge = 'lives'`,
      `live_channel where id = 'seen'`,
      `live_event where written_at > ${ago('1 hour')}`,
    ]
    expect(await Promise.all(left.map(count))).toEqual([1, 1, 1, 1, 1, 1])
    const all = left.map((from) => from.split(' ')[0] ?? '')
    expect(await Promise.all(all.map(count))).toEqual([1, 1, 1, 1, 1, 1])
    expect(told).toEqual([
      {
        dropped: {
          ...{ audit_record: 2, kept_answer: 1, session: 1, passkey_challenge: 1 },
          ...{ live_channel: 1, live_event: 1 },
        },
      },
    ])
  })

  it('ends at 5,000 records of one call of a login, which push out no others', async () => {
    await audit(2, '5 days', 'trading.executeTrade')
    await audit(5_000, '4 days', 'trading.emptyCart', 'other')
    await audit(7_000, '3 days', 'trading.emptyCart')
    await audit(5_000, '2 days', 'trading.emptyCart')
    await applyRetention(context())
    expect(await count(`audit_record where call = 'trading.executeTrade'`)).toBe(2)
    expect(await count(`audit_record where subject = 'other'`)).toBe(5_000)
    expect(await count(`audit_record where subject = 'one' and call = 'trading.emptyCart'`)).toBe(5_000)
    expect(await count(`audit_record where at = ${ago('3 days')}`)).toBe(0)
  })

  it('ends at the 50 sessions that were used last', async () => {
    for (let nr = 1; nr <= 53; nr += 1) await session(`s${nr}`, 'one', `${nr} hours`, '-1 day')
    await session('x', 'other', '60 hours', '-1 day')
    await applyRetention(context())
    expect(await count('session')).toBe(51)
    expect(await count(`session where id_hash in ('s51', 's52', 's53')`)).toBe(0)
  })

  it('is looked at once a day, whatever the clock did', async () => {
    await applyRetention(context())
    now = new Date(NOW.getTime() + 86_000_000)
    await applyRetention(context())
    expect(told).toHaveLength(1)
    now = new Date(NOW.getTime() + 86_400_000)
    await applyRetention(context())
    expect(told).toHaveLength(2)
    // Set back by a month.
    now = new Date(NOW.getTime() - 30 * 86_400_000)
    await applyRetention(context())
    expect(told).toHaveLength(3)
  })

  it('is done by one process at a time, and not while other work is done', async () => {
    await audit(10, '800 days')
    const second = await secondProcess(database)
    const other = second ?? database
    await database.exclusively(async () => {
      await applyRetention(context(other))
      expect(told).toEqual([])
    })
    await Promise.all([applyRetention(context()), applyRetention(context(other))])
    expect(told).toEqual([{ dropped: { audit_record: 10 } }])
    await second?.close()
  })

  it('is looked at a minute after the start, and then every hour', async () => {
    await audit(1, '800 days')
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    const stop = startRetention(context())
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await expect.poll(() => told.length).toBe(1)
    await stop()
    expect(await count('audit_record')).toBe(0)
  })
})
