import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPush } from '#server/push/push-sender'
import { commandOn } from '../support/command-on.ts'
import { cookieOf, type DemoServer, demoServer, MORNING, refusedWith } from '../support/demo-members.ts'
import { PUSH_HOST, type PushService, pushService } from '../support/push-service.ts'

let service: PushService
let server: DemoServer
let stopSending: () => Promise<void>
beforeAll(async () => {
  service = await pushService()
  service.answer(() => ({ status: 201 }))
  server = await demoServer({ clock: () => MORNING, env: { PUSH_HOSTS: PUSH_HOST } })
  stopSending = await startPush(server.context, service.outside)
})
afterAll(async () => {
  await stopSending()
  await server.close()
  await service.close()
})

const shown = async (member: string) => (await server.ask(member, '/message')).body.message
const office = async () => (await server.ask('admin', '/office/message')).body
const tell = (words: string, after: number | null) =>
  server.ask('admin', '/office/message', { method: 'PUT', body: { words, after } })

/** A device of a member's that is notified, of messages or not. */
async function device(member: string, message: boolean) {
  const cookie = await cookieOf(server.database, member, server.context.env.publicUrl, MORNING)
  const { subscription } = service.device()
  const kinds = { turn: false, next: false, start: false, message }
  const { status } = await server.ask(null, '/push', {
    method: 'PUT',
    body: { ...subscription, kinds },
    headers: { cookie },
  })
  expect(status).toBe(200)
  return subscription
}
const pushedTo = ({ endpoint }: { endpoint: string }) =>
  service.pushed.filter((each) => each.endpoint === endpoint).map(({ message }) => message)

describe('a message to all members', () => {
  test('is shown to everybody until they have read it, and the admin sees who has', async () => {
    expect(await shown('member')).toBeNull()
    const { status, body } = await tell('  The draft begins\n at eight. ', null)
    expect(status).toBe(200)
    expect(body.message).toMatchObject({ words: 'The draft begins at eight.', by: 'admin' })
    const message = await shown('member')
    expect(message).toEqual(body.message)
    const read = await server.ask('member', `/message/${message.id}/read`, { method: 'POST' })
    expect(read.body).toEqual({ message: null })
    // A second device of theirs, or a request that is repeated.
    expect((await server.ask('member', `/message/${message.id}/read`, { method: 'POST' })).status).toBe(200)
    expect(await shown('member')).toBeNull()
    expect(await shown('newcomer')).toEqual(message)
    // Its author need not be notified.
    expect(await shown('admin')).toBeNull()
    const { readBy, unreadBy } = await office()
    expect(readBy.sort()).toEqual(['admin', 'member'])
    expect(unreadBy).toHaveLength(11)
  })

  test('takes the place of the one before, for those who have read that, too', async () => {
    const { message } = await office()
    expect((await tell('At nine.', message.id)).status).toBe(200)
    expect((await shown('member')).words).toBe('At nine.')
    expect((await office()).readBy).toEqual(['admin'])
  })

  test('by two admins at once is told once; the second is told so, or has told the same', async () => {
    const { message } = await office()
    const answers = await Promise.all([tell('At ten.', message.id), tell('At eleven.', message.id)])
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'CHANGED_MEANWHILE'])
    const now = await office()
    expect((await tell(now.message.words, message.id)).body.message).toEqual(now.message)
  })

  test('with a character that cannot be shown is refused', async () => {
    expect(refusedWith(await tell('a\u202eb', null))).toBe(
      '400 MESSAGE_INVALID: A message has at most 280 characters that can be shown.',
    )
  })

  test('is taken away by an empty one', async () => {
    const { message } = await office()
    expect((await tell('', message.id)).body).toMatchObject({ message: null, readBy: [], unreadBy: [] })
    expect(await shown('newcomer')).toBeNull()
  })

  test('is pushed to devices where that is switched on', async () => {
    const [on, off] = [await device('member', true), await device('premium', false)]
    expect((await office()).notified).toBe(1)
    await tell('Bring skates.', null)
    await expect.poll(() => pushedTo(on)).toHaveLength(1)
    expect(pushedTo(on)[0]).toMatchObject({
      title: 'A message from admin',
      body: 'Bring skates.',
      navigate: `${server.context.env.publicUrl}/`,
    })
    expect(pushedTo(off)).toEqual([])
  })

  test('is told by the command, too', async () => {
    const told = await commandOn(server.database, ['tell', 'By command.'])
    expect(told).toEqual(['Shown to all members until they have read it; one device is notified.'])
    expect(await shown('newcomer')).toMatchObject({ words: 'By command.', by: null })
    expect(await commandOn(server.database, ['tell', ''])).toEqual(['Message removed.'])
    expect(await shown('newcomer')).toBeNull()
  })
})

test('refresh has every process read the league again', async () => {
  const { body: before } = await server.ask('member', '/stats/teams')
  await server.database.transaction(async (queries) => {
    await queries.execute(`update team set name = 'By Hand' where id = ${before[0].id}`)
  })
  expect((await server.ask('member', '/stats/teams')).body[0].name).toBe(before[0].name)
  expect(await commandOn(server.database, 'refresh')).toEqual(['Every process reads the league again.'])
  await expect.poll(async () => (await server.ask('member', '/stats/teams')).body[0].name).toBe('By Hand')
})
