import { describe, expect, test } from 'vitest'
import type { ClientAuth } from '#server/login/provider'
import { Provider, ProviderUnavailable } from '#server/login/provider'

const ISSUER = 'https://login.example.org/realms/pool'

interface Seen {
  authorization: string | null
  body: URLSearchParams
}

/** What a provider with these methods receives with the code of a login; it accepts no one. */
async function sentTo(methods: string[] | undefined, clientAuth: ClientAuth | null = null) {
  const seen: Seen[] = []
  const provider = new Provider({
    issuer: ISSUER,
    clientId: 'hockey-pool',
    clientSecret: 'a key: 100 %',
    clientAuth,
    accountUrl: ISSUER,
    publicUrl: 'https://pool.example.org',
    fetch: async (url, { headers, body }) => {
      if (url.endsWith('/.well-known/openid-configuration')) {
        return Response.json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/auth`,
          token_endpoint: `${ISSUER}/token`,
          jwks_uri: `${ISSUER}/keys`,
          ...(methods ? { token_endpoint_auth_methods_supported: methods } : {}),
        })
      }
      if (url.endsWith('/keys')) return Response.json({ keys: [{ kty: 'RSA' }] })
      seen.push({ authorization: new Headers(headers).get('authorization'), body: new URLSearchParams(String(body)) })
      return Response.json({ error: 'invalid_client', error_description: 'Wrong secret' }, { status: 401 })
    },
  })
  const { checks } = await provider.beginLogin()
  const failure = await provider.finishLogin(`?code=abc&state=${checks.state}`, checks).catch((error: unknown) => error)
  const [sent, ...more] = seen
  if (!sent || more.length > 0) throw new Error('Asked otherwise than once')
  return { sent, failure }
}

// By hand: a form has "+" for a space, and encodes the colon and the percent sign, but no hyphen.
const HEADER = `Basic ${btoa('hockey-pool:a+key%3A+100+%25')}`

describe('the client secret', () => {
  test.each<[string, string[] | undefined, ClientAuth | null, 'header' | 'body']>([
    ['a provider that announces nothing', undefined, null, 'header'],
    ['one that takes both', ['client_secret_post', 'client_secret_basic'], null, 'header'],
    ['one that takes it in the body only', ['client_secret_post'], null, 'body'],
    ['one that takes something else', ['private_key_jwt'], null, 'header'],
    ['one that is said to take the body', ['client_secret_basic'], 'post', 'body'],
    ['one that is said to take the header', ['client_secret_post'], 'basic', 'header'],
  ])('to %s', async (_, methods, chosen, place) => {
    const { sent } = await sentTo(methods, chosen)
    expect(sent.authorization).toBe(place === 'header' ? HEADER : null)
    expect(sent.body.get('client_secret')).toBe(place === 'body' ? 'a key: 100 %' : null)
    expect(sent.body.get('client_id')).toBe(place === 'body' ? 'hockey-pool' : null)
  })

  test("that is refused is logged with the provider's own words", async () => {
    const { failure } = await sentTo(undefined)
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(failure).toMatchObject({ message: 'the provider answered 401 invalid_client: Wrong secret' })
  })
})
