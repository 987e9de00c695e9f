// The script of the server's pages for passkeys: does what a form with `data-passkey` says.

import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { type Static, type TSchema, Type } from 'typebox'
import { fitsSchema } from '../net/answer-check.ts'
import { warningFor } from './browser-warning.ts'

const PublicKey = Type.Literal('public-key')
const Required = Type.Literal('required')

/** What a passkey is made with. */
const CreationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: PublicKey, alg: Type.Number() })),
  timeout: Type.Number(),
  excludeCredentials: Type.Array(Type.Object({ type: PublicKey, id: Type.String() })),
  authenticatorSelection: Type.Object({ residentKey: Required, userVerification: Required }),
})

/** What one is used with. */
const RequestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Number(),
  userVerification: Required,
})

/** The next page, once all is well. */
const Done = Type.Object({ goTo: Type.String() })

const Refusal = Type.Object({ message: Type.String() })

/** In words for the member, mostly the server's own. */
class Refused extends Error {}
/** What the page was for is over. */
class Over extends Refused {}

const LOST = "Can't reach the server. Please try again."
const FAILED = 'This did not work. Please try again.'
const GONE = 410

/** Sends the step's answer, and reads what comes next. */
async function post<Schema extends TSchema>(schema: Schema, path: string, body: object): Promise<Static<Schema>> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refused(LOST)
  })
  const reply: unknown = await answer.json().catch(() => null)
  if (answer.ok && fitsSchema(schema, reply)) return reply
  const sentence = !answer.ok && fitsSchema(Refusal, reply) ? reply.message : FAILED
  throw answer.status === GONE ? new Over(sentence) : new Refused(sentence)
}

const CANCELLED = {
  make: 'It was cancelled, so no passkey was made. You can try again.',
  use: 'It was cancelled, or this device has no passkey for Hockey Pool. You can try again.',
}
type Purpose = keyof typeof CANCELLED
const KNOWN = 'This device has a passkey for you already. You can log in with it.'
const UNABLE = 'This device cannot do it. Please try another browser or device.'

const make = async (path: string): Promise<object> =>
  startRegistration({ optionsJSON: await post(CreationOptions, `${path}/options`, {}) })

const use = async (path: string): Promise<object> =>
  startAuthentication({ optionsJSON: await post(RequestOptions, `${path}/options`, {}) })

const trouble = document.querySelector<HTMLElement>('#trouble')

function tell(sentence: string | null, role: 'alert' | 'status' = 'alert'): void {
  if (!trouble) return
  trouble.setAttribute('role', role)
  trouble.hidden = sentence === null
  trouble.textContent = sentence
}

function explain(error: unknown, purpose: Purpose): void {
  const code = error instanceof WebAuthnError ? error.code : null
  // The page itself ended it, to begin another.
  if (code === 'ERROR_CEREMONY_ABORTED') return
  // The server's page says why, and leads on.
  if (error instanceof Over) location.reload()
  else if (error instanceof Refused) tell(error.message)
  else if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') tell(KNOWN, 'status')
  else if (error instanceof Error && error.name === 'NotAllowedError') tell(CANCELLED[purpose])
  else tell(UNABLE)
}

/** Sends the device's answer to the server, and opens the next page. False: it did not work, and the page says why. */
async function go(path: string, purpose: Purpose, ceremony: () => Promise<object>): Promise<boolean> {
  try {
    const answer = await ceremony()
    tell(null)
    const { goTo } = await post(Done, path, answer)
    location.assign(goTo)
    return true
  } catch (error) {
    explain(error, purpose)
    return false
  }
}

/** A minute less than the server keeps a challenge. */
const RENEWED_AFTER_MS = 4 * 60_000
let renewal: number | undefined
let isPressed = false

/**
 * Where the browser lists passkeys as it lists passwords, a tap on one is the whole login. What it lists grows stale.
 */
async function offer(path: string): Promise<void> {
  const optionsJSON = await post(RequestOptions, `${path}/options`, {}).catch(() => null)
  // The button is there all the same, and says what is wrong.
  if (!optionsJSON || isPressed) return
  renewal = window.setTimeout(() => void offer(path), RENEWED_AFTER_MS)
  await go(path, 'use', () => startAuthentication({ optionsJSON, useBrowserAutofill: true }))
}

async function press(path: string, purpose: Purpose, canOffer: boolean): Promise<void> {
  isPressed = true
  window.clearTimeout(renewal)
  tell(null)
  const isDone = await go(path, purpose, () => (purpose === 'make' ? make(path) : use(path)))
  isPressed = isDone
  if (canOffer && !isDone) await offer(path)
}

async function serve(form: HTMLFormElement): Promise<void> {
  const path = new URL(form.action).pathname
  const purpose = form.dataset.passkey === 'make' ? 'make' : 'use'
  const list = form.querySelector<HTMLElement>('[data-autofill]')
  let canOffer = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void press(path, purpose, canOffer)
  })
  if (!list || !(await browserSupportsWebAuthnAutofill())) return
  canOffer = true
  list.hidden = false
  await offer(path)
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) void serve(form)

const standalone = 'standalone' in navigator && navigator.standalone === true
const warning = warningFor({
  userAgent: navigator.userAgent,
  standalone,
  knowsPasskeys: browserSupportsWebAuthn(),
})
const shown = warning === null ? null : document.querySelector<HTMLElement>(`[data-warning="${warning}"]`)
if (shown) {
  shown.hidden = false
  const [link, button] = [shown.querySelector('input'), shown.querySelector('button')]
  button?.addEventListener('click', () => {
    link?.select()
    const copied = navigator.clipboard?.writeText(link?.value ?? '') ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => {
        button.textContent = 'Copied'
      },
      () => {
        button.textContent = 'Hold the link above to copy it'
      },
    )
  })
}
