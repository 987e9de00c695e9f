import * as oidc from 'openid-client'

/** `basic`: in the Authorization header; `post`: in the body. */
export type ClientAuth = 'basic' | 'post'

/**
 * As RFC 6749 (2.3.1) has it. What needs no encoding stays as it is, unlike with the library: LemonLDAP::NG takes the
 * hyphen of "hockey-pool" only unencoded.
 */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

const basicAuth =
  (secret: string): oidc.ClientAuth =>
  (_server, client, _body, headers) => {
    const credentials = Buffer.from(`${formEncoded(client.client_id)}:${formEncoded(secret)}`).toString('base64')
    headers.set('authorization', `Basic ${credentials}`)
  }

interface Settings {
  /** null: a public client, guarded by PKCE alone. */
  readonly clientSecret: string | null
  readonly clientAuth?: ClientAuth | null
}

/** How the app shows the provider who it is: as the settings say, else as the provider announces. */
export function clientAuth({ clientSecret, clientAuth: chosen }: Settings): oidc.ClientAuth {
  if (clientSecret === null) return oidc.None()
  const inHeader = basicAuth(clientSecret)
  const inBody = oidc.ClientSecretPost(clientSecret)
  return (server, ...request) => {
    // A provider that announces nothing takes the header (OpenID Connect Discovery, section 3).
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const takesBodyOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    const auth = (chosen ?? (takesBodyOnly ? 'post' : 'basic')) === 'post' ? inBody : inHeader
    auth(server, ...request)
  }
}
