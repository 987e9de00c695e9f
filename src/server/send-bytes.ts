import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './accept-encoding.ts'
import { isKnownTag } from './conditional.ts'
import type { PreparedBytes } from './prepared.ts'
import { type Soon, soon } from './soon.ts'

/** Sends what the client does not have yet, in the smallest encoding it takes. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: PreparedBytes): Soon<FastifyReply> {
  reply.header('vary', 'Accept-Encoding')
  if (request.method === 'GET' || request.method === 'HEAD') {
    reply.header('etag', bytes.etag)
    if (isKnownTag(request.headers['if-none-match'], bytes.etag)) return reply.code(304).send()
  }
  reply.type('application/json; charset=utf-8')
  const encoding = bytes.worthCompressing ? acceptedEncoding(request.headers['accept-encoding']) : null
  if (!encoding) return reply.send(bytes.raw)
  reply.header('content-encoding', encoding)
  return soon(bytes.encoded(encoding), (encoded) => reply.send(encoded))
}
