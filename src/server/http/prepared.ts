import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call'
import { evictOldest } from './limits/evict-oldest.ts'

type Encoding = 'br' | 'gzip'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Below this the header costs more than compression gains. */
const WORTH_COMPRESSING_BYTES = 1_000
/** More keys than a league has; the oldest goes first. */
const MOST_KEPT = 200

const compress = {
  br: (raw: Buffer) =>
    promisify(brotliCompress)(raw, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_SIZE_HINT]: raw.length },
    }),
  gzip: (raw: Buffer) => promisify(gzip)(raw, { level: 6 }),
} as const

/** An answer as bytes, each encoding made at most once. */
export class PreparedBytes {
  readonly raw: Buffer
  /** Weak, since the encodings share it. */
  readonly etag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(value: unknown) {
    this.raw = Buffer.from(JSON.stringify(value))
    this.etag = `W/"${hash('sha256', this.raw, 'base64url').slice(0, 27)}"`
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const made = compress[encoding](this.raw)
    this.#encoded.set(encoding, made)
    return made
  }
}

export const questionKey = ({ path }: Pick<Call, 'path'>, question: string): string => `${path} ${question}`

interface Kept {
  readonly day: string
  readonly bytes: Promise<PreparedBytes>
  made?: PreparedBytes
}

/** Answers that are the same for everybody, kept until the league's data or its day changes. */
export class PreparedAnswers {
  readonly #today: () => string
  readonly #kept = new Map<string, Kept>()

  constructor(today: () => string) {
    this.#today = today
  }

  /** What is made already. */
  made(key: string): PreparedBytes | undefined {
    return this.#known(key)?.made
  }

  /** The same, or what is being made. */
  find(key: string): Promise<PreparedBytes> | undefined {
    return this.#known(key)?.bytes
  }

  #known(key: string): Kept | undefined {
    const known = this.#kept.get(key)
    return known?.day === this.#today() ? known : undefined
  }

  /** All who ask at once wait for one making. */
  get(key: string, make: () => Promise<unknown>): Promise<PreparedBytes> {
    const known = this.find(key)
    if (known) return known
    const bytes = make().then((value) => new PreparedBytes(value))
    const kept: Kept = { day: this.#today(), bytes }
    this.#kept.set(key, kept)
    bytes.then(
      (made) => {
        kept.made = made
      },
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key)
      },
    )
    evictOldest(this.#kept, MOST_KEPT)
    return bytes
  }

  /** All of them, or those of one call. */
  forget(call?: Pick<Call, 'path'>): void {
    const own = call ? questionKey(call, '') : ''
    for (const key of this.#kept.keys()) if (key.startsWith(own)) this.#kept.delete(key)
  }
}

/** The smallest encoding the client takes (RFC 9110, 12.5.3); null: as it is. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const refused = new Set<string>()
  const taken = new Set<string>()
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    if (isRefused) refused.add(name)
    else taken.add(name)
  }
  const takes = (name: Encoding) => taken.has(name) || (taken.has('*') && !refused.has(name))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Whether If-None-Match names the tag; compared weakly, as RFC 9110 says for this header. */
function isKnown({ headers }: FastifyRequest, { etag }: PreparedBytes): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return headers['if-none-match']?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false
}

const encodingFor = ({ headers }: FastifyRequest, { raw }: PreparedBytes) =>
  raw.length >= WORTH_COMPRESSING_BYTES ? acceptedEncoding(headers['accept-encoding']) : null

/** Makes what `sendBytes` will send, where the work of it is to be part of more. */
export async function encodeFor(request: FastifyRequest, bytes: PreparedBytes): Promise<PreparedBytes> {
  const encoding = encodingFor(request, bytes)
  if (encoding && !isKnown(request, bytes)) await bytes.encoded(encoding)
  return bytes
}

/** Answers HEAD without making what GET would send: its length is left out, as that of a stream is. */
export const sendHead = (reply: FastifyReply): FastifyReply => reply.send(Readable.from([]))

/** Sends what the client does not have yet, in the smallest encoding it takes. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: PreparedBytes,
): Promise<FastifyReply> {
  reply.header('vary', 'Accept-Encoding')
  if (request.method === 'GET' || request.method === 'HEAD') {
    reply.header('etag', bytes.etag)
    if (isKnown(request, bytes)) return reply.code(304).send()
  }
  reply.type(JSON_TYPE)
  const encoding = encodingFor(request, bytes)
  if (!encoding) return reply.send(bytes.raw)
  return reply.header('content-encoding', encoding).send(await bytes.encoded(encoding))
}
