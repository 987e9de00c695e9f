import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { demoServer, MORNING } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'

const server = duringTests(() => demoServer({ clock: () => MORNING }))

const UNKNOWN = 999_999

const ADMIN_SECTIONS = ['draft-admin', 'next-season', 'office', 'office-statistics', 'office-records']
const FOR_ADMINS = [
  ...['getPresence', 'keepForTeam', 'unlockKeepers', 'draftForTeam', 'takeBackPick'],
  ...['putClock', 'pauseDraft', 'resumeDraft', 'getOfficeMessage', 'tellMembers'],
  ...['previewCorrection', 'makeCorrection'],
]
const FOR_PREMIUM = ['putTag', 'getPlayersPreview']
/** Read by the team's own member alone. */
const READ_BY_TEAM = ['getCart', 'getPickList']
/** Taken back by an admin for an absent team, too. */
const ALSO_BY_ADMINS = ['removeKeeper']
/** What a call is not even looked at without. */
const SENT: Record<string, { query?: string; body?: object | string }> = {
  patchTeam: { body: { name: 'Taken Over', shortName: 'OVER' } },
  putScratchStatus: { query: '?scratch-status=scratched' },
  putLineup: { body: { scratch: UNKNOWN, dress: UNKNOWN } },
  addToCart: { query: '?action=buy' },
  putTag: { body: 'good' },
  putPickList: { body: { playerIds: [] } },
  putPickForMe: { body: { mode: 'now' } },
}

const accessOf = (section: string, name: string): 'member' | 'premium' | 'admin' => {
  if (ADMIN_SECTIONS.includes(section) || FOR_ADMINS.includes(name)) return 'admin'
  return FOR_PREMIUM.includes(name) ? 'premium' : 'member'
}

const asked = calls.map(({ section, name, call: { method, path } }) => ({
  name,
  access: accessOf(section, name),
  method,
  path: path.replace('/api/v1', ''),
  isOfTeam: READ_BY_TEAM.includes(name) || (method !== 'GET' && path.includes('{teamId}')),
}))

const ROLE = 'You do not have permission to modify this team.'

/** With unknown ids where none is given. */
const answerTo = async (
  member: string | null,
  { method, path }: (typeof asked)[number],
  { teamId = UNKNOWN, query = '', body = {} }: { teamId?: number; query?: string; body?: object | string } = {},
): Promise<[number, string]> => {
  const address = path.replace('{teamId}', `${teamId}`).replaceAll(/\{\w+\}/g, `${UNKNOWN}`)
  const answer = await server.ask(member, address + query, { method, ...(method !== 'GET' && { body }) })
  return [answer.status, answer.body?.message]
}

/** A refusal comes before a look at what was sent. */
test.each(asked)('$name is for every $access', async (call) => {
  const { name, access, method, isOfTeam } = call
  expect(await answerTo(null, call)).toEqual([401, 'Please log in.'])
  if (access === 'member') {
    const [status] = await answerTo('newcomer', call)
    if (method === 'GET' && !isOfTeam) expect([200, 400, 404]).toContain(status)
    return
  }
  const others = ['newcomer', 'member', 'premium', 'admin'].filter((member) => member !== access)
  for (const member of others) expect(await answerTo(member, call), member).toEqual([403, ROLE])
  // These ids are unknown, and the draft is over; a tag is of a team's own.
  const [status, message] = await answerTo(access, call)
  if (name !== 'putTag') expect([200, 400, 404, 409]).toContain(status)
  if (status !== 200) expect(message).not.toBe('')
})

test.each(asked.filter(({ isOfTeam, access }) => isOfTeam && access !== 'admin'))(
  "$name is for the team's own member, whatever the role of others",
  async (call) => {
    const records = () => server.rows(sql`select count(*)::int as records from audit_record`)
    const before = await records()
    const roles = ['premium', 'newcomer', ...(ALSO_BY_ADMINS.includes(call.name) ? [] : ['admin'])]
    for (const [member, teamId] of [
      ...roles.map((role) => [role, 3] as const),
      ['member', 1],
      ['member', UNKNOWN],
    ] as const)
      expect(await answerTo(member, call, { teamId, ...SENT[call.name] }), `${member} ${teamId}`).toEqual([403, ROLE])
    expect(await records()).toEqual(before)
  },
)

test('the office is announced to admins alone, and corrections to all members', async () => {
  const featuresOf = async (member: string) => (await server.ask(member, '/user')).body.features
  expect(await featuresOf('admin')).toEqual(expect.arrayContaining(['corrections', 'office']))
  for (const member of ['newcomer', 'member', 'premium']) {
    expect(await featuresOf(member)).toContain('corrections')
    expect(await featuresOf(member)).not.toContain('office')
  }
})
