import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What the device was asked for, and how it answers. */
interface DeviceRequest {
  readonly mediation: string | undefined
  readonly challenge: string
  readonly signal: AbortSignal
  refuse(name: string): void
}

// The real one: the clock of the tests stands still.
const nextTurn = setImmediate
/** A body is read in turns of the real event loop, however far the clock is moved. */
const settled = async () => {
  await vi.advanceTimersByTimeAsync(0)
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => nextTurn(resolve))
}

let requests: DeviceRequest[]
let answers: (() => Response)[]

const text = (bytes: BufferSource) => new TextDecoder().decode(bytes)
const ofDevice = (options: CredentialRequestOptions | CredentialCreationOptions, mediation?: string) =>
  new Promise<never>((_, reject) => {
    const { publicKey, signal } = options
    if (!publicKey || !signal) throw new Error('A passkey was to be asked for.')
    const refuse = (name: string) => reject(Object.assign(new Error('no'), { name }))
    requests.push({ mediation, challenge: text(publicKey.challenge), signal, refuse })
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** base64url, as the server writes it. */
const encoded = (challenge: string) => btoa(challenge).replace(/=+$/, '')
const toUse = (challenge: string) => () =>
  Response.json({ challenge: encoded(challenge), rpId: 'localhost', timeout: 300_000, userVerification: 'required' })
const toMake = () =>
  Response.json({
    challenge: encoded('make'),
    rp: { id: 'localhost', name: 'Hockey Pool' },
    user: { id: encoded('member-1'), name: 'anna', displayName: 'Anna' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

beforeEach(() => {
  requests = []
  answers = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => answers.shift()?.() ?? Response.error())
  const Passkeys = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true })
  vi.stubGlobal('PublicKeyCredential', Passkeys)
  const credentials = {
    get: (options: CredentialRequestOptions) => ofDevice(options, options.mediation),
    create: (options: CredentialCreationOptions) => ofDevice(options),
  }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'credentials')
  document.body.replaceChildren()
})

/** The page of the server, as far as its script goes. */
async function open(purpose: 'make' | 'use'): Promise<void> {
  const list = '<label data-autofill hidden>Or choose one here <input autocomplete="username webauthn"></label>'
  document.body.innerHTML = `<p id="trouble" role="alert" hidden></p>
    <form method="post" action="/idp/step" data-passkey="${purpose}"><button>Go</button>${purpose === 'use' ? list : ''}</form>`
  vi.resetModules()
  await import('#web/passkeys/script')
  await settled()
}

async function press(): Promise<void> {
  document.querySelector('button')?.click()
  await settled()
}

const said = () => {
  const trouble = document.querySelector<HTMLElement>('#trouble')
  return trouble?.hidden ? null : [trouble?.getAttribute('role'), trouble?.textContent]
}
const challenges = () => requests.map(({ mediation, challenge }) => [mediation, challenge])

test('the list of passkeys is offered again before its challenge is too old', async () => {
  answers = [toUse('first'), toUse('second')]
  await open('use')
  expect(challenges()).toEqual([['conditional', 'first']])
  await vi.advanceTimersByTimeAsync(4 * 60_000 - 1)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await settled()
  expect(challenges()).toEqual([
    ['conditional', 'first'],
    ['conditional', 'second'],
  ])
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(said()).toBeNull()
})

test('the list gives way to the button, and is back when that was cancelled', async () => {
  answers = [toUse('list'), toUse('button'), toUse('list again')]
  await open('use')
  await press()
  expect(challenges().at(-1)).toEqual([undefined, 'button'])
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(requests).toHaveLength(2)
  requests[1]?.refuse('NotAllowedError')
  await settled()
  expect(said()).toEqual(['alert', expect.stringMatching(/^It was cancelled, or this device has no passkey/)])
  expect(challenges().at(-1)).toEqual(['conditional', 'list again'])
})

test.each([
  ['has one already: no fault', 'InvalidStateError', ['status', expect.stringContaining('a passkey for you already')]],
  ['was told not to', 'NotAllowedError', ['alert', expect.stringContaining('cancelled, so no passkey was made')]],
  ['fails in its own way', 'Error', ['alert', 'This device cannot do it. Please try another browser or device.']],
])('a device that %s', async (_, name, sentence) => {
  answers = [toMake]
  await open('make')
  await press()
  requests[0]?.refuse(name)
  await settled()
  expect(said()).toEqual(sentence)
})

test.each([
  ['something else', () => Response.json({ challenge: 5 }), 'This did not work. Please try again.'],
  ['a page', () => new Response('<p>Welcome to the stadium'), 'This did not work. Please try again.'],
  ['a refusal', () => Response.json({ message: 'Too many tries.' }, { status: 429 }), 'Too many tries.'],
  ['nothing', () => Response.error(), 'This did not work. Please try again.'],
])('a server that answers %s: the device is not asked', async (_, answer, sentence) => {
  answers = [answer]
  await open('make')
  await press()
  expect(requests).toEqual([])
  expect(said()).toEqual(['alert', sentence])
})
