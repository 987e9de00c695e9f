import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { generateVAPIDKeys } from 'web-push-neo'
import type { Queries } from '../db/engine/database.ts'
import { sharedSecret } from '../login/store/identity.ts'

/** Base64url: the point, and the private key as PKCS #8, or of 32 bytes where web-push had made it. */
const VapidKeys = Type.Object({ publicKey: Type.String(), privateKey: Type.String() })
export type VapidKeys = Static<typeof VapidKeys>

/**
 * By which push services know this server. Made when they are first needed; with others every device would have to
 * subscribe again.
 */
export async function vapidKeys(queries: Queries): Promise<VapidKeys> {
  const fresh = JSON.stringify(await generateVAPIDKeys())
  const kept = await sharedSecret(queries, 'vapid', fresh)
  return Value.Parse(VapidKeys, JSON.parse(kept))
}
