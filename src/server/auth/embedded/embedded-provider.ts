import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration, interactionPolicy, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { RETRY_S } from '../../answers/http-error.ts'
import { type Page, pageHeaders, pageHtml, sentencePage } from '../../answers/page.ts'
import type { Database, Queries } from '../../store/engine/database.ts'
import { DatabaseUnavailable } from '../../store/engine/database-unavailable.ts'
import { sharedSecret } from '../../store/subjects/identity.ts'
import { sqlAdapter } from './adapter.ts'
import { loadProvider } from './load-provider.ts'
import { logoutPage } from './logout-page.ts'

export const CLIENT_ID = 'hockey-pool'

const DAYS_14 = 14 * 24 * 60 * 60

/** What one way of logging in tells the provider. */
export interface LoginKind {
  /** The member of an account; null: there is none any more. */
  findMember(queries: Queries, accountId: string): Promise<{ userName: string; displayName: string } | null>
  /** Whether the provider's own session logs nobody in: each login is asked for anew. */
  readonly asksAlways: boolean
}

export interface EmbeddedParts {
  database: Database
  publicUrl: URL
  clock: () => Date
  kind: LoginKind
}

const newSigningKey = (): string =>
  JSON.stringify({
    ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
    use: 'sig',
  })

function readSigningKey(text: string): JWK {
  const { kty, crv, x, y, d, use }: Record<string, string> = JSON.parse(text)
  return { kty: kty === 'EC' ? kty : 'EC', crv, x, y, d, use }
}

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page))
  ctx.body = pageHtml(page)
}

async function configuration(
  { database, publicUrl, clock, kind }: EmbeddedParts,
  policy: interactionPolicy.DefaultPolicy,
): Promise<Configuration> {
  const [signingKey, cookieKey] = await database.transaction(
    async (queries) =>
      [
        // Named after their first use; under another name everybody would have another key.
        readSigningKey(await sharedSecret(queries, 'demo-provider-signing-key', newSigningKey())),
        await sharedSecret(queries, 'demo-provider-cookie-key', randomBytes(32).toString('base64url')),
      ] as const,
  )
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    adapter: sqlAdapter(database, clock),
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${publicUrl.origin}/auth/callback`],
        post_logout_redirect_uris: [`${publicUrl.origin}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [cookieKey],
      names: { session: 'pool-idp-session', interaction: 'pool-idp-login', resume: 'pool-idp-resume' },
      long: { ...cookie, path: '/idp' },
      short: cookie,
    },
    responseTypes: ['code'],
    scopes: ['openid', 'profile', 'email'],
    // What proved a login, in the authentication methods references: the id of a passkey.
    claims: { openid: ['sub', 'amr'], profile: ['name', 'preferred_username'] },
    // Seconds. A login at the provider lasts as long as its grant; the app keeps its own sessions beside it.
    ttl: {
      Session: DAYS_14,
      Grant: DAYS_14,
      Interaction: 15 * 60,
      AuthorizationCode: 60,
      AccessToken: 10 * 60,
      IdToken: 10 * 60,
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => show(ctx, logoutPage(form)),
        postLogoutSuccessSource: (ctx) =>
          show(ctx, sentencePage('Logged out', 'You are logged out.', { href: '/', label: 'Back to Hockey Pool' })),
      },
    },
    interactions: { policy, url: (_ctx, interaction) => `/idp/login/${interaction.uid}` },
    // The app is the provider's own, so nobody is asked for consent.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grantId = session.grantIdFor(client.clientId)
      const grant = grantId ? await provider.Grant.find(grantId) : undefined
      if (grant) return grant
      const fresh = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      fresh.addOIDCScope('openid profile email')
      await fresh.save()
      return fresh
    },
    findAccount: async (_ctx, accountId) => {
      const found = await database.transaction((queries) => kind.findMember(queries, accountId))
      if (!found) return undefined
      const claims = { sub: accountId, name: found.displayName, preferred_username: found.userName }
      return { accountId, claims: () => claims }
    },
    renderError: (ctx, _out, error) =>
      show(
        ctx,
        error instanceof DatabaseUnavailable
          ? sentencePage('Login is not available', error.message, { href: '/auth/login', label: 'Try again' })
          : sentencePage('Login failed', 'This step of the login is not known, or over.', {
              href: '/auth/login',
              label: 'Log in again',
            }),
      ),
  }
}

/** Real OpenID Connect for a league without a provider of its own; its login pages are those of the `kind`. */
export async function createEmbeddedProvider(parts: EmbeddedParts, log: FastifyBaseLogger) {
  const { Provider, interactionPolicy } = await loadProvider()
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  const prompts = (isNeeded: (oidc: KoaContextWithOIDC['oidc']) => boolean) => (ctx: KoaContextWithOIDC) =>
    isNeeded(ctx.oidc) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
  const isGone = prompts(({ session, account }) => session?.accountId !== undefined && !account)
  policy.get('login')?.checks.add(new Check('gone', 'The member was removed', isGone))
  if (parts.kind.asksAlways) {
    const isStale = prompts(({ result }) => !result?.login)
    policy.get('login')?.checks.add(new Check('fresh', 'Each login is asked for anew', isStale))
  }
  const provider = new Provider(`${parts.publicUrl.origin}/idp`, await configuration(parts, policy))
  // It is addressed as the browser sees it, whatever proxy or loopback the request came through.
  provider.proxy = true
  provider.on('server_error', (ctx, error) => {
    if (error instanceof DatabaseUnavailable) {
      ctx.status = 503
      ctx.set('retry-after', RETRY_S)
    } else log.error({ err: error }, 'The embedded identity provider failed')
  })
  return provider
}
