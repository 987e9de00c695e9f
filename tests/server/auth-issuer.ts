import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { freePort } from '../support/free-port.mjs'

export const CLIENT = { clientId: 'pool', clientSecret: 'a secret of the pool' }

/** What the server is started with to use the provider at this address. */
export const settingsFor = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.clientId,
  OIDC_CLIENT_SECRET: CLIENT.clientSecret,
})

/** A provider elsewhere, with claims as Keycloak words them. Without a question: `person` logs in. */
export interface Issuer {
  url: string
  person: Record<string, unknown> & { sub: string }
  /** While false, the app itself is refused. */
  knowsClient: boolean
  /** Signs its tokens. */
  key: ReturnType<typeof newSigningKey>
  /** Changes its answers, by path. */
  alter: Record<string, (answer: Record<string, string>) => Promise<object>>
  /** Requests that it answered, by path. */
  asked: string[]
  /** While set, addresses that begin so are answered with 500. */
  broken: string | null
  stop(): Promise<void>
}

/** A key of a provider, both halves of it. */
export const newSigningKey = (kid: string) => {
  const {
    n = '',
    e = '',
    ...halves
  } = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    format: 'jwk',
  })
  return { ...halves, n, e, kty: 'RSA' as const, use: 'sig', kid }
}

function altered(response: ServerResponse, alter: Issuer['alter'][string]): void {
  const end = response.end.bind(response)
  response.end = (body: unknown) => {
    void alter(JSON.parse(String(body))).then((changed) => {
      const text = JSON.stringify(changed)
      response.statusCode = 200
      response.removeHeader('www-authenticate')
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }
}

export async function startIssuer(
  appOrigin: string,
  { port, lasting = false }: { port?: number; lasting?: boolean } = {},
) {
  const used = port ?? (await freePort())
  const url = `http://localhost:${used}/realms/pool`
  const issuer: Issuer = {
    url,
    person: { sub: 'nobody' },
    key: newSigningKey('of-the-issuer'),
    alter: {},
    asked: [],
    broken: null,
    knowsClient: true,
    stop: async () => {},
  }
  // It warns that its keys and its memory are for tests, which is so.
  const quiet = vi.spyOn(console, 'warn').mockReturnValue()
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${appOrigin}/auth/callback`],
        post_logout_redirect_uris: [`${appOrigin}/`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [issuer.key] },
    cookies: { keys: ['cookie key of the test'] },
    scopes: lasting ? ['openid', 'offline_access'] : ['openid'],
    claims: {
      openid: ['sub', 'realm_access'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => {
          ctx.body = form
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/realms/pool/login/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid profile email offline_access')
      await grant.save()
      return grant
    },
    findAccount: (_ctx, sub) =>
      sub === issuer.person.sub ? { accountId: sub, claims: () => issuer.person } : undefined,
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
      Grant: 9e6,
      Interaction: 60,
      RefreshToken: 9e6,
      Session: 9e6,
    },
  })
  quiet.mockRestore()
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const originalUrl = request.url ?? '/'
    Object.assign(request, { originalUrl, url: originalUrl.replace('/realms/pool', '') })
    issuer.asked.push(request.url ?? '')
    const alter = issuer.alter[request.url ?? '']
    if (alter) altered(response, alter)
    if (issuer.broken !== null && request.url?.startsWith(issuer.broken)) {
      response.writeHead(500).end('broken')
    } else if (!issuer.knowsClient && request.url === '/token') {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')
    } else if (request.url?.startsWith('/login/')) {
      const result =
        issuer.person.sub === 'nobody'
          ? { error: 'access_denied' }
          : { login: { accountId: issuer.person.sub }, consent: {} }
      provider.interactionFinished(request, response, result).catch(() => response.writeHead(400).end())
    } else {
      answer(request, response)
    }
  }).listen(used)
  await once(server, 'listening')
  issuer.stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return issuer
}
