import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isWritable, tidy } from '#rules/names'
import { listedRoles } from '#rules/roles'

/** `unsaid`: the provider sends an address, but not whether it has been verified. */
export type EmailState = 'verified' | 'none' | 'unverified' | 'unsaid'

/** Who somebody is, according to the provider or to the league's own login. */
export interface Person {
  issuer: string
  subject: string
  /** Only of the league's own login: a provider's user names are not the league's. */
  userName: string | null
  /** Only when the provider has verified it. */
  email: string | null
  emailState: EmailState
  /** What the provider calls the account: the address, verified or not, else the user name. */
  account: string | null
  name: string
  roles: string[]
  /** With which they logged in. */
  passkeyId: string | null
}

/** Of one claim, in characters; Keycloak's own fields end at 255. What is longer, or cannot be stored, counts as missing. */
const Text = Type.String({ maxLength: 255, pattern: '^[^\\0]*$' })
const MOST_ROLES = 200

const rolesIn = (claims: Record<string, unknown>): string[] => {
  const realm = claims.realm_access
  const listed = [
    claims.roles,
    typeof realm === 'object' && realm !== null && 'roles' in realm ? realm.roles : undefined,
  ]
  return listed.flatMap((given) => listedRoles(given).filter((role) => Value.Check(Text, role))).slice(0, MOST_ROLES)
}

/** Role names without `ROLE_`, each once and in order. */
export const bareRoles = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.replace(/^ROLE_/, '')).filter((name) => name !== ''))].sort()

/** The roles in `roles` or in Keycloak's `realm_access.roles`. */
export const rolesOf = (sources: readonly Record<string, unknown>[]): string[] => bareRoles(sources.flatMap(rolesIn))

const Claims = Type.Object({
  name: Type.Optional(Text),
  preferred_username: Type.Optional(Text),
  email: Type.Optional(Text),
  // Some providers write every claim as a text.
  email_verified: Type.Optional(Type.Union([Type.Boolean(), Type.Literal('true'), Type.Literal('false')])),
})

const known = (source: Record<string, unknown>): Static<typeof Claims> => {
  const entries = Object.entries(Claims.properties).filter(([name, schema]) => Value.Check(schema, source[name]))
  return Object.fromEntries(entries.map(([name]) => [name, source[name]]))
}

/** The claims of an access token that happens to be a JWT. */
const accessTokenClaims = (token: string): Record<string, unknown>[] => {
  const parts = token.split('.')
  if (parts.length !== 3 || !parts[1]) return []
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1], 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? [{ ...claims }] : []
  } catch {
    return []
  }
}

const stateOf = (address: string | null, verified: Static<typeof Claims>['email_verified']): EmailState => {
  if (address === null) return 'none'
  if (verified === undefined) return 'unsaid'
  return verified === true || verified === 'true' ? 'verified' : 'unverified'
}

/** The provider's answer at a login or a renewal. */
export interface IdentityClaims {
  issuer: string
  subject: string
  /** The ID token's and the user info's claims, which name the person. */
  claims: readonly Record<string, unknown>[]
  /** Keycloak puts `realm_access` only into this, unless configured otherwise. Empty unless the provider has signed it. */
  accessToken: string
}

/** The league's own members have the name that the league gave them; the names of others are unchecked. */
const shownName = (name: string | null | undefined): string | null => (name && isWritable(name) ? tidy(name) : null)

/** Identifies the person. A claim of the wrong type counts as missing. */
export const personOf = ({ issuer, subject, claims: sources, accessToken }: IdentityClaims): Person => {
  const claims: Static<typeof Claims> = Object.assign({}, ...sources.map(known))
  const userName = claims.preferred_username?.trim() || null
  // As it is: what white space would be trimmed off could make another address of it.
  const address = claims.email || null
  const emailState = stateOf(address, claims.email_verified)
  return {
    issuer,
    subject,
    userName: null,
    passkeyId: null,
    email: emailState === 'verified' ? address : null,
    emailState,
    account: address ?? userName,
    name: shownName(claims.name) ?? shownName(userName) ?? 'Member',
    roles: rolesOf([...sources, ...accessTokenClaims(accessToken)]),
  }
}
