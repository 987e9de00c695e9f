import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import * as challenges from '../store/accounts.ts'
import { type AccountMember, MOST_PASSKEYS, type Passkey } from '../store/accounts.ts'
import { type AccountsParts, subjectOf } from './parts.ts'

const Encoded = Type.String({ maxLength: 16_384, pattern: '^[\\w-]+$' })
const Id = Type.String({ minLength: 1, maxLength: 1_400, pattern: '^[\\w-]+$' })

/** What a browser sends when it has made a passkey. */
const MadePasskey = Type.Object({
  id: Id,
  rawId: Id,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
})

/** What it sends when it has used one. */
export const UsedPasskey = Type.Object({
  id: Id,
  rawId: Id,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Type.Optional(Type.Union([Encoded, Type.Null()])),
  }),
})
export type UsedPasskey = Static<typeof UsedPasskey>

/** What a challenge was given out for; it is worth nothing elsewhere. */
export type Purpose = `login ${string}` | `invitation ${string}` | `account ${number}`

const CHALLENGE_MS = 5 * 60_000
/** EdDSA, ES256 and RS256, in COSE's numbers: what devices make today. */
const ALGORITHMS = [-8, -7, -257]

/** Loading it takes as long as half the server, and most processes meet no passkey. */
const passkeys = () => import('@simplewebauthn/server')

const handleOf = (memberId: number): Buffer => Buffer.from(subjectOf(memberId))

async function keepChallenge({ database, clock }: AccountsParts, challenge: string, purpose: Purpose): Promise<void> {
  const now = clock()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await database.transaction((queries) => challenges.saveChallenge(queries, { challenge, purpose, expiresAt }, now))
}

/** The challenge that was answered, if it was given out for this, less than five minutes ago, and not answered yet. */
export async function takeChallenge(
  { database, clock }: AccountsParts,
  clientDataJSON: string,
  purpose: Purpose,
): Promise<string | null> {
  const challenge = await challengeIn(clientDataJSON)
  if (challenge === null) return null
  const given = await database.transaction((queries) => challenges.takeChallenge(queries, challenge, clock()))
  return given === purpose ? challenge : null
}

async function challengeIn(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge }: { challenge: unknown } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' && challenge.length <= 100 ? challenge : null
  } catch {
    return null
  }
}

export async function creationOptions(
  parts: AccountsParts,
  { id, userName, displayName }: AccountMember,
  known: readonly Passkey[],
  purpose: Purpose,
) {
  const { generateRegistrationOptions } = await passkeys()
  const options = await generateRegistrationOptions({
    rpName: 'Hockey Pool',
    rpID: parts.publicUrl.hostname,
    userName,
    userDisplayName: displayName,
    userID: new Uint8Array(handleOf(id)),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keepChallenge(parts, options.challenge, purpose)
  return options
}

export async function requestOptions(parts: AccountsParts, purpose: Purpose) {
  const { generateAuthenticationOptions } = await passkeys()
  const options = await generateAuthenticationOptions({
    rpID: parts.publicUrl.hostname,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
  await keepChallenge(parts, options.challenge, purpose)
  return options
}

const expected = ({ publicUrl }: AccountsParts, expectedChallenge: string) => ({
  expectedChallenge,
  expectedOrigin: publicUrl.origin,
  expectedRPID: publicUrl.hostname,
  requireUserVerification: true,
})

/** What to store of a new passkey, or why it is refused. */
export async function verifyMade(parts: AccountsParts, body: unknown, purpose: Purpose) {
  const cleaned = Value.Clean(MadePasskey, body)
  if (!Value.Check(MadePasskey, cleaned)) return 'invalid'
  const { response: sent, ...made } = cleaned
  const challenge = await takeChallenge(parts, sent.clientDataJSON, purpose)
  if (challenge === null) return 'stale'
  const response = { ...made, response: sent, clientExtensionResults: {} }
  const options = { response, ...expected(parts, challenge), supportedAlgorithmIDs: ALGORITHMS }
  // The library throws for whatever does not fit.
  const { verifyRegistrationResponse } = await passkeys()
  const verified = await verifyRegistrationResponse(options).catch(() => null)
  if (!verified?.verified) return 'invalid'
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: sent.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/** Why a passkey that was made is not kept, and what to do. */
export const notAdded = {
  full: `You have ${MOST_PASSKEYS} passkeys. Remove one first.`,
  known: 'This passkey is known already. Log in with it, or make one on another device.',
} as const

/** How a passkey was used, or why it does not count. Whether its counter went on is for the caller to see. */
export async function verifyUsed(
  parts: AccountsParts,
  { response: { userHandle, ...sent }, ...used }: UsedPasskey,
  passkey: Passkey,
  challenge: string,
) {
  if (userHandle && Buffer.from(userHandle, 'base64url').compare(handleOf(passkey.memberId)) !== 0) return 'invalid'
  const { id, publicKey, transports } = passkey
  const { verifyAuthenticationResponse } = await passkeys()
  const verified = await verifyAuthenticationResponse({
    response: { ...used, response: sent, clientExtensionResults: {} },
    ...expected(parts, challenge),
    // The stored counter is compared after the signature, so only a holder of the key can report a copied one.
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), transports, counter: 0 },
  }).catch(() => null)
  if (!verified?.verified) return 'invalid'
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, backedUp: credentialBackedUp }
}
