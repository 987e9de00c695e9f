import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'

// Runs the app's own code of many members in one process. What the code takes for the browser's (fetch, XMLHttpRequest,
// timers, the page's events) is that of the device in whose name it runs.

/** What the phones take the server for: its PUBLIC_URL, wherever it listens. */
export const ORIGIN = 'http://localhost:5199'

const real = {
  fetch: globalThis.fetch,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  timeoutSignal: AbortSignal.timeout,
}

/** What the network does with a device's requests: carries them, refuses them at once, or swallows them. */
export type Reach = 'fine' | 'refused' | 'silent'

interface Asking {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly signal: AbortSignal
}

interface Answered {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

interface DeviceParts {
  /** Where the next request goes. */
  readonly origin: () => string
  readonly cookie: string
  /** How many of its seconds pass in one. */
  readonly speed: number
}

export class SimulatedDevice {
  readonly page = new EventTarget()
  visible = true
  /** Takes the answer of the next change away when the server has given it. */
  losesNextAnswer = false
  readonly #parts: DeviceParts
  readonly #agent = new http.Agent({ keepAlive: true })
  readonly #begun = performance.now()
  #reach: Reach = 'fine'
  #isAsleep = false
  /** Time that passed while nothing ran, ms. */
  #slept = 0
  /** Timers that came due in the meantime. */
  readonly #due = new Map<object, () => void>()
  readonly #onTheWay = new Set<http.ClientRequest>()
  /** Given up while no one could be notified. */
  readonly #unanswered = new Set<http.ClientRequest>()
  #waiting: (() => void)[] = []

  constructor(parts: DeviceParts) {
    this.#parts = parts
  }

  run<T>(work: () => T): T {
    return running.run(this, work)
  }

  /** The device's own clock, ms. */
  readonly now = (): number => (performance.now() - this.#begun) * this.#parts.speed + this.#slept

  get isReached(): boolean {
    return this.#reach === 'fine' && !this.#isAsleep
  }

  /** Takes the network away: what is under way fails at once, or is never heard of again. */
  lose(how: Exclude<Reach, 'fine'>): void {
    this.#reach = how
    if (how === 'refused') this.#breakAll()
  }

  /** Gives it back. Connections have survived, or break now; some browsers say that there is a network again. */
  find({ survived, says }: { survived: boolean; says: boolean }): void {
    this.#reach = 'fine'
    if (!survived) this.#breakAll()
    this.#goOn()
    if (says) this.emit('online')
  }

  sleep(): void {
    this.#isAsleep = true
  }

  /** Wakes it up after so much time: timers that are due come late, connections are broken or have waited. */
  wakeUp(ms: number, { survived }: { survived: boolean }): void {
    this.#slept += ms
    this.#isAsleep = false
    if (!survived) this.#breakAll()
    const due = [...this.#due.values()]
    this.#due.clear()
    for (const work of due) this.run(work)
    this.#goOn()
  }

  emit(type: 'online' | 'visibilitychange'): void {
    this.run(() => this.page.dispatchEvent(new Event(type)))
  }

  /** Off for good. */
  end(): void {
    this.lose('refused')
    this.#agent.destroy()
  }

  setTimeout(work: () => void, ms = 0): NodeJS.Timeout {
    const timer = real.setTimeout(() => this.#whenAwake(timer, work), ms / this.#parts.speed)
    return timer
  }

  setInterval(work: () => void, ms = 0): NodeJS.Timeout {
    const timer = real.setInterval(() => this.#whenAwake(timer, work), ms / this.#parts.speed)
    return timer
  }

  forget(timer: object): void {
    this.#due.delete(timer)
  }

  async exchange({ method, path, headers, body, signal }: Asking): Promise<Answered> {
    await this.#passage(signal)
    const { origin, cookie } = this.#parts
    const answer = await new Promise<Answered>((resolve, reject) => {
      const sent = http.request(new URL(path, origin()), {
        method,
        agent: this.#agent,
        headers: { ...headers, cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      })
      this.#onTheWay.add(sent)
      const giveUp = () => {
        reject(signal.reason)
        if (this.#reach === 'silent') this.#unanswered.add(sent)
        else sent.destroy()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      sent.on('close', () => {
        this.#onTheWay.delete(sent)
        signal.removeEventListener('abort', giveUp)
      })
      sent.on('error', reject)
      sent.on('response', async (incoming) => {
        const parts: Buffer[] = []
        try {
          for await (const part of incoming) parts.push(part)
        } catch (error) {
          return reject(error)
        }
        const type = incoming.headers['content-type'] ?? ''
        resolve({
          status: incoming.statusCode ?? 0,
          headers: { 'content-type': type },
          text: Buffer.concat(parts).toString(),
        })
      })
      sent.end(body)
    })
    if (this.losesNextAnswer && method !== 'GET' && path.includes('/api/')) {
      this.losesNextAnswer = false
      throw new TypeError('The answer was lost')
    }
    await this.#passage(signal)
    return answer
  }

  /** Waits where the network swallows everything or the device sleeps. */
  async #passage(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      if (this.#reach === 'refused') throw new TypeError('There is no network')
      if (this.isReached) return
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    }
  }

  #goOn(): void {
    for (const request of this.#unanswered) request.destroy()
    this.#unanswered.clear()
    for (const resume of this.#waiting.splice(0)) resume()
  }

  #breakAll(): void {
    for (const request of [...this.#onTheWay, ...this.#unanswered]) request.destroy(new Error('The connection broke'))
    this.#unanswered.clear()
    if (this.#reach === 'refused') for (const resume of this.#waiting.splice(0)) resume()
  }

  #whenAwake(timer: object, work: () => void): void {
    if (this.#isAsleep) this.#due.set(timer, work)
    else work()
  }
}

const running = new AsyncLocalStorage<SimulatedDevice>()

const device = (): SimulatedDevice => {
  const found = running.getStore()
  if (!found) throw new Error('The app’s code runs on no device.')
  return found
}

/** As much of it as the SockJS client uses. */
class SimulatedXhr {
  readyState = 0
  status = 0
  responseText = ''
  withCredentials = false
  onreadystatechange: (() => void) | null = null
  readonly #abort = new AbortController()
  #method = ''
  #path = ''
  readonly #headers: Record<string, string> = {}

  open(method: string, address: string): void {
    const { pathname, search } = new URL(address, ORIGIN)
    this.#method = method
    this.#path = pathname + search
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  send(body: string | null | undefined): void {
    const asked = device().exchange({
      method: this.#method,
      path: this.#path,
      headers: this.#headers,
      body: body ?? undefined,
      signal: this.#abort.signal,
    })
    void asked.then(
      ({ status, text }) => this.#finish(status, text),
      () => this.#finish(0, ''),
    )
  }

  abort(): void {
    this.#abort.abort()
  }

  #finish(status: number, text: string): void {
    if (this.#abort.signal.aborted) return
    Object.assign(this, { readyState: 4, status, responseText: text })
    this.onreadystatechange?.()
  }
}

const NO_BODY: readonly number[] = [204, 304]

const simulatedFetch: typeof fetch = async (address, init = {}) => {
  const store = running.getStore()
  if (!store || typeof address !== 'string') return real.fetch(address, init)
  const { status, headers, text } = await store.exchange({
    method: init.method ?? 'GET',
    path: address,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? init.body : undefined,
    signal: init.signal ?? new AbortController().signal,
  })
  return new Response(NO_BODY.includes(status) ? null : text, { status, headers })
}

const events = {
  addEventListener: (type: string, listener: () => void) => running.getStore()?.page.addEventListener(type, listener),
  removeEventListener: (type: string, listener: () => void) =>
    running.getStore()?.page.removeEventListener(type, listener),
}

/** From one frame of a page to the next, ms. */
const FRAME_MS = 16

/** A hidden page makes no frames: the work waits until somebody looks. */
const requestAnimationFrame = (work: () => void): void => {
  const phone = device()
  const frame = () => {
    if (phone.visible) work()
    else phone.page.addEventListener('visibilitychange', frame, { once: true })
  }
  phone.setTimeout(frame, FRAME_MS)
}

/** Seen by the app's code alone: libraries of the test itself look for a browser, too. */
const page: Readonly<Record<string, unknown>> = {
  XMLHttpRequest: SimulatedXhr,
  requestAnimationFrame,
  location: new URL(`${ORIGIN}/draft`),
  window: events,
  navigator: { onLine: true, serviceWorker: { controller: null } },
  document: {
    ...events,
    get visibilityState() {
      return device().visible ? 'visible' : 'hidden'
    },
  },
}

type Work = (...args: unknown[]) => void

const forget = (timer: NodeJS.Timeout | undefined): void => {
  if (timer) running.getStore()?.forget(timer)
  real.clearTimeout(timer)
}

const simulated = {
  fetch: simulatedFetch,
  setTimeout: (work: Work, ms?: number, ...args: unknown[]) =>
    running.getStore()?.setTimeout(() => work(...args), ms) ?? real.setTimeout(work, ms, ...args),
  setInterval: (work: Work, ms?: number, ...args: unknown[]) =>
    running.getStore()?.setInterval(() => work(...args), ms) ?? real.setInterval(work, ms, ...args),
  clearTimeout: forget,
  clearInterval: forget,
}

/** A signal whose time passes as the device's does. */
const timeoutSignal = (ms: number): AbortSignal => {
  if (!running.getStore()) return real.timeoutSignal.call(AbortSignal, ms)
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new DOMException('It took too long', 'TimeoutError')), ms)
  timer.unref()
  return abort.signal
}

/** Once, before a device runs anything. */
export const simulateBrowsers = (): void => {
  Object.assign(globalThis, simulated)
  AbortSignal.timeout = timeoutSignal
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => running.getStore() && value })
  }
}
