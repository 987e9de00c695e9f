import type { Call } from '#contract/call'
import { addressOf } from '#contract/call-address'
import { addToCart, emptyCart, getCart, removeFromCart } from '#contract/trading'
import { getUser, saysNobody } from '#contract/user'
import { fitsAnswer } from '../offline/answer-check.ts'
import { isPage, parseBody, readRefusal, readRetryAfter } from '../offline/http-answer.ts'
import type { FlusherDeps, SessionOwner } from '../offline/outbox/flusher.ts'
import { type Outcome, outcomeOf } from '../offline/outbox/outcome.ts'
import type { OutboxRow } from '../offline/outbox/row.ts'
import { formerOwnerOf, ownerOf } from '../offline/owner.ts'
import { TIMEOUT_MS } from '../offline/timeout.ts'

// The worker's own access to the server: it has no query client and no screen, only the outbox.

type Fetch = (address: string, init: RequestInit) => Promise<Response>
type ToServer = Pick<FlusherDeps, 'session' | 'send' | 'readCart'>

export const cartAddress = (teamId: number): string => addressOf(getCart, { teamId })

const targetOf = ({ teamId, change }: OutboxRow): { call: Call; address: string } => {
  if (change.kind === 'empty') return { call: emptyCart, address: addressOf(emptyCart, { teamId }) }
  const params = { teamId, playerId: change.player.playerId }
  if (change.kind === 'remove') return { call: removeFromCart, address: addressOf(removeFromCart, params) }
  const action = change.action === 'BUY' ? 'buy' : 'sell'
  return { call: addToCart, address: addressOf(addToCart, params, { action }) }
}

interface Reply {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
}

const noReply: Reply = { status: 0, text: '', retryAfter: null }

export const createServerAccess = (fetch: Fetch, now: () => number): ToServer => {
  const ask = async (method: string, address: string, key?: string): Promise<Reply> => {
    try {
      const response = await fetch(address, {
        method,
        headers: {
          Accept: 'application/json',
          'X-Requested-With': 'hockey-pool',
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        credentials: 'include',
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.type === 'opaqueredirect') return { ...noReply, status: 401 }
      const text = await response.text()
      if (response.ok && isPage(text)) return noReply
      return { status: response.status, text, retryAfter: response.headers.get('Retry-After') }
    } catch {
      return noReply
    }
  }

  return {
    session: async (): Promise<SessionOwner> => {
      const { status, text } = await ask('GET', getUser.path)
      if (saysNobody(status)) return null
      const user = parseBody(text)
      if (status !== 200 || !fitsAnswer(getUser.answer, user)) return undefined
      const owner = ownerOf(user)
      return owner === null ? null : { owner, former: formerOwnerOf(user) }
    },
    send: async (row): Promise<Outcome> => {
      const { call, address } = targetOf(row)
      const { status, text, retryAfter } = await ask(call.method, address, row.id)
      const body = parseBody(text)
      const { code, message } = readRefusal(body, call.failure)
      // A body that does not fit the call is no answer to it: the cart will show whether the change was made.
      const isForeign = status >= 200 && status < 300 && !fitsAnswer(call.answer, body)
      return outcomeOf({
        status: isForeign ? noReply.status : status,
        refusal: { code, sentence: message },
        retryAfterMs: readRetryAfter(retryAfter, now()),
      })
    },
    readCart: async (teamId) => {
      const { status, text } = await ask('GET', cartAddress(teamId))
      const cart = parseBody(text)
      return status === 200 && fitsAnswer(getCart.answer, cart) ? cart : null
    },
  }
}
