declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Of a body with the content encoding aes128gcm (RFC 8188), whose keys were agreed on as RFC 8291 says. */
  export function decrypt(body: Buffer, given: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
}
