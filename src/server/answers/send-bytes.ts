import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './accept-encoding.ts'
import { isKnownTag } from './conditional.ts'
import type { PreparedBytes } from './prepared.ts'
import { type Soon, soon } from './soon.ts'

const isKnown = ({ headers }: FastifyRequest, { etag }: PreparedBytes): boolean =>
  isKnownTag(headers['if-none-match'], etag)

const encodingFor = ({ headers }: FastifyRequest, bytes: PreparedBytes) =>
  bytes.worthCompressing ? acceptedEncoding(headers['accept-encoding']) : null

/** Makes what `sendBytes` will send, where the work of it is to be part of more. */
export async function encodeFor(request: FastifyRequest, bytes: PreparedBytes): Promise<PreparedBytes> {
  const encoding = encodingFor(request, bytes)
  if (encoding && !isKnown(request, bytes)) await bytes.encoded(encoding)
  return bytes
}

/** Sends what the client does not have yet, in the smallest encoding it takes. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: PreparedBytes): Soon<FastifyReply> {
  reply.header('vary', 'Accept-Encoding')
  if (request.method === 'GET' || request.method === 'HEAD') {
    reply.header('etag', bytes.etag)
    if (isKnown(request, bytes)) return reply.code(304).send()
  }
  reply.type('application/json; charset=utf-8')
  const encoding = encodingFor(request, bytes)
  if (!encoding) return reply.send(bytes.raw)
  reply.header('content-encoding', encoding)
  return soon(bytes.encoded(encoding), (encoded) => reply.send(encoded))
}
