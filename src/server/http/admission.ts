import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasRole } from '#rules/roles'
import type { Queries } from '../db/engine/database.ts'
import { HttpError } from './answers/http-error.ts'
import type { Context, SessionUser } from './context.ts'

/** `login`: anyone who is logged in, outsiders too. `member`: those who belong to the league, and its guests. */
export type Access = 'anyone' | 'login' | 'member' | 'premium' | 'admin'
export type Asker<A extends Access> = A extends 'anyone' ? SessionUser | null : SessionUser

/** The user may not, or no longer: nothing was decided. */
export class NotAdmitted extends HttpError {}

export async function admit<A extends Access>(context: Context, request: FastifyRequest, access: A): Promise<Asker<A>> {
  const user = await context.identity.userOf(request)
  const isMissing = user && !user.outsider && !mayAsk(user, access)
  if (isMissing && (access === 'premium' || access === 'admin')) {
    context.identity.noteMissingRole(request, user, access)
  }
  return admitted(user, access)
}

/**
 * The same in the transaction of the request: by what the database says now, which cannot change before the transaction
 * ends. After its locks, since their holders do not wait for it.
 */
export async function admitWithin<A extends Access>(
  { identity }: Pick<Context, 'identity'>,
  queries: Queries,
  user: SessionUser,
  access: A,
): Promise<Asker<A>> {
  return admitted(await identity.confirm(queries, user), access)
}

function admitted<A extends Access>(user: SessionUser | null, access: A): Asker<A> {
  if (user?.outsider && access !== 'login') throw new NotAdmitted(403, 'NOT_A_MEMBER')
  if (mayAsk(user, access)) return user
  throw user ? new NotAdmitted(403, 'FORBIDDEN') : new NotAdmitted(401, 'UNAUTHENTICATED')
}

function mayAsk<A extends Access>(user: SessionUser | null, access: A): user is Asker<A> {
  if (access === 'anyone') return true
  if (access === 'login' || access === 'member') return user !== null
  return hasRole(user, access)
}

/** A request that was admitted, and as whose. */
export interface Admitted<A extends Access> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly access: A
  readonly user: Asker<A>
}

/**
 * Does what the request asks for when it is its login's turn, for the user that it has by then. `right` is aborted, by
 * the refusal, as soon as they may not ask for it any longer: what still waits is refused at once.
 */
export async function inTurn<A extends Access, T>(
  context: Context,
  { request, reply, access, user }: Admitted<A>,
  work: (user: Asker<A>, right: AbortSignal) => Promise<T>,
): Promise<T> {
  const right = rightTo(context, request, reply, access, user?.login ?? null)
  if (!user) return work(user, right)
  const begin = async () => work(await admit(context, request, access), right)
  return context.loginLimits.inTurn(user.subject, begin, right)
}

/** Until the answer has gone out, what becomes of the right to it. */
export function rightTo(
  { identity }: Pick<Context, 'identity'>,
  request: FastifyRequest,
  { raw }: FastifyReply,
  access: Access,
  login: string | null,
): AbortSignal {
  const lost = new AbortController()
  if (login === null) return lost.signal
  const look = async () => {
    try {
      admitted(await identity.userOf(request), access)
    } catch (error) {
      if (error instanceof NotAdmitted) lost.abort(error)
    }
  }
  const stop = identity.watch(login, () => void look())
  raw.once('finish', stop).once('close', stop)
  return lost.signal
}

/**
 * An answer ends with the right to it: what has not been sent by then is not. The right is looked up once more: the
 * answer may be ready before it is known that its login has ended.
 */
export async function breakOffWith<A extends Access>(
  context: Context,
  { request, reply: { raw }, access }: Admitted<A>,
  right: AbortSignal,
): Promise<void> {
  await admit(context, request, access)
  right.throwIfAborted()
  right.addEventListener('abort', () => void raw.destroy())
}
