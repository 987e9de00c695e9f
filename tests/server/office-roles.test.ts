import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { type DemoServer, demoServer, MORNING } from '../support/demo-members.ts'

let server: DemoServer
beforeAll(async () => {
  server = await demoServer({ clock: () => MORNING })
})
afterAll(() => server.close())

const office = calls.filter(({ call }) => call.path.startsWith('/api/v1/office/'))

/** Every call of the office, with unknown ids. */
const asked = office.map(({ section, name, call }) => ({
  name: `${section}.${name}`,
  method: call.method,
  path: call.path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '999999'),
}))

const ROLE = 'You do not have permission to modify this team.'

/** A refusal comes before a look at what was sent. */
describe.each(asked)('$name', ({ method, path }) => {
  test.each([
    [null, 401, 'Please log in.'],
    ['newcomer', 403, ROLE],
    ['member', 403, ROLE],
    ['premium', 403, ROLE],
  ] as const)('by %s: %i', async (member, status, message) => {
    const answer = await server.ask(member, path, { method, ...(method === 'GET' ? {} : { body: {} }) })
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  test('by an admin it is looked at', async () => {
    const { status, body } = await server.ask('admin', path, { method, ...(method === 'GET' ? {} : { body: {} }) })
    // These ids are unknown, and nothing was announced.
    expect([200, 400, 404]).toContain(status)
    if (status !== 200) expect(body.message).not.toBe('')
  })
})

test('the office is announced to admins alone', async () => {
  const featuresOf = async (member: string) => (await server.ask(member, '/user')).body.features
  expect(await featuresOf('admin')).toContain('office')
  for (const member of ['newcomer', 'member', 'premium']) expect(await featuresOf(member)).not.toContain('office')
})
