import { ResponseBodyError, type ServerMetadata } from 'openid-client'
import { Provider, type ProviderSettings } from './provider.ts'
import { readKeys, visit } from './provider-keys.ts'

/** One step on the way of a login, and what to change where it fails. */
export interface CheckedStep {
  readonly isRight: boolean
  readonly sentence: string
}

const right = (sentence: string): CheckedStep => ({ isRight: true, sentence })
const wrong = (sentence: string): CheckedStep => ({ isRight: false, sentence })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown error')

/**
 * Goes the way of a login as far as that leads without a person: discovery, keys, client and redirect address. A step
 * that cannot be taken without the one before ends the check.
 */
export async function* checkLogin(settings: ProviderSettings): AsyncGenerator<CheckedStep> {
  const provider = new Provider(settings)
  let metadata: Awaited<ReturnType<Provider['metadata']>>
  try {
    metadata = await provider.metadata()
  } catch (error) {
    yield wrong(
      `${messageOf(error)}. OIDC_ISSUER has to be the issuer exactly as the provider calls itself, and ${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration has to answer.`,
    )
    return
  }
  yield right(`${metadata.issuer} was discovered.`)
  const keys = await checkKeys(settings, metadata)
  yield keys
  // No token is requested that could not be verified.
  if (keys.isRight) yield await checkClient(provider, settings, metadata.issuer)
  yield await checkRedirect(provider, settings)
  yield checkAddress(metadata)
}

async function checkKeys(
  { fetch }: ProviderSettings,
  { issuer, jwks_uri: address }: Readonly<ServerMetadata>,
): Promise<CheckedStep> {
  try {
    const { keys } = await readKeys(fetch, issuer, address)
    return right(`${address} has ${keys.length === 1 ? 'a key' : `${keys.length} keys`}.`)
  } catch (error) {
    return wrong(`${messageOf(error)}.`)
  }
}

/** Glewlwyd says `invalid_code` where the standard has `invalid_grant`. */
const isAboutCode = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof ResponseBodyError &&
  error.cause.status !== 401 &&
  /^invalid_(grant|code)$/.test(error.cause.error)

/** Sends a code that no provider has given out: only one that knows the client refuses the code. */
async function checkClient(provider: Provider, { clientId }: ProviderSettings, issuer: string): Promise<CheckedStep> {
  const { checks } = await provider.beginLogin()
  try {
    await provider.finishLogin(
      `?${new URLSearchParams({ code: 'login-check', state: checks.state, iss: issuer })}`,
      checks,
    )
    return wrong('The provider took a code that it has not given out.')
  } catch (error) {
    if (isAboutCode(error)) return right(`The provider knows ${clientId} and takes its secret.`)
    return wrong(
      `The provider does not take ${clientId} with its secret (${messageOf(error)}). Compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and try OIDC_CLIENT_AUTH=basic and =post.`,
    )
  }
}

/** A provider that does not know the redirect address says so at once, before anybody logs in. */
async function checkRedirect(provider: Provider, settings: ProviderSettings): Promise<CheckedStep> {
  const callback = `${settings.publicUrl}/auth/callback`
  const { url } = await provider.beginLogin()
  try {
    const answer = await visit(settings.fetch, url.href, 'text/html')
    const returned = new URL(answer.headers.get('location') ?? url, url)
    const refused = returned.href.startsWith(callback) ? returned.searchParams.get('error') : null
    if (answer.status < 400 && refused === null) return right(`${callback} is taken as the redirect address.`)
    return wrong(
      `The provider refuses to begin a login (${refused ?? answer.status}). Enter ${callback} as a redirect address of the client, letter by letter, and allow the authorization code flow.`,
    )
  } catch (error) {
    return wrong(`${url.origin}${url.pathname} cannot be reached: ${messageOf(error)}.`)
  }
}

function checkAddress({
  scopes_supported: scopes,
  claims_supported: claims,
}: {
  scopes_supported?: string[]
  claims_supported?: string[]
}): CheckedStep {
  const lacks = scopes !== undefined && !scopes.includes('email') ? 'the scope email' : null
  const hides = claims !== undefined && !claims.includes('email_verified') ? 'the claim email_verified' : null
  const missing = [lacks, hides].filter((each) => each !== null)
  if (missing.length === 0 && claims === undefined) {
    return right(
      'The provider does not list its claims. Whether it sends email_verified shows when members log in, in the log and in `npm run league -- members`.',
    )
  }
  if (missing.length === 0) return right('Members can be known by their verified e-mail addresses.')
  return wrong(
    `The provider does not announce ${missing.join(' and ')}. Members are then known only by the subject that the league file gives them.`,
  )
}
