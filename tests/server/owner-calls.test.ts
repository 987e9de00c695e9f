import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#contract/call'
import { calls } from '#contract/calls'
import { openControl } from '#server/app/owner-app'
import { sendTo } from '#server/cli/connect'
import { commandCalls } from '#server/http/serve-change'
import { type DemoServer, demoServer, MORNING } from '../support/demo-members.ts'

let folder: string
let server: DemoServer
let origin: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hockey-pool-owner-'))
  server = await demoServer({ clock: () => MORNING, env: { DATA_DIR: folder } })
  await openControl(server.context)
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
}, 120_000)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** As a page of the app, and with all that a caller could claim. */
const CLAIMS = {
  'x-requested-with': 'hockey-pool',
  'acting-for': 'admin',
  'dry-run': 'true',
  'x-forwarded-for': '127.0.0.1',
}

describe.each(commandCalls)('$name', ({ call }) => {
  const body = call.method === 'GET' ? undefined : '{}'
  const address = addressOf(call)

  test('is not there over the network, for an admin and without a login', async () => {
    for (const member of [null, 'admin']) {
      const headers = { ...CLAIMS, ...(member !== null && { cookie: await server.cookie(member) }) }
      const answer = await fetch(`${origin}${address}`, {
        method: call.method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      })
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
    }
  })

  test.skipIf(process.platform === 'win32')('is there through the socket', async () => {
    const { status, bytes } = await sendTo(join(folder, 'control.sock'))({
      method: call.method,
      url: address,
      headers: body ? { 'content-type': 'application/json' } : {},
      // Nothing that any of them takes.
      payload: body,
    })
    expect([200, 400]).toContain(status)
    expect(bytes.toString()).not.toContain('another version')
  })
})

test.skipIf(process.platform === 'win32')('the socket is open to its owner alone', async () => {
  const { mode } = await stat(join(folder, 'control.sock'))
  expect((mode & 0o777).toString(8)).toBe('600')
})

test('no member reads of these calls', async () => {
  const { paths } = await (await fetch(`${origin}/api/openapi.json`)).json()
  expect(Object.keys(paths).filter((path) => path.startsWith('/api/v1/command'))).toEqual([])
  expect(calls.filter(({ call }) => commandCalls.some((each) => each.call.path === call.path))).toEqual([])
})

test('an admin over the network acts for no one else, and has a dry run only where the call has one', async () => {
  const headers = { 'acting-for': 'member' }
  const body = { kind: 'cash', teamId: 1, amount: 1 }
  const { expects } = (await server.ask('admin', '/corrections/preview', { method: 'POST', body })).body
  const made = await server.ask('admin', '/corrections', {
    method: 'POST',
    body: { asked: body, reason: 'A slip', expects },
    headers,
  })
  expect([made.status, made.body.by]).toEqual([200, 'admin'])
  const dry = await server.ask('admin', '/office/teams', {
    method: 'POST',
    body: { name: 'Thirteen', shortName: 'THIRT', cash: 0 },
    headers: { 'dry-run': 'true' },
  })
  expect([dry.status, dry.body.message]).toEqual([400, 'This call has no dry run.'])
})
