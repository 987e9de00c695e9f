import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerRequestLog } from '#server/http/request-log'

/** The routes and states of requests that reach the log. */
async function logged(isTerminal: boolean): Promise<unknown[]> {
  const lines: unknown[] = []
  const stream = {
    write: (text: string) => {
      const { msg, route, status } = JSON.parse(text)
      if (msg === 'Request') lines.push([route, status])
    },
  }
  const app = fastify({ logger: { level: 'info', stream }, disableRequestLogging: true })
  registerRequestLog(app, ['/frequent'], isTerminal)
  for (const [path, status] of Object.entries({
    '/frequent': 200,
    '/fine': 200,
    '/none': 404,
    '/starts': 503,
    '/broken': 500,
  })) {
    app.get(path, (_, reply) => reply.status(status).send())
  }
  for (const path of ['/frequent', '/fine?code=secret', '/none', '/starts', '/broken']) await app.inject(path)
  await app.close()
  return lines
}

test('a log that is collected has each request by its route, but for the frequent ones', async () => {
  expect(await logged(false)).toEqual([
    ['/fine', 200],
    ['/none', 404],
    ['/starts', 503],
    ['/broken', 500],
  ])
})

test('at a terminal there is only what broke below the address and the logins', async () => {
  expect(await logged(true)).toEqual([['/broken', 500]])
})
