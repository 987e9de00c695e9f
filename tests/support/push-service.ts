import { execFileSync } from 'node:child_process'
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { join } from 'node:path'
import { decrypt } from 'http_ece'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { PushMessage } from '#contract/push'
import { isPublicAddress, type Outside } from '#server/push/deliver'
import { removeFolder, temporaryFolder } from './demo-league.ts'

export const PUSH_HOST = 'push.test'
/** A name that leads to the machine's own network, and one that leads there and outside. */
export const INSIDE_HOST = 'inside.test'
export const MIXED_HOST = 'mixed.test'
/** Listens, and is not to be reached. */
const TRAP = '127.0.0.2'
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  [PUSH_HOST]: ['127.0.0.1'],
  [INSIDE_HOST]: [TRAP],
  [MIXED_HOST]: ['127.0.0.1', TRAP],
}

/** As a browser makes it. */
export interface PushedDevice {
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly keys: ECDH
}

export interface Pushed {
  readonly endpoint: string
  readonly at: number
  readonly headers: IncomingHttpHeaders
  readonly message: PushMessage['notification']
  /** Null: the request was left without an answer. */
  readonly status: number | null
}

/** What the service answers; `hang`: nothing; `raw`: this on the connection, which then stays open or is closed. */
export type PushAnswer =
  | { readonly raw: string; readonly isClosed: boolean }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly afterMs?: number }
  | 'hang'

export interface PushService {
  readonly outside: Outside
  readonly pushed: readonly Pushed[]
  /** Requests that came where none may. */
  readonly trapped: () => number
  device(host?: string): PushedDevice
  /** From now on, by device; 201 until then. */
  answer(by: (endpoint: string) => PushAnswer): void
  close(): Promise<void>
}

const Token = Type.Object({ aud: Type.String(), sub: Type.String(), exp: Type.Number() })

const ofBase64 = (text = ''): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())

/** Who sends is proved by a token that is signed with the key beside it (RFC 8292). */
function checkSender({ authorization = '' }: IncomingHttpHeaders): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))
  const { aud, sub, exp } = Value.Parse(Token, ofBase64(claims))
  const isValid = isSigned && aud === `https://${PUSH_HOST}` && /^(https|mailto):/.test(sub) && exp * 1000 > Date.now()
  if (!isValid) throw new Error(`Not a token for this service: ${JSON.stringify({ isSigned, aud, sub, exp })}`)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

async function certificate(): Promise<{ cert: string; key: string }> {
  const folder = await temporaryFolder()
  const [cert, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = Object.keys(ADDRESSES).map((name) => `DNS:${name}`)
  const subject = ['-subj', `/CN=${PUSH_HOST}`, '-addext', `subjectAltName=${names.join(',')}`]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
  const read = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
  await removeFolder(folder)
  return read
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}

/** A push service on this machine, which reads what it is given as the device would, and the way to it. */
export async function pushService(): Promise<PushService> {
  const devices = new Map<string, PushedDevice>()
  const pushed: Pushed[] = []
  let answerBy: (endpoint: string) => PushAnswer = () => ({ status: 201 })
  let trapped = 0

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const at = Date.now()
    const endpoint = `https://${request.headers.host}${request.url}`
    const answer = answerBy(endpoint)
    if (answer !== 'hang' && 'raw' in answer) {
      request.socket.write(answer.raw)
      if (answer.isClosed) request.socket.end()
      return
    }
    const device = devices.get(endpoint)
    if (!device || request.method !== 'POST') throw new Error(`There is no device at ${request.method} ${endpoint}`)
    checkSender(request.headers)
    const { auth } = device.subscription
    const plain = decrypt(await bodyOf(request), { version: 'aes128gcm', privateKey: device.keys, authSecret: auth })
    const { notification } = Value.Parse(PushMessage, JSON.parse(plain.toString()))
    const status = answer === 'hang' ? null : answer.status
    pushed.push({ endpoint, at, headers: request.headers, message: notification, status })
    if (answer === 'hang') return
    const { headers = {}, afterMs = 0 } = answer
    setTimeout(() => response.writeHead(answer.status, headers).end(), afterMs)
  }

  const tls = await certificate()
  const service = createServer(tls, (request, response) => {
    take(request, response).catch((error: unknown) => {
      // Seen by the test as a message that never came, and as the reason why.
      process.stderr.write(`${String(error)}\n`)
      response.writeHead(400).end()
    })
  })
  const port = await listen(service, '127.0.0.1', 0)
  const trap = createServer(tls).on('connection', (socket) => {
    trapped += 1
    socket.destroy()
  })
  await listen(trap, TRAP, port)

  return {
    pushed,
    trapped: () => trapped,
    outside: {
      resolve: async (host) => (ADDRESSES[host] ?? []).map((address) => ({ address, family: 4 })),
      mayConnect: (address) => address === '127.0.0.1' || isPublicAddress(address),
      port,
      ca: tls.cert,
    },
    device: (host = PUSH_HOST) => {
      const keys = createECDH('prime256v1')
      const endpoint = `https://${host}/send/${randomBytes(8).toString('hex')}`
      const p256dh = keys.generateKeys('base64url')
      const device = { subscription: { endpoint, p256dh, auth: randomBytes(16).toString('base64url') }, keys }
      devices.set(endpoint, device)
      return device
    },
    answer: (by) => {
      answerBy = by
    },
    close: async () => {
      for (const server of [service, trap]) {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
    },
  }
}
