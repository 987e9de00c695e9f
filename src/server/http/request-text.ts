import type { FastifyInstance } from 'fastify'
import { errorSentences } from '#contract/errors'
import { HttpError } from './answers/http-error.ts'

/** No body of the contract nests deeper than two; a recursive reader calls itself for each level. */
const MOST_LEVELS = 20
/** PostgreSQL stores neither NUL nor half a character (a lone surrogate). */
const UNSTORABLE = /[\0\p{Cs}]/u
/** An address cannot contain a lone surrogate: bytes that are not UTF-8 are refused when it is decoded. */
const NUL_IN_ADDRESS = '%00'

const refusal = (why: string): HttpError => new HttpError(400, 'BAD_REQUEST', `${errorSentences.BAD_REQUEST} ${why}`)

/**
 * Refuses text that cannot be stored and bodies nested too deeply, before anything reads them or queries the database.
 */
export function registerRequestText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      request.url.includes(NUL_IN_ADDRESS)
        ? refusal('Its address holds a character that cannot be stored.')
        : undefined,
    )
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const why = request.body === undefined ? null : whyUnreadable(request.body)
    done(why === null ? undefined : refusal(why))
  })
}

/** Level by level, not recursively: very deep JSON would overflow the stack. */
function whyUnreadable(body: unknown): string | null {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MOST_LEVELS && level.some(isNested)) return `Its body has more than ${MOST_LEVELS} levels.`
    const texts = level.flatMap((value) => (isNested(value) ? Object.keys(value) : value))
    if (texts.some((text) => typeof text === 'string' && UNSTORABLE.test(text))) {
      return 'Its body holds a character that cannot be stored.'
    }
    level = level.flatMap((value) => (isNested(value) ? Object.values(value) : []))
  }
  return null
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
