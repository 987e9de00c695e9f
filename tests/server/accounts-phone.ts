import { Authenticator } from '../support/authenticator.ts'
import { commandOn } from '../support/command-on.ts'
import { type LoginServer, startServer } from './auth-server.ts'
import { Visitor } from './auth-visitor.ts'

const SCRIPT = {
  accept: 'application/json',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
}
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

export const startAccounts = (env: Record<string, string> = {}): Promise<LoginServer> =>
  startServer({ env: { LOGIN: 'accounts', ...env } })

/** The link that the command prints. */
export async function linkFor(server: LoginServer, user: string): Promise<string> {
  const { database, origin, context } = server
  const env = { LOGIN: 'accounts', PUBLIC_URL: origin }
  const said = await commandOn(database, ['invite', user], { now: context.clock().toISOString(), env })
  const link = said.map((line) => line.trim()).find((line) => line.startsWith(`${origin}/idp/invitation/`))
  if (!link) throw new Error(`No link in: ${said.join('\n')}`)
  return link
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of an answer
  readonly body: any
}

/** A phone as its member uses it: a browser that does what the pages' script does, and an authenticator. */
export class Phone {
  readonly origin: string
  readonly visitor: Visitor
  readonly authenticator: Authenticator

  constructor(origin: string, visitor = new Visitor(), authenticator = new Authenticator()) {
    this.origin = origin
    this.visitor = visitor
    this.authenticator = authenticator
  }

  async post(address: string | URL, json: object, headers: Record<string, string> = {}): Promise<Reply> {
    const step = { method: 'POST', json, headers: { ...SCRIPT, 'user-agent': IPHONE, ...headers } } as const
    const { status, text } = await this.visitor.go(new URL(address, this.origin), step)
    return { status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }

  /** Makes a passkey with what the page at this address gives. */
  async make(address: string, ceremony: { origin?: string; verified?: boolean } = {}): Promise<Reply> {
    const { status, body } = await this.post(`${address}/options`, {})
    if (status !== 200) return { status, body }
    return this.post(address, this.authenticator.make(body, { origin: this.origin, ...ceremony }))
  }

  /** Begins a login. Answers the address of its page. */
  async begin(page = '/api/v1/user'): Promise<URL> {
    return (await this.visitor.go(`${this.origin}/auth/login?return=${encodeURIComponent(page)}`)).url
  }

  /** Logs in with the passkey, and follows where it leads. */
  async logIn(page = '/skaters'): Promise<URL> {
    const address = await this.begin(page)
    const { body: options } = await this.post(`${address}/options`, {})
    const { status, body } = await this.post(address, this.authenticator.use(options, { origin: this.origin }))
    if (status !== 200) throw new Error(`The login was refused: ${JSON.stringify(body)}`)
    return (await this.visitor.go(new URL(body.goTo, this.origin), { headers: { 'user-agent': IPHONE } })).url
  }

  /** Who is logged in here. */
  async name(): Promise<string | null> {
    const { status, text } = await this.visitor.go(`${this.origin}/api/v1/user`)
    return status === 200 ? JSON.parse(text).name : null
  }
}

/** A phone whose member came in by an invitation. */
export async function joined(server: LoginServer, user: string): Promise<Phone> {
  const phone = new Phone(server.origin)
  const { status, body } = await phone.make(await linkFor(server, user))
  if (status !== 200) throw new Error(`The invitation was refused: ${JSON.stringify(body)}`)
  return phone
}

/** The events in the log since it was this long, without the time. */
export const eventsSince = (server: LoginServer, before: number): Record<string, unknown>[] =>
  server.lines
    .slice(before)
    .filter(({ event }) => event !== undefined)
    .map(({ event, reason }) => (reason === undefined ? { event } : { event, reason }))
