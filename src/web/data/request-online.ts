import type { Answer, Call } from '#contract/call'
import { getConnection } from '../offline/connection.ts'
import { CallError } from './call-error.ts'
import { type RequestInput, request } from './client.ts'

/** Code of the refusal: nothing was sent, where other network errors leave it open. */
export const NOT_SENT = 'NOT_SENT'
const OFFLINE = 'You are offline. Nothing was changed: try again when the connection is back.'

/** Sends a call whose truth is the moment; without a connection it is refused at once, in plain words. */
export const requestOnline = async <C extends Call & { readonly offline: 'online' }>(
  call: C,
  input: RequestInput<C>,
): Promise<Answer<C>> => {
  if (!getConnection().online) throw new CallError('network', 0, NOT_SENT, OFFLINE)
  return request(call, input)
}
