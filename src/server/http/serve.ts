import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Answer, Body, Call, Params, Query } from '#contract/call'
import { hasRole } from '#rules/roles'
import { HttpError } from '../answers/http-error.ts'
import { withShownPictures } from '../answers/pictures.ts'
import { PreparedBytes } from '../answers/prepared.ts'
import { encodeFor, sendBytes } from '../answers/send-bytes.ts'
import { type Soon, soon } from '../answers/soon.ts'
import type { SessionUser } from '../auth/identity.ts'
import type { Queries } from '../store/engine/database.ts'
import { readOnly } from '../store/engine/read-only.ts'
import type { Context } from './context.ts'
import { fits, parse, parseText } from './parse.ts'

/** `member`: anyone who is logged in. */
export type Access = 'anyone' | 'member' | 'premium' | 'admin'
export type Asker<A extends Access> = A extends 'anyone' ? SessionUser | null : SessionUser

/** What a request says, as its call describes it. */
export interface Sent<C extends Call> {
  params: Params<C>
  query: Query<C>
  body: Body<C>
}

export interface Asked<C extends Call, A extends Access> extends Sent<C> {
  user: Asker<A>
  request: FastifyRequest
}

/** Makes the route of a contract's call: checks who asks and what, then answers what the handler says. */
export function serve<const C extends Call, const A extends Access>(
  app: FastifyInstance,
  context: Context,
  call: C,
  { access }: { access: A },
  handle: (asked: Asked<C, A>) => Promise<Answer<C>>,
): void {
  route(app, call, async (request, reply) => {
    const user = await admit(context, request, access)
    const asked = { user, request, ...sent(call, request) }
    // To compress it is a part of the turn: a hundred at once would hold up everybody's answers.
    const bytes = await inTurn(context, user, async () =>
      encodeFor(request, new PreparedBytes(checked(context, call, await handle(asked)))),
    )
    return sendBytes(request, reply, bytes)
  })
}

/**
 * The same for an answer that does not depend on who asks: its bytes are made once and kept until the league changes.
 * Every request passes the hooks of app.ts, the session check and the comparison of tags; `npm run bench` holds it to
 * two fifths of what a bare server does, so nothing here is worked out or waited for twice.
 */
export function servePrepared<const C extends Call>(
  app: FastifyInstance,
  context: Context,
  call: C,
  { access }: { access: Access },
  make: (queries: Queries, asked: Pick<Sent<C>, 'params' | 'query'>) => Promise<Answer<C>>,
): void {
  // Reading an address against its schema takes as long as all the rest of a prepared answer.
  const asked = new Map<string, Question<C>>()
  const questionOf = (request: FastifyRequest): Question<C> => {
    const known = asked.get(request.url)
    if (known) return known
    const { params, query } = sent(call, request)
    const question = { key: JSON.stringify([call.path, params, query]), params, query }
    if (request.url.length > LONGEST_ADDRESS) return question
    if (asked.size >= MOST_ADDRESSES) asked.clear()
    asked.set(request.url, question)
    return question
  }
  const prepare = ({ key, ...question }: Question<C>): Soon<PreparedBytes> =>
    context.prepared.get(key, async () =>
      checked(context, call, await readOnly(context.database, (queries) => make(queries, question))),
    )
  const bytesFor = (question: Question<C>, user: SessionUser | null): Soon<PreparedBytes> =>
    context.prepared.find(question.key) ?? inTurn(context, user, async () => prepare(question))
  route(app, call, (request, reply) =>
    soon(admit(context, request, access), (user) =>
      soon(bytesFor(questionOf(request), user), (bytes) => sendBytes(request, reply, bytes)),
    ),
  )
}

const inTurn = <T>({ loginLimits }: Context, user: SessionUser | null, work: () => Promise<T>): Promise<T> =>
  user ? loginLimits.inTurn(user.subject, work) : work()

interface Question<C extends Call> extends Pick<Sent<C>, 'params' | 'query'> {
  key: string
}

/** More than the app asks for; whoever invents others only has theirs read anew. */
const MOST_ADDRESSES = 200
const LONGEST_ADDRESS = 200

const Anything = Type.Unknown()
const Nothing = Type.Object({})

export function route(
  app: FastifyInstance,
  call: Call,
  handler: (request: FastifyRequest, reply: FastifyReply) => Soon<unknown>,
): void {
  app.route({ method: call.method, url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'), handler })
}

export const sent = <C extends Call>(call: C, request: FastifyRequest): Sent<C> => ({
  params: parseText<Params<C>>(call.params ?? Nothing, request.params),
  query: parseText<Query<C>>(call.query ?? Nothing, request.query),
  body: parse<Body<C>>(call.body ?? Anything, sentBody(call, request)),
})

/** A text body may be empty, and then nothing is sent at all. */
const sentBody = (call: Call, request: FastifyRequest): unknown =>
  call.body ? (request.body ?? (Type.IsString(call.body) ? '' : undefined)) : undefined

export const admit = <A extends Access>(context: Context, request: FastifyRequest, access: A): Soon<Asker<A>> =>
  soon(context.identity.userOf(request), (user) => {
    if (mayAsk(user, access)) return user
    if (!user) throw new HttpError(401, 'UNAUTHENTICATED')
    if (access === 'premium' || access === 'admin') context.identity.noteMissingRole(request, user, access)
    throw new HttpError(403, 'FORBIDDEN')
  })

function mayAsk<A extends Access>(user: SessionUser | null, access: A): user is Asker<A> {
  if (access === 'anyone') return true
  if (access === 'member') return user !== null
  return hasRole(user, access)
}

/**
 * In development and tests an answer that breaks the contract is a fault; in production it is better than none.
 * Pictures that no page may show stay here.
 */
export function checked(context: Context, call: Call, answer: unknown): unknown {
  if (!context.env.production && !fits(call.answer, answer)) {
    throw new Error(`The answer of ${call.method} ${call.path} is not what the contract says.`)
  }
  return withShownPictures(answer ?? null, context.isPictureShown)
}
