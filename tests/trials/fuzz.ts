import { connect } from 'node:net'
import { Type } from 'typebox'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import type { Dice } from '#rules/pick-sequence'
import { oneOf } from '../support/random.ts'

// Requests as no client of ours sends them: every call of the contract and addresses that are none, whatever the method,
// the values, the headers and the body. Written as bytes, since a client library would not send half of them.

/** In an address as they stand. */
const ODD_TEXTS = [
  '', '0', '-1', '1.5', '1e9', '1e999', '2147483648', '99999999999999999999', 'NaN', 'null', 'true', 'undefined', '[]', '{}',
  '%00', 'a%00b', '%ed%a0%80', '%ff', '%', '%zz', '%2500', '..', '..%2f..%2fetc', '.', '%5c', '%0d%0a', '%F0%9F%8F%92', '%C2%A0',
  '١', "1'%20or%20'1'='1", '*', 'x'.repeat(101), 'x'.repeat(3_000), '5', '8480001', 'skater', 'buy', 'dressed', '1.OUT', '9.XX',
] as const // biome-ignore format: a list

/** Those that have made most faults, and come as often as all others together. */
const SHARP_TEXTS = ['%00', 'a%00b', '%ed%a0%80', '99999999999999999999', 'x'.repeat(3_000)] as const

const ODD_PATHS = [
  '/', '*', '', '//', '/api', '/api/', '/api/v1', '/api/v1/', '/api/v2/user', '/api/v1/user/', '/api/v1//user', '/API/V1/USER',
  '/api/openapi.json', '/healthz', '/readyz', '/metrics', '/.env', '/auth/login', '/auth/logout', '/auth/callback', '/auth/account',
  '/auth/nothing', '/idp', '/idp/', '/idp/nothing', '/idp/login/x', '/idp/invitation/x', '/idp/account', '/ws/draft', '/ws/draft/info', '/ws/draft/000/a/xhr', '/ws/draft/000/a/xhr_send',
  '/ws/draft/000/a%00/xhr', '/ws/draft/../../x/xhr', '/ws/draft/000/websocket', 'http://other.example/api/v1/user', '/%61pi/v1/user',
] as const // biome-ignore format: a list

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'BREW',
  'get',
] as const

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const deepObject = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const ODD_BODIES = [
  '', 'null', 'true', '5', '"text"', '[]', '{}', '{', '[1,', '{"a":}', 'nonsense', '\u0000', '"\\u0000"', '"\\ud800"', '{"\\u0000":1}',
  deep(20), deep(21), deep(30_000), '['.repeat(60_000), deepObject(21), deepObject(9_000), '1e999', `1${'0'.repeat(400)}`, '-0',
  '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}', '{"name":null}', '{"name":[],"shortName":{}}',
  '{"name":"a\\u0000b","shortName":"AB"}', '{"name":"\\ud83c","shortName":"AB"}', '{"name":"Valid name","shortName":"VALID"}',
  '{"name":"Valid name","shortName":"VALID","extra":"unknown","deep":{"er":[1,2,3]}}', '{"name":"","shortName":""}',
  `{"name":"${'x'.repeat(50_000)}","shortName":"AB"}`, 'x'.repeat(64 * 1024), 'x'.repeat(64 * 1024 + 1), 'a\u0000b', 'sleeper',
  '\u{1f3d2}'.repeat(5), `{"name":"${'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40)}","shortName":"AB"}`, '\ufeff{}', 'member=member',
] as const // biome-ignore format: a list

const TYPES = [
  'application/json', 'application/json; charset=utf-8', 'application/json; charset=latin1', 'text/plain', 'text/plain;charset=UTF-16',
  'application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded', 'x', '', ';', 'application/json, text/plain',
] as const // biome-ignore format: a list

/** Further lines of a request's head, each sent now and then. */
const HEADERS = [
  'idempotency-key: key-1', 'idempotency-key: key-2', 'idempotency-key: ', `idempotency-key: ${'k'.repeat(201)}`, 'idempotency-key: a b',
  'idempotency-key: caf\u00e9', 'idempotency-key: one\r\nidempotency-key: two', 'if-none-match: *', 'if-none-match: W/"', 'if-none-match: "a", "b"',
  'if-none-match: W/"\u00ff"', 'range: bytes=0-', 'range: bytes=9-1', 'accept-encoding: br;q=2, gzip;q=nonsense', 'accept-encoding: \u00ff',
  'accept-encoding: *;q=0', 'accept: text/html', 'accept: ;;;', 'origin: null', 'origin: https://evil.example', 'sec-fetch-site: cross-site',
  'sec-fetch-site: ', 'x-forwarded-for: 1.2.3.4, nonsense', 'x-forwarded-for: ', 'x-forwarded-proto: gopher', 'x-forwarded-host: \u00ff',
  'cookie: pool-session=', 'cookie: pool-session=%00; pool-login=x', `cookie: ${'c=d; '.repeat(500)}`, 'expect: 100-continue', 'expect: nonsense',
  'upgrade: websocket\r\nconnection: upgrade', 'transfer-encoding: chunked', 'transfer-encoding: nonsense', 'content-length: -1',
  'content-encoding: gzip', 'host: other.example', 'x-http-method-override: DELETE', `user-agent: ${'u'.repeat(15_000)}`, 'authorization: Bearer x',
] as const // biome-ignore format: a list

export interface FuzzedRequest {
  /** Its bytes as latin1. */
  readonly bytes: string
  /** Its beginning, for a person. */
  readonly name: string
}

const sometimes = (dice: Dice, oneIn: number): boolean => dice(oneIn) === 0

const propertiesOf = (schema: Call['query']): string[] =>
  schema && Type.IsObject(schema) ? Object.keys(schema.properties) : []

/** Values that calls take, which lets some requests go all the way. */
const plausible = (name: string, ownTeam: number, dice: Dice): string => {
  switch (name) {
    case 'teamId':
      return String(sometimes(dice, 3) ? 1 + dice(5) : ownTeam)
    case 'playerId':
      return String(8_480_001 + dice(400))
    case 'type':
      return oneOf(['skater', 'goalie'], dice)
    case 'current':
    case 'drafted':
      return oneOf(['true', 'false'], dice)
    case 'action':
      return oneOf(['buy', 'sell'], dice)
    case 'scratch-status':
      return oneOf(['dressed', 'scratched'], dice)
    default:
      return oneOf(['1.OUT', '4.LW', '2.G'], dice)
  }
}

const anyValue = (name: string, ownTeam: number, dice: Dice): string =>
  sometimes(dice, 4) ? oneOf(sometimes(dice, 2) ? SHARP_TEXTS : ODD_TEXTS, dice) : plausible(name, ownTeam, dice)

function addressOf(call: Call, ownTeam: number, dice: Dice): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => anyValue(name, ownTeam, dice))
  const names = propertiesOf(call.query).filter(() => !sometimes(dice, 8))
  const pairs = names.map((name) => `${name}=${anyValue(name, ownTeam, dice)}`)
  if (sometimes(dice, 6)) pairs.push(...pairs, `unknown=${oneOf(ODD_TEXTS, dice)}`, 'a[b][c]=1', '=', '__proto__=1')
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

const bodyOf = (call: Call | null, dice: Dice): string | null => {
  if (call?.body && !sometimes(dice, 3)) {
    return Type.IsString(call.body)
      ? oneOf(['', 'tag', 'sleeper', 'a\u0000b', '\u{1f3d2}'], dice)
      : `{"name":"Team ${dice(50)}","shortName":"T${dice(50)}"${sometimes(dice, 2) ? ',"unknown":"of the body"' : ''}}`
  }
  return call && !call.body && !sometimes(dice, 4) ? null : oneOf(ODD_BODIES, dice)
}

const changes = calls.filter(({ call }) => call.method !== 'GET')

export interface Asker {
  /** Null: a visitor. */
  readonly cookie: string | null
  readonly ownTeam: number
}

export function fuzzedRequest(dice: Dice, { cookie, ownTeam }: Asker): FuzzedRequest {
  const call = sometimes(dice, 6) ? null : oneOf(sometimes(dice, 2) ? calls : changes, dice).call
  const method = call && !sometimes(dice, 6) ? call.method : oneOf(METHODS, dice)
  const address = call
    ? addressOf(call, ownTeam, dice)
    : oneOf(ODD_PATHS, dice) + (sometimes(dice, 4) ? `?return=${oneOf(ODD_TEXTS, dice)}` : '')
  const body = bodyOf(call, dice)
  const type =
    call?.body && !sometimes(dice, 4)
      ? Type.IsString(call.body)
        ? 'text/plain'
        : 'application/json'
      : oneOf(TYPES, dice)
  const bytes = Buffer.from(body ?? '').toString('latin1')
  const head = [
    `${method} ${Buffer.from(address).toString('latin1')} HTTP/1.1`,
    'host: localhost:3000',
    'connection: close',
    ...(sometimes(dice, 8) ? [] : ['x-requested-with: hockey-pool']),
    // A logout would make a visitor of the member for all that follows.
    ...(cookie === null || address.startsWith('/auth/logout') ? [] : [`cookie: ${cookie}`]),
    ...(body === null ? [] : [`content-type: ${type}`, `content-length: ${bytes.length}`]),
    ...HEADERS.filter(() => sometimes(dice, HEADERS.length)),
  ]
  return {
    bytes: `${head.join('\r\n')}\r\n\r\n${bytes}`,
    name: `${head.join(' | ').slice(0, 400)} | ${JSON.stringify(body)?.slice(0, 200)}`,
  }
}

const ANSWER_LIMIT_MS = 20_000

/** Its answer's status; null: the connection was closed without one. */
export const statusOf = ({ bytes, name }: FuzzedRequest, port: number): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    let answer = ''
    const status = () =>
      Number(/^HTTP\/1\.1 (?:100 Continue\r\n\r\nHTTP\/1\.1 )?(\d{3})/.exec(answer)?.[1] ?? Number.NaN)
    socket.setEncoding('latin1')
    socket.setTimeout(ANSWER_LIMIT_MS, () => reject(new Error(`no answer to ${name}`)))
    socket.on('data', (text: string) => {
      answer += text
      if (status() > 100) socket.end()
    })
    // A server that has refused a body does not read it to its end.
    socket.on('error', () => {})
    socket.on('close', () => resolve(Number.isNaN(status()) ? null : status()))
    // Not ended before the answer has come: the server drops a request whose sender says that it has gone.
    socket.write(bytes, 'latin1')
  })
