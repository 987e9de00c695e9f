import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OfficeMember } from '#contract/office'
import { duringTests } from '../support/during-tests.ts'
import { joined, type Phone, startAccounts, Phone as VisitingPhone } from './accounts-phone.ts'

let admin: Phone
const server = duringTests(() => startAccounts({ LOG_LEVEL: 'debug' }))
beforeAll(async () => {
  admin = await joined(server, 'admin')
})

const OWN = { 'x-requested-with': 'hockey-pool', 'sec-fetch-site': 'same-origin' }

async function named(userName: string): Promise<OfficeMember> {
  const { text } = await admin.visitor.go(`${server.origin}/api/v1/office/members`)
  const found = JSON.parse(text).members.find((member: OfficeMember) => member.userName === userName)
  if (!found) throw new Error(`There is no ${userName}.`)
  return found
}

async function invite(userName: string, lost = false, headers: Record<string, string> = {}) {
  const { id } = await named(userName)
  return admin.post(`/api/v1/office/members/${id}/invitation`, { lost }, { ...OWN, ...headers })
}

const everything = async () => {
  const tables = sql`select (select jsonb_agg(a)::text from audit_record a) || (select jsonb_agg(k)::text from kept_answer k)
    || (select jsonb_agg(i)::text from invitation i) as text`
  const { rows } = await server.database.transaction((queries) => queries.execute<{ text: string }>(tables))
  return `${rows[0]?.text} ${JSON.stringify(server.lines)}`
}

describe('an invitation from the office', () => {
  test('is a link for 14 days that leads in once, and that the list shows as open', async () => {
    expect(await named('anna')).toMatchObject({ passkeys: 0 })
    const { status, body } = await invite('anna')
    expect(status).toBe(200)
    expect(body.link).toMatch(new RegExp(`^${server.origin}/idp/invitation/[\\w-]{43}$`))
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(14)
    expect((await named('anna')).invitedUntil).toBe(body.expiresAt)
    const phone = new VisitingPhone(server.origin)
    expect((await phone.make(body.link)).status).toBe(200)
    expect(await phone.name()).toBe('Anna Ek')
    const anna = await named('anna')
    expect({
      passkeys: anna.passkeys,
      invitedUntil: anna.invitedUntil,
      devices: anna.logins.map(({ device }) => device),
    }).toEqual({
      passkeys: 1,
      invitedUntil: undefined,
      devices: ['iPhone, Safari'],
    })
  })

  test('ends an earlier one, and with a lost phone its passkeys and logins', async () => {
    const phone = await joined(server, 'premium')
    const first = await invite('premium')
    expect(await phone.name()).toBe('premium')
    const second = await invite('premium', true)
    await expect.poll(() => phone.name()).toBeNull()
    expect((await new VisitingPhone(server.origin).make(first.body.link)).status).toBe(410)
    expect((await new VisitingPhone(server.origin).make(second.body.link)).status).toBe(200)
    expect((await named('premium')).passkeys).toBe(1)
  })

  test('is shown once: neither the records nor the log nor a repeated request have it', async () => {
    const key = { 'idempotency-key': 'one' }
    const { body } = await invite('newcomer', false, key)
    const token = body.link.split('/').at(-1)
    expect(token).toHaveLength(43)
    expect(await invite('newcomer', false, key)).toEqual({
      status: 409,
      body: {
        code: 'SHOWN_ONCE',
        message: 'For safety the link is shown only once. Create a new one.',
      },
    })
    const text = await everything()
    expect(text).toContain('office.inviteMember')
    expect(text).not.toContain(token)
    // The repeated request did nothing: the link still leads in.
    expect((await new VisitingPhone(server.origin).make(body.link)).status).toBe(200)
  })

  test('of two admins at once one holds, which is the later one', async () => {
    const [one, other] = await Promise.all([invite('member'), invite('member')])
    const answers = await Promise.all(
      [one, other].map(async ({ body }) => (await new VisitingPhone(server.origin).make(body.link)).status),
    )
    expect(answers.sort()).toEqual([200, 410])
  })
})
