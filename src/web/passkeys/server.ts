import { type Static, type TSchema, Type } from 'typebox'
import { fitsSchema } from '../net/answer-check.ts'

const PublicKey = Type.Literal('public-key')
const Required = Type.Literal('required')

/** What a passkey is made with. */
export const CreationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: PublicKey, alg: Type.Number() })),
  timeout: Type.Number(),
  excludeCredentials: Type.Array(Type.Object({ type: PublicKey, id: Type.String() })),
  authenticatorSelection: Type.Object({ residentKey: Required, userVerification: Required }),
})

/** What one is used with. */
export const RequestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Number(),
  userVerification: Required,
})

/** Where it goes on, once all is well. */
export const Done = Type.Object({ goTo: Type.String() })

const Refusal = Type.Object({ message: Type.String() })

/** In words for the member, mostly the server's own. */
export class Refused extends Error {}
/** What the page was for is over. */
export class Over extends Refused {}

const LOST = "Can't reach the server. Please try again."
const FAILED = 'This did not work. Please try again.'
const GONE = 410

/** Sends the step's answer, and reads what comes next. */
export async function post<Schema extends TSchema>(
  schema: Schema,
  path: string,
  body: object,
): Promise<Static<Schema>> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refused(LOST)
  })
  const said: unknown = await answer.json().catch(() => null)
  if (answer.ok && fitsSchema(schema, said)) return said
  const sentence = !answer.ok && fitsSchema(Refusal, said) ? said.message : FAILED
  throw answer.status === GONE ? new Over(sentence) : new Refused(sentence)
}
