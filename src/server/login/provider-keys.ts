import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import type { CustomFetch } from 'openid-client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { BoundsExceeded, boundedFetch } from '../http/answers/bounded-answer.ts'

export const REQUEST_SECONDS = 8

const Keys = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }), { minItems: 1 }) })

/** What the address answers with; follows nothing, since where it leads is what matters. */
export const visit = (given: CustomFetch | undefined, address: string, accept: string): Promise<Response> =>
  (given ?? boundedFetch)(address, {
    body: undefined,
    headers: { accept },
    method: 'GET',
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_SECONDS * 1000),
  })

/** The keys with which the provider signs at this moment; throws a sentence for operators. */
export async function readKeys(
  given: CustomFetch | undefined,
  issuer: string,
  address: string | undefined,
): Promise<JSONWebKeySet> {
  if (!address) throw new Error('The provider names no jwks_uri, so its logins cannot be verified')
  if (issuer.startsWith('https:') && !address.startsWith('https:')) {
    throw new Error(`${address} is not https, so its keys could be anyone's`)
  }
  const answer = await visit(given, address, 'application/json').catch((error: unknown) => {
    throw new Error(`${address} cannot be read: ${error instanceof Error ? error.message : 'unknown error'}`)
  })
  const keys: unknown = await answer.json().catch((error: unknown) => {
    if (error instanceof BoundsExceeded) throw new Error(`${address} cannot be used: it ${error.message}`)
    return null
  })
  if (answer.ok && Value.Check(Keys, keys)) return keys
  throw new Error(
    `${address} answered ${answer.status} without keys: the provider has to sign ID tokens with a key pair`,
  )
}

/** Whether it is a JWT that this provider signed about this person, or without its subject, and that has not expired. */
export async function isSigned(token: string, keys: JSONWebKeySet, issuer: string, subject: string): Promise<boolean> {
  // Clocks differ by as much as the library lets those of ID tokens.
  const options = { issuer, clockTolerance: 30 }
  const verified = await jwtVerify(token, createLocalJWKSet(keys), options).catch(() => null)
  return verified !== null && (verified.payload.sub ?? subject) === subject
}
