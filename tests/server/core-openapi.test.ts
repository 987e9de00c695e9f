import { beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls'
import { duringTests } from '../support/during-tests.ts'
import { testServer } from '../support/test-server.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}
interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, unknown>
}

function* refs(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner
    else yield* refs(inner)
  }
}

describe('the OpenAPI document', () => {
  let document: Document
  const server = duringTests(() => testServer())
  beforeAll(async () => {
    document = (await server.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  })

  it('is OpenAPI 3.1 and is not sent twice', async () => {
    expect(document.openapi).toBe('3.1.0')
    const first = await server.app.inject({ method: 'GET', url: '/api/openapi.json' })
    const again = await server.app.inject({
      method: 'GET',
      url: '/api/openapi.json',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it.each(calls.map(({ name, call }) => [`${call.method} ${call.path}`, name, call] as const))(
    'has %s with its parameters, body, answer and refusals',
    (_title, name, call) => {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? []
      expect(inPath.map((parameter) => parameter.name).sort()).toEqual(
        [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).sort(),
      )
      expect(inPath.every(({ required }) => required)).toBe(true)
      expect(operation?.requestBody !== undefined).toBe(call.body !== undefined)
      for (const status of ['200', '400', '401', '403', '404', '409', '429']) {
        expect(operation?.responses).toHaveProperty(status)
      }
    },
  )

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId))
    expect(new Set(ids).size).toBe(calls.length)
  })

  it('refers only to what it holds', () => {
    const found = [...refs(document)]
    expect(found.length).toBeGreaterThan(0)
    for (const ref of found) {
      const target = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => at && Object(at)[key], document)
      expect(target, ref).toBeDefined()
    }
  })

  it('tells how a session is proved', () => {
    expect(document.components.securitySchemes).toMatchObject({ session: { type: 'apiKey', in: 'cookie' } })
  })
})
