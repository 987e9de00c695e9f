import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { seal, sealingKey, unseal } from './cookies/seal.ts'

const Tokens = Type.Object({
  idToken: Type.Union([Type.String(), Type.Null()]),
  refreshToken: Type.Union([Type.String(), Type.Null()]),
})
type Tokens = Static<typeof Tokens>

/** From the session's id, which only the member's cookie holds: the database alone opens none of them. */
const keyOf = (id: string): Buffer => sealingKey(id, 'session tokens')

export const sealTokens = (id: string, tokens: Tokens): string => seal(keyOf(id), tokens)

export function tokensOf(id: string, sealed: string): Tokens {
  const tokens = unseal(keyOf(id), sealed)
  return Value.Check(Tokens, tokens) ? tokens : { idToken: null, refreshToken: null }
}
