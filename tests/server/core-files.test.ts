import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../support/test-server.ts'

const PAGE = '<!doctype html><title>Hockey Pool</title>'
const CODE = 'export const goals = 2\n'.repeat(100)

describe('the built app', () => {
  let server: TestServer
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-web-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), PAGE)
    await writeFile(join(folder, 'sw.js'), CODE)
    await writeFile(join(folder, 'manifest.webmanifest'), '{}')
    await writeFile(join(folder, 'assets/main-BVq2x1.js'), CODE)
    await writeFile(join(folder, 'assets/main-BVq2x1.js.br'), brotliCompressSync(CODE))
    await writeFile(join(folder, 'assets/main-BVq2x1.js.gz'), gzipSync(CODE))
    await writeFile(join(folder, '..', 'hockey-pool-outside.txt'), 'outside')
    server = await testServer({ web: folder })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
    await rm(join(folder, '..', 'hockey-pool-outside.txt'), { force: true })
  })

  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

  it('answers an address of the app with its page', async () => {
    const answer = await get('/teams/7?standings_sort=cash', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE])
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('checks page, worker and manifest at every use, and keeps hashed files for a year', async () => {
    for (const url of ['/index.html', '/sw.js', '/manifest.webmanifest']) {
      expect((await get(url)).headers['cache-control'], url).toBe('no-cache')
    }
    expect((await get('/sw.js')).headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect((await get('/manifest.webmanifest')).headers['content-type']).toContain('application/manifest+json')
    expect((await get('/assets/main-BVq2x1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('finds the files of a build made while the server runs', async () => {
    expect((await get('/assets/next-Xy12.js')).statusCode).toBe(404)
    await writeFile(join(folder, 'assets/next-Xy12.js'), CODE)
    expect((await get('/assets/next-Xy12.js')).body).toBe(CODE)
  })

  it('sends what was compressed by the build', async () => {
    const brotli = await get('/assets/main-BVq2x1.js', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(CODE)
    const gzip = await get('/assets/main-BVq2x1.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(CODE)
    const plain = await get('/assets/main-BVq2x1.js', { 'accept-encoding': 'br;q=0, identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(CODE)
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
    expect(brotli.headers.vary).toBe('accept-encoding')
    expect((await get('/sw.js', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
  })

  it('is not sent again when the browser has it', async () => {
    const first = await get('/sw.js')
    const byTag = await get('/sw.js', { 'if-none-match': String(first.headers.etag) })
    expect([byTag.statusCode, byTag.body]).toEqual([304, ''])
    const byTime = await get('/sw.js', { 'if-modified-since': String(first.headers['last-modified']) })
    expect(byTime.statusCode).toBe(304)
    const both = await get('/sw.js', {
      'if-none-match': '"old"',
      'if-modified-since': String(first.headers['last-modified']),
    })
    expect(both.statusCode).toBe(200)
  })

  it('answers HEAD as GET without the body', async () => {
    const answer = await server.app.inject({ method: 'HEAD', url: '/sw.js' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
    expect(answer.headers['content-length']).toBe(String(CODE.length))
  })

  it.each([
    '/assets/gone-XYZ.js',
    '/missing.png',
    '/.env',
    '/.git/config.old',
    '/api',
    '/api/v1/nothing',
    '/auth/nothing',
    '/ws/nothing',
    '/assets',
  ])('has nothing at %s, and says so instead of sending the page', async (url) => {
    const answer = await get(url, { accept: 'text/html' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('<title>Hockey Pool</title>')
  })

  it.each([
    ['/standings', { 'sec-fetch-mode': 'navigate', accept: '*/*' }, 200],
    ['/no/such/page', { accept: 'text/html' }, 200],
    ['/', {}, 200],
    ['/metrics', {}, 404],
    ['/metrics', { accept: '*/*' }, 404],
    ['/standings', { accept: 'application/json' }, 404],
    ['/standings', { 'sec-fetch-mode': 'cors', accept: 'text/html' }, 404],
    ['/assets/', { 'sec-fetch-mode': 'navigate', accept: 'text/html' }, 404],
    ['/assets/gone-XYZ.js', { 'sec-fetch-mode': 'navigate', accept: 'text/html' }, 404],
  ])("answers %s with its page for a browser's navigation alone (%j)", async (url, headers, status) => {
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await server.app.inject({ method, url, headers })).statusCode, method).toBe(status)
    }
  })

  it.each([
    '/../hockey-pool-outside.txt',
    '/..%2fhockey-pool-outside.txt',
    '/assets/..%2f..%2fhockey-pool-outside.txt',
    '/%2e%2e/hockey-pool-outside.txt',
    '/%00',
    '/%E0%A4%A',
  ])('never leaves its folder: %s', async (url) => {
    const answer = await get(url)
    expect(answer.body).not.toContain('outside')
    expect(answer.statusCode).toBeLessThan(500)
  })
})
