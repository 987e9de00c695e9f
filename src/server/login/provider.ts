import type { JSONWebKeySet } from 'jose'
import * as oidc from 'openid-client'
import { boundedFetch } from '../http/answers/bounded-answer.ts'
import type { IdentityClaims } from './claims.ts'
import { isSigned, REQUEST_SECONDS, readKeys } from './provider-keys.ts'

/** OpenID Connect Core, section 2. */
const LONGEST_SUBJECT = 255

export interface ProviderSettings {
  issuer: string
  clientId: string
  /** null: a public client, guarded by PKCE alone. */
  clientSecret: string | null
  /** How the secret is sent; without it as the provider announces. */
  clientAuth?: ClientAuth | null
  accountUrl: string
  /** The app's own origin, where the provider sends people back to. */
  publicUrl: string
  /** Instead of the network. */
  fetch?: oidc.CustomFetch
}

/** What must come back unchanged from a login that we began. */
export interface LoginChecks {
  state: string
  nonce: string
  verifier: string
}

export interface Tokens {
  idToken: string | null
  refreshToken: string | null
}

export interface Granted {
  identity: IdentityClaims
  tokens: Tokens
}

export interface Renewed {
  /** null: new tokens came, but nothing about the person. */
  identity: IdentityClaims | null
  tokens: Tokens
}

type Answer = Awaited<ReturnType<typeof oidc.refreshTokenGrant>>

/** The provider refused, or its answer does not belong to the login that was begun. */
export class LoginRefused extends Error {}
/** It no longer honours a token: access was withdrawn, or its own session is over. */
export class AccessWithdrawn extends LoginRefused {}
/** The provider gave no usable answer; it may do so later. */
export class ProviderUnavailable extends Error {}

const isInvalid = ({ code = '' }: oidc.ClientError): boolean =>
  /JWT|COMPARISON|INVALID_RESPONSE|UNSUPPORTED|KEY_SELECTION/.test(code)

const placeOf = ({ url }: Response): string => (url ? url.replace(/[?#].*/, '') : 'the provider')

/** For the log: which of the provider's addresses answered what. */
function reasonOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError) {
    const { response, status, error: code, error_description: more } = error
    return `${placeOf(response)} answered ${status} ${code}${more ? `: ${more}` : ''}`
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) {
    const codes = error.cause.map(({ parameters }) => parameters.error).filter(Boolean)
    return [`${placeOf(error.response)} answered ${error.status}`, ...codes].join(' ')
  }
  if (!(error instanceof Error)) return 'unknown error'
  const { message, cause } = error
  if (cause instanceof Response) return `${placeOf(cause)} answered ${cause.status}: ${message}`
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

/** Everything else counts as the provider's failure, a client secret that it does not take for instance. */
function explained(error: unknown): Error {
  const reason = reasonOf(error)
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') {
    return new AccessWithdrawn(reason, { cause: error })
  }
  const refused =
    error instanceof oidc.AuthorizationResponseError || (error instanceof oidc.ClientError && isInvalid(error))
  return refused ? new LoginRefused(reason, { cause: error }) : new ProviderUnavailable(reason, { cause: error })
}

const offersLasting = (configuration: oidc.Configuration): boolean =>
  configuration.serverMetadata().scopes_supported?.includes('offline_access') ?? false

/** What is known about the provider, and the keys by which its signatures are verified. */
interface Verified {
  readonly configuration: oidc.Configuration
  readonly keys: JSONWebKeySet
}

/** Talks OpenID Connect with the identity provider. Discovery happens at the first use and is tried again until it succeeds. */
export class Provider {
  readonly #settings: ProviderSettings
  #found: Promise<oidc.Configuration> | null = null
  #keys: JSONWebKeySet | null = null

  constructor(settings: ProviderSettings) {
    this.#settings = settings
  }

  get issuer(): string {
    return this.#settings.issuer
  }

  get accountUrl(): string {
    return this.#settings.accountUrl
  }

  get #callback(): string {
    return `${this.#settings.publicUrl}/auth/callback`
  }

  /** What it says about itself. */
  async metadata(): Promise<Readonly<oidc.ServerMetadata>> {
    return (await this.#configuration()).serverMetadata()
  }

  /** Where to send somebody who wants to log in, and what to remember until they are back. */
  async beginLogin(): Promise<{ url: URL; checks: LoginChecks }> {
    const configuration = await this.#configuration()
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback,
      scope: offersLasting(configuration) ? 'openid profile email offline_access' : 'openid profile email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    })
    return { url, checks }
  }

  /** Exchanges the code in the callback's query for the provider's claims about the person. */
  async finishLogin(query: string, checks: LoginChecks): Promise<Granted> {
    return this.#verified(async (verified) => {
      const answer = await oidc.authorizationCodeGrant(verified.configuration, new URL(this.#callback + query), {
        pkceCodeVerifier: checks.verifier,
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        idTokenExpected: true,
      })
      const claims = answer.claims()
      if (!claims) throw new LoginRefused('The provider sent no ID token.')
      if (claims.sub.length > LONGEST_SUBJECT) throw new LoginRefused('The provider sent a subject that is too long.')
      const none = { idToken: null, refreshToken: null }
      return {
        identity: await this.#identityClaims(verified, answer, claims.sub),
        tokens: this.#tokens(answer, none),
      }
    })
  }

  /** Fetches the claims again, without the person noticing. */
  async renew(subject: string, tokens: Tokens & { refreshToken: string }): Promise<Renewed> {
    return this.#verified(async (verified) => {
      const answer = await oidc.refreshTokenGrant(verified.configuration, tokens.refreshToken)
      const renewed = answer.claims()?.sub ?? subject
      if (renewed !== subject) throw new LoginRefused('The provider renewed another person.')
      // The old refresh token is used up: the new one must be kept whatever else fails.
      const identity = await this.#identityClaims(verified, answer, subject).catch(() => null)
      return { identity, tokens: this.#tokens(answer, tokens) }
    })
  }

  /** Where the provider ends its own session, if it can; never waits long for it. */
  async endSessionUrl(idToken: string | null): Promise<URL | null> {
    return this.#withProvider(async (configuration) => {
      if (!configuration.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${this.#settings.publicUrl}/`,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      })
    })
  }

  #tokens(answer: Answer, before: Tokens): Tokens {
    return {
      idToken: answer.id_token ?? before.idToken,
      refreshToken: answer.refresh_token ?? before.refreshToken,
    }
  }

  async #identityClaims({ configuration, keys }: Verified, answer: Answer, subject: string): Promise<IdentityClaims> {
    const { access_token: accessToken } = answer
    const inIdToken = answer.claims()
    const claims: IdentityClaims['claims'][number][] = inIdToken ? [inIdToken] : []
    if (configuration.serverMetadata().userinfo_endpoint) {
      claims.push(await oidc.fetchUserInfo(configuration, accessToken, subject))
    }
    if (claims.length === 0) throw new ProviderUnavailable('The provider sent no claims about the person.')
    const { issuer } = configuration.serverMetadata()
    const isOwn = await isSigned(accessToken, keys, issuer, subject)
    return { issuer: this.issuer, subject, claims, accessToken: isOwn ? accessToken : '' }
  }

  /** Asks for tokens, whose signatures are verified. The keys come first: without them no code or refresh token is spent. */
  async #verified<T>(ask: (verified: Verified) => Promise<T>): Promise<T> {
    const keys = await this.#withProvider((configuration) => this.#presentKeys(configuration.serverMetadata()))
    return this.#withProvider((configuration) => {
      oidc.setJwksCache(configuration, { jwks: keys, uat: Math.floor(Date.now() / 1000) })
      return ask({ configuration, keys })
    })
  }

  /** Those with which the provider signs at this moment; while it does not give them, those that it gave last. */
  async #presentKeys({ issuer, jwks_uri: address }: Readonly<oidc.ServerMetadata>): Promise<JSONWebKeySet> {
    try {
      const keys = await readKeys(this.#settings.fetch, issuer, address)
      // The library would keep the old ones for some minutes, with what it has discovered.
      if (this.#keys !== null && JSON.stringify(keys) !== JSON.stringify(this.#keys)) this.#found = null
      this.#keys = keys
      return keys
    } catch (error) {
      if (this.#keys === null) throw error
      return this.#keys
    }
  }

  async #withProvider<T>(ask: (configuration: oidc.Configuration) => Promise<T>): Promise<T> {
    const configuration = await this.#configuration()
    try {
      return await ask(configuration)
    } catch (error) {
      throw error instanceof LoginRefused || error instanceof ProviderUnavailable ? error : explained(error)
    }
  }

  async #configuration(): Promise<oidc.Configuration> {
    this.#found ??= this.#discover()
    const found = this.#found
    try {
      return await found
    } catch (error) {
      if (this.#found === found) this.#found = null
      throw new ProviderUnavailable(`The identity provider could not be discovered: ${reasonOf(error)}`, {
        cause: error,
      })
    }
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, fetch = boundedFetch } = this.#settings
    const url = new URL(issuer)
    return oidc.discovery(url, clientId, undefined, clientAuth(this.#settings), {
      timeout: REQUEST_SECONDS,
      execute: [
        oidc.enableNonRepudiationChecks,
        // Plain http reaches this machine only; env.ts refuses any other such issuer.
        ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
      [oidc.customFetch]: fetch,
    })
  }
}

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

/** How the app shows the provider who it is: as the settings say, else as the provider announces. */
function clientAuth({ clientSecret, clientAuth: chosen }: ProviderSettings): oidc.ClientAuth {
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
