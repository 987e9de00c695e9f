import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import { errorSentences } from '#contract/errors'
import { ErrorBody } from './answers/http-error.ts'
import { PreparedBytes, sendBytes } from './prepared.ts'
import { APP_HEADER, APP_HEADER_VALUE } from './security.ts'

const REFUSALS: Record<string, string> = {
  400: 'The request is malformed.',
  401: 'There is no session.',
  403: 'The session may not do this, or the request came from another site.',
  404: 'There is no such thing.',
  409: 'A rule of the league refuses; nothing was changed.',
  429: 'Too many requests.',
  503: 'The league is not ready yet.',
}

const SAFE = new Set(['GET', 'HEAD'])

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same request with the same key is done once; for seven days its repetitions get its answer. Of one login the latest thousand keys are known.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

/** Plain JSON Schema: what else TypeBox keeps in a schema does not survive JSON. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))

function parametersOf(schema: TSchema | undefined, place: 'path' | 'query'): object[] {
  if (!schema || !Type.IsObject(schema)) return []
  const required = new Set<string>(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: plain(property),
  }))
}

function operationOf(section: string, name: string, call: Call): object {
  const { params, query, body, answer } = call
  return {
    operationId: name,
    tags: [section],
    summary: call.summary,
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(SAFE.has(call.method) ? [] : [IDEMPOTENCY_KEY]),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { [Type.IsString(body) ? 'text/plain' : 'application/json']: { schema: plain(body) } },
      },
    }),
    responses: {
      200: { description: call.summary, content: { 'application/json': { schema: plain(answer) } } },
      ...(SAFE.has(call.method) && { 304: { description: 'Nothing is newer than what If-None-Match names.' } }),
      ...Object.fromEntries(
        Object.keys(REFUSALS).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  }
}

export function openApiDocument(sessionCookie: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { section, name, call } of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(section, name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hockey Pool',
      version: '1',
      description: `Refusals are JSON with a code and a sentence. An unsafe request must come from the app's own origin (Sec-Fetch-Site or Origin); a client that sends neither sends ${APP_HEADER}: ${APP_HEADER_VALUE}. Codes: ${Object.keys(errorSentences).join(', ')}.`,
    },
    security: [{ session: [] }],
    tags: [...new Set(calls.map(({ section }) => section))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
      schemas: { Error: plain(ErrorBody) },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
    },
  }
}

export function registerOpenApi(app: FastifyInstance, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:')
  let document: PreparedBytes | null = null
  app.get('/api/openapi.json', (request, reply) => {
    document ??= new PreparedBytes(openApiDocument(secure ? '__Host-pool-session' : 'pool-session'))
    return sendBytes(request, reply, document)
  })
}
