import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { CustomFetch } from 'openid-client'
import { RETRY_S } from '../../answers/http-error.ts'
import { sentencePage, showPage } from '../../answers/page.ts'
import { DatabaseUnavailable } from '../../store/engine/database-unavailable.ts'
import { createDemoProvider, DEMO_CLIENT_ID, type DemoParts } from './demo-provider.ts'
import { login } from './login.ts'
import { accountPage } from './pages.ts'

/** The identity provider of the demo, under `/idp`. It is made when it is first needed. */
export class Demo {
  readonly #parts: DemoParts
  readonly #log: FastifyBaseLogger
  #provider: ReturnType<typeof createDemoProvider> | null = null
  #inside: FastifyInstance | null = null

  constructor(parts: DemoParts, log: FastifyBaseLogger) {
    this.#parts = parts
    this.#log = log
  }

  /** For the app, which is this provider's only client. */
  get settings() {
    const issuer = `${this.#parts.publicUrl.origin}/idp`
    return {
      issuer,
      clientId: DEMO_CLIENT_ID,
      clientSecret: null,
      accountUrl: `${issuer}/account`,
      fetch: this.#fetch,
    }
  }

  mount(app: FastifyInstance): void {
    app.route({
      method: ['GET', 'POST'],
      url: '/idp/*',
      exposeHeadRoute: false,
      // Before the body is read: the provider reads it itself.
      onRequest: async ({ raw }, reply) => {
        reply.hijack()
        // What the hooks have set so far would go with Fastify's own answer only.
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        await this.#answer(raw, reply.raw)
      },
      handler: async () => undefined,
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Mounted as in Express, and addressed as the browser sees it, whatever proxy the request came through.
    const originalUrl = request.url ?? '/idp/'
    const path = originalUrl.slice('/idp'.length)
    const { host, protocol } = this.#parts.publicUrl
    Object.assign(request, { originalUrl, url: path })
    Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
    try {
      const provider = await this.#ready()
      if (path.split('?')[0] === '/account') showPage(response, 200, accountPage)
      else if (path.startsWith('/login/')) await login(provider, this.#parts, request, response)
      else await provider.callback()(request, response)
    } catch (error) {
      const unavailable = error instanceof DatabaseUnavailable
      if (!unavailable) this.#log.error({ err: error }, 'The demo identity provider failed')
      if (response.headersSent) return void response.end()
      const sentence = unavailable ? error.message : 'Something went wrong on the server. Please try again in a moment.'
      if (unavailable) response.setHeader('retry-after', RETRY_S)
      const page = sentencePage('Login is not available', sentence, { href: '/auth/login', label: 'Try again' })
      showPage(response, unavailable ? 503 : 500, page)
    }
  }

  async #ready() {
    this.#provider ??= createDemoProvider(this.#parts, this.#log)
    try {
      return await this.#provider
    } catch (error) {
      this.#provider = null
      throw error
    }
  }

  /** Reaches the provider inside this process, so that neither port nor proxy nor certificate matters. */
  readonly #fetch: CustomFetch = async (url, { method, headers, body }) => {
    if (!this.#inside) {
      this.#inside = fastify()
      this.mount(this.#inside)
    }
    const { pathname, search } = new URL(url)
    const answer = await this.#inside.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers,
      ...(body ? { payload: String(body) } : {}),
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return new Response(answer.payload, { status: answer.statusCode, headers: fields })
  }
}
