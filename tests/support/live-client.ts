import http from 'node:http'
import SockJS from 'sockjs-client'
import type { LiveMessage } from '#contract/draft-room'
import { LIVE } from '#contract/limits'
import type { LiveServer } from './live-servers.ts'

export interface LiveAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

export interface LiveRequest {
  method?: 'GET' | 'POST' | 'OPTIONS' | 'PUT'
  headers?: Record<string, string>
  body?: string
  agent?: http.Agent
  signal?: AbortSignal
}

/** One request to the channel's address; the path is that below it. */
export const askLive = (
  origin: string,
  path: string,
  { method = 'POST', headers = {}, body, agent, signal }: LiveRequest = {},
): Promise<LiveAnswer> =>
  new Promise((resolve, reject) => {
    const sent = http.request(`${origin}${LIVE.path}${path}`, { method, headers, agent, signal }, async (answer) => {
      answer.on('error', reject)
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: Buffer.concat(parts).toString(),
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** What a member's browser sends along. */
export const memberHeaders = async (server: LiveServer, member: string): Promise<Record<string, string>> => ({
  cookie: await server.cookie(member),
  'sec-fetch-site': 'same-origin',
})

/** The messages of a frame; none in any other frame. */
export const messagesOf = (frame: string): LiveMessage[] =>
  frame.startsWith('a') ? JSON.parse(frame.slice(1)).map((message: string) => JSON.parse(message)) : []

/** Runs `work` while every request of this process is that of a member's browser: in Node the client has no cookies. */
export async function asMember<T>(server: LiveServer, member: string, work: () => Promise<T>): Promise<T> {
  const headers = await memberHeaders(server, member)
  const { request } = http
  const wrapped = (options: http.RequestOptions, answered?: (answer: http.IncomingMessage) => void) =>
    request({ ...options, headers: { ...options.headers, ...headers } }, answered)
  Object.assign(http, { request: wrapped })
  try {
    return await work()
  } finally {
    Object.assign(http, { request })
  }
}

/** The real client, as the app uses it. */
export class LiveClient {
  readonly messages: LiveMessage[] = []
  heartbeats = 0
  readonly opened: Promise<void>
  readonly closed: Promise<{ code: number; reason: string; wasClean: boolean }>
  readonly #socket: WebSocket

  constructor(origin: string) {
    this.#socket = new SockJS(`${origin}${LIVE.path}`, undefined, {
      transports: ['xhr-polling'],
      timeout: LIVE.timeoutMs,
    })
    this.#socket.onmessage = ({ data }) => void this.messages.push(JSON.parse(data))
    this.#socket.addEventListener('heartbeat', () => {
      this.heartbeats += 1
    })
    this.closed = new Promise((resolve) => {
      this.#socket.onclose = ({ code, reason, wasClean }) => resolve({ code, reason, wasClean })
    })
    this.opened = new Promise((resolve, reject) => {
      this.#socket.onopen = () => resolve()
      void this.closed.then(({ code, reason }) => reject(new Error(`${code} ${reason}`)))
    })
    this.opened.catch(() => {})
  }

  close(): void {
    this.#socket.close()
  }
}
