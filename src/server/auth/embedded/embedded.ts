import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type Provider from 'oidc-provider'
import type { CustomFetch } from 'openid-client'
import { RETRY_S } from '../../answers/http-error.ts'
import { sentencePage, showPage } from '../../answers/page.ts'
import { DatabaseUnavailable } from '../../store/engine/database-unavailable.ts'
import { CLIENT_ID, createEmbeddedProvider, type EmbeddedParts } from './embedded-provider.ts'

/** The identity provider in this very process, under `/idp`. It is made when it is first needed. */
export class Embedded {
  readonly #parts: EmbeddedParts
  readonly #log: FastifyBaseLogger
  #provider: ReturnType<typeof createEmbeddedProvider> | null = null
  #inside: FastifyInstance | null = null

  constructor(parts: EmbeddedParts, log: FastifyBaseLogger) {
    this.#parts = parts
    this.#log = log
  }

  /** For the app, which is this provider's only client. */
  get settings() {
    const issuer = `${this.#parts.publicUrl.origin}/idp`
    return {
      issuer,
      clientId: CLIENT_ID,
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

  /** Whether this browser has begun the login of this address, which is not over yet. */
  async hasBegun({ raw }: Pick<FastifyRequest, 'raw'>, reply: FastifyReply, uid: string): Promise<boolean> {
    const provider = await this.#ready()
    const interaction = await provider.interactionDetails(raw, reply.raw).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) throw error
      return null
    })
    return interaction?.uid === uid
  }

  /** Ends the login that this browser has begun, by what proved it. Returns where it goes on. */
  async finish(
    { raw }: Pick<FastifyRequest, 'raw'>,
    reply: FastifyReply,
    accountId: string,
    proof: string | null = null,
  ): Promise<string> {
    const provider = await this.#ready()
    if (this.#parts.kind.asksAlways) await this.#forgetSession(await provider.interactionDetails(raw, reply.raw))
    return provider.interactionResult(raw, reply.raw, { login: { accountId, amr: proof === null ? [] : [proof] } })
  }

  /** Two members may share a phone: the provider would want the one it remembers to log out first. */
  async #forgetSession(interaction: Awaited<ReturnType<Provider['interactionDetails']>>): Promise<void> {
    if (!interaction.session) return
    const provider = await this.#ready()
    const session = await provider.Session.findByUid(interaction.session.uid)
    await session?.destroy()
    interaction.session = undefined
    await interaction.persist()
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
      await provider.callback()(request, response)
    } catch (error) {
      const unavailable = error instanceof DatabaseUnavailable
      if (!unavailable) this.#log.error({ err: error }, 'The embedded identity provider failed')
      if (response.headersSent) return void response.end()
      const sentence = unavailable ? error.message : 'Something went wrong on the server. Please try again in a moment.'
      if (unavailable) response.setHeader('retry-after', RETRY_S)
      const page = sentencePage('Login is not available', sentence, { href: '/auth/login', label: 'Try again' })
      showPage(response, unavailable ? 503 : 500, page)
    }
  }

  async #ready() {
    this.#provider ??= createEmbeddedProvider(this.#parts, this.#log)
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
