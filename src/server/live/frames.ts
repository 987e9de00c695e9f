import type { LiveMessage } from '#contract/draft-room'

// What a poll is answered with, as SockJS writes it: one frame a line (sockjs-protocol 0.3.3).

const frame = (text: string): Buffer => Buffer.from(`${text}\n`)
const close = (code: number, reason: string): Buffer => frame(`c${JSON.stringify([code, reason])}`)

export const OPEN = frame('o')
export const HEARTBEAT = frame('h')
export const messageFrame = (messages: readonly LiveMessage[]): Buffer =>
  frame(`a${JSON.stringify(messages.map((message) => JSON.stringify(message)))}`)

export const SECOND_POLL = close(2010, 'Another connection still open')
/** The client may have missed something, or is no longer logged in: it reconnects and finds out. */
export const INTERRUPTED = close(1002, 'Connection interrupted')
export const STOPPING = close(1012, 'Service restart')
/** 1000, after which a client does not reconnect: two of them would push each other out for ever. */
export const TOO_MANY = close(1000, 'Too many channels')
