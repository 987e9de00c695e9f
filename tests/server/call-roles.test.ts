import { expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { demoServer, MORNING } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'

const server = duringTests(() => demoServer({ clock: () => MORNING }))

const ADMIN_SECTIONS = ['draft-admin', 'next-season', 'office', 'office-statistics', 'office-records']
const FOR_ADMINS = [
  ...['getPresence', 'keepForTeam', 'unlockKeepers', 'draftForTeam', 'takeBackPick'],
  ...['putClock', 'pauseDraft', 'resumeDraft', 'getOfficeMessage', 'tellMembers'],
  ...['previewCorrection', 'makeCorrection'],
]
const FOR_PREMIUM = ['putTag', 'getPlayersPreview']
/** Read by the team's own member alone; the tests of carts and pick lists ask as others. */
const OF_A_TEAM = ['getCart', 'getPickList']

const accessOf = (section: string, name: string): 'member' | 'premium' | 'admin' => {
  if (ADMIN_SECTIONS.includes(section) || FOR_ADMINS.includes(name)) return 'admin'
  return FOR_PREMIUM.includes(name) ? 'premium' : 'member'
}

/** Every call, with unknown ids. */
const asked = calls.map(({ section, name, call }) => ({
  name,
  access: accessOf(section, name),
  method: call.method,
  path: call.path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '999999'),
}))

const ROLE = 'You do not have permission to modify this team.'

/** A refusal comes before a look at what was sent. */
test.each(asked)('$name is for every $access', async ({ name, access, method, path }) => {
  const answerTo = async (member: string | null): Promise<[number, string]> => {
    const { status, body } = await server.ask(member, path, { method, ...(method === 'GET' ? {} : { body: {} }) })
    return [status, body?.message]
  }
  expect(await answerTo(null)).toEqual([401, 'Please log in.'])
  if (access === 'member') {
    const [status] = await answerTo('newcomer')
    if (method === 'GET' && !OF_A_TEAM.includes(name)) expect([200, 400, 404]).toContain(status)
    return
  }
  const others = ['newcomer', 'member', 'premium', 'admin'].filter((member) => member !== access)
  for (const member of others) expect(await answerTo(member), member).toEqual([403, ROLE])
  // These ids are unknown, and the draft is over; a tag is of a team's own.
  const [status, message] = await answerTo(access)
  if (name !== 'putTag') expect([200, 400, 404, 409]).toContain(status)
  if (status !== 200) expect(message).not.toBe('')
})

test('the office is announced to admins alone, and corrections to all members', async () => {
  const featuresOf = async (member: string) => (await server.ask(member, '/user')).body.features
  expect(await featuresOf('admin')).toEqual(expect.arrayContaining(['corrections', 'office']))
  for (const member of ['newcomer', 'member', 'premium']) {
    expect(await featuresOf(member)).toContain('corrections')
    expect(await featuresOf(member)).not.toContain('office')
  }
})
