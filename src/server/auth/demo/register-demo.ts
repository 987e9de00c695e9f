import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'
import { demoMembers, findDemoMember } from '../../store/identity.ts'
import { type Page, pageHeaders, pageHtml, sentencePage } from '../page.ts'
import { createDemoProvider, type DemoParts } from './demo-provider.ts'
import { accountPage, loginPage } from './pages.ts'

const LONGEST_FORM = 4_096

type DemoProvider = Awaited<ReturnType<typeof createDemoProvider>>

function show(response: ServerResponse, status: number, page: Page): void {
  response.writeHead(status, pageHeaders(page)).end(pageHtml(page))
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk
    if (body.length > LONGEST_FORM) break
  }
  return new URLSearchParams(body.length > LONGEST_FORM ? '' : body)
}

/** The step in which somebody says who he is. */
async function login(provider: DemoProvider, parts: DemoParts, request: IncomingMessage, response: ServerResponse) {
  const over = sentencePage('Login failed', 'This login was begun elsewhere, or too long ago.', {
    href: '/auth/login',
    label: 'Log in again',
  })
  const interaction = await provider.interactionDetails(request, response).catch(() => null)
  const path = `/login/${interaction?.uid}`
  if (!interaction || request.url?.split('?')[0] !== path) return show(response, 400, over)
  if (request.method !== 'POST') {
    return show(response, 200, loginPage(`/idp${path}`, await parts.database.transaction(demoMembers)))
  }
  const userName = (await readForm(request)).get('member') ?? ''
  const member = await parts.database.transaction((queries) => findDemoMember(queries, userName))
  if (!member) return show(response, 400, over)
  await provider.interactionFinished(request, response, { login: { accountId: member.userName } })
}

/** Serves the demo's provider under `/idp`. */
export async function registerDemo(app: FastifyInstance, parts: DemoParts): Promise<void> {
  const provider = await createDemoProvider(parts)
  const serve = provider.callback()
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'demo identity provider failed'))

  app.route({
    method: ['GET', 'POST'],
    url: '/idp/*',
    exposeHeadRoute: false,
    // Before the body is read: the provider reads it itself.
    onRequest: async ({ raw: request, log }, reply) => {
      reply.hijack()
      const originalUrl = request.url ?? '/idp/'
      const { host, protocol } = parts.publicUrl
      Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
      Object.assign(request, { originalUrl, url: originalUrl.slice('/idp'.length) })
      try {
        if (request.url === '/account') show(reply.raw, 200, accountPage)
        else if (request.url?.startsWith('/login/')) await login(provider, parts, request, reply.raw)
        else await serve(request, reply.raw)
      } catch (error) {
        log.error({ err: error }, 'demo identity provider failed')
        if (!reply.raw.headersSent) reply.raw.writeHead(500)
        reply.raw.end()
      }
    },
    handler: async () => undefined,
  })
}

/** Reaches the provider inside this process, so that neither port nor proxy nor certificate matters. */
export const inProcessFetch =
  (app: FastifyInstance): CustomFetch =>
  async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const payload = body === undefined || body === null ? undefined : String(body)
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
      payload,
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return new Response(answer.payload, { status: answer.statusCode, headers: fields })
  }
