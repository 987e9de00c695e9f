import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Answer, Body, Call, Params, Query } from '#contract/call'
import { errorSentences } from '#contract/errors'
import type { Queries } from '../db/engine/database.ts'
import { readOnly } from '../db/queries.ts'
import { type Access, type Asker, admit, breakOffWith, inTurn } from './admission.ts'
import { HttpError } from './answers/http-error.ts'
import { withShownPictures } from './answers/pictures.ts'
import { fits, validatorOf } from './answers/validator.ts'
import type { Context } from './context.ts'
import { evictOldest } from './limits/evict-oldest.ts'
import { encodeFor, JSON_TYPE, PreparedBytes, questionKey, sendBytes, sendHead } from './prepared.ts'

/** What a request says, as its call describes it. */
export interface Sent<C extends Call> {
  params: Params<C>
  query: Query<C>
  body: Body<C>
}

export interface CallInput<C extends Call, A extends Access> extends Sent<C> {
  user: Asker<A>
  request: FastifyRequest
}

export interface ReadOptions<A extends Access> {
  access: A
  /** It takes long to make: HEAD answers without. */
  isFile?: boolean
}

/** Makes the route of a contract's call: checks who asks and what, then answers what the handler says. */
export function serve<const C extends Call, const A extends Access>(
  app: FastifyInstance,
  context: Context,
  call: C,
  { access, isFile = false }: ReadOptions<A>,
  handle: (input: CallInput<C, A>) => Promise<Answer<C>>,
): void {
  route(app, call, async (request, reply) => {
    const user = await admit(context, request, access)
    const input = sent(call, request)
    if (isFile && request.method === 'HEAD') return sendHead(reply.type(JSON_TYPE))
    const admitted = { request, reply, access, user }
    const bytes = await inTurn(context, admitted, async (asker, right) => {
      const answer = checked(context, call, await handle({ ...input, user: asker, request }))
      // To compress it is a part of the turn: a hundred at once would hold up everybody's answers.
      const encoded = await encodeFor(request, new PreparedBytes(answer))
      await breakOffWith(context, admitted, right)
      return encoded
    })
    return sendBytes(request, reply, bytes)
  })
}

/** The same for an answer that is read in a transaction; with `isSnapshot` as the league is at one moment. */
export const serveQuery = <const C extends Call, const A extends Access>(
  app: FastifyInstance,
  context: Context,
  call: C,
  { isSnapshot = false, ...options }: ReadOptions<A> & { isSnapshot?: boolean },
  read: (queries: Queries, input: CallInput<C, A>) => Promise<Answer<C>>,
): void =>
  serve(app, context, call, options, (input) => {
    const answer = (queries: Queries) => read(queries, input)
    return isSnapshot ? readOnly(context.database, answer) : context.database.transaction(answer)
  })

/**
 * The same for an answer that does not depend on who asks: its bytes are made once and kept until the league changes.
 * `npm run bench -- prepared` holds it to a quarter of what a bare server does.
 */
export function servePrepared<const C extends Call>(
  app: FastifyInstance,
  context: Context,
  call: C,
  { access }: { access: Access | (() => Access) },
  make: (queries: Queries, input: Pick<Sent<C>, 'params' | 'query'>) => Promise<Answer<C>>,
): void {
  const questionOf = rememberedByAddress((request): Question<C> => {
    const { params, query } = sent(call, request)
    return { key: questionKey(call, JSON.stringify([params, query])), params, query }
  })
  const prepare = ({ key, ...question }: Question<C>): Promise<PreparedBytes> =>
    context.prepared.get(key, async () =>
      checked(context, call, await readOnly(context.database, (queries) => make(queries, question))),
    )
  const accessNow = typeof access === 'function' ? access : () => access
  route(app, call, async (request, reply) => {
    const user = await admit(context, request, accessNow())
    const question = questionOf(request)
    const made = context.prepared.made(question.key)
    if (made) return sendBytes(request, reply, made)
    const admitted = { request, reply, access: accessNow(), user }
    const bytes = await (context.prepared.find(question.key) ?? inTurn(context, admitted, () => prepare(question)))
    await encodeFor(request, bytes)
    // It took its time.
    await admit(context, request, accessNow())
    return sendBytes(request, reply, bytes)
  })
}

interface Question<C extends Call> extends Pick<Sent<C>, 'params' | 'query'> {
  key: string
}

/** More than the app needs; a client that invents others only has theirs read again. */
const MOST_ADDRESSES = 200
const LONGEST_ADDRESS = 200

/**
 * Reads each of the latest addresses once. To read one against its schema takes as long as all the rest of a prepared
 * answer: with this a 304 reaches 0.37 of a bare server and a 200 0.31, without it 0.19 and 0.17 (medians of 7 by
 * turns).
 */
function rememberedByAddress<T>(read: (request: FastifyRequest) => T): (request: FastifyRequest) => T {
  const known = new Map<string, T>()
  return (request) => {
    const found = known.get(request.url)
    if (found !== undefined) return found
    const made = read(request)
    if (request.url.length <= LONGEST_ADDRESS) {
      known.set(request.url, made)
      evictOldest(known, MOST_ADDRESSES)
    }
    return made
  }
}

const Anything = Type.Unknown()
const Nothing = Type.Object({})

export function route(
  app: FastifyInstance,
  call: Call,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
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

/**
 * What was sent, if it fits the schema; else a refusal that names the field. Unknown fields are dropped: they are not
 * stored, and do not make two equal requests different.
 */
function parse<T>(schema: TSchema, sent: unknown): T {
  const known = Value.Clean(schema, sent)
  if (fits<T>(schema, known)) return known
  const [error] = validatorOf(schema).Errors(known)
  if (!error) throw new HttpError(400, 'BAD_REQUEST')
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  throw new HttpError(400, 'BAD_REQUEST', `${errorSentences.BAD_REQUEST} ${`${field} ${error.message}`.trim()}.`)
}

/** The same for paths and queries, which arrive as text: "5" becomes 5 where the schema has a number. */
const parseText = <T>(schema: TSchema, sent: unknown): T => parse<T>(schema, Value.Convert(schema, sent))
