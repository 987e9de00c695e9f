// The script of the server's pages for passkeys: does what a form with `data-passkey` says.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { looksInApp } from './in-app.ts'

/** The server's own words. */
class Refused extends Error {}

const CANCELLED = {
  make: 'It was cancelled, so no passkey was made. You can try again.',
  use: 'It was cancelled, or this device has no passkey for Hockey Pool. You can try again.',
}
type Purpose = keyof typeof CANCELLED
const KNOWN = 'This device has a passkey for you already. You can log in with it.'
const LOST = 'There is no connection to the server. Please try again.'

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refused(LOST)
  })
  const said = await answer.json().catch(() => null)
  if (answer.ok && said) return said
  throw new Refused(typeof said?.message === 'string' ? said.message : 'This did not work. Please try again.')
}

const make = async (path: string): Promise<object> =>
  startRegistration({ optionsJSON: await post<PublicKeyCredentialCreationOptionsJSON>(`${path}/options`, {}) })

const use = async (path: string, useBrowserAutofill = false): Promise<object> =>
  startAuthentication({
    optionsJSON: await post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`, {}),
    useBrowserAutofill,
  })

/** Null: the page itself ended it, to begin another. */
function sentenceOf(error: unknown, purpose: Purpose): string | null {
  if (error instanceof Refused) return error.message
  if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return null
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return KNOWN
  if (error instanceof Error && error.name === 'NotAllowedError') return CANCELLED[purpose]
  return `This device cannot do it${error instanceof Error ? ` (${error.name})` : ''}. Please try another browser or device.`
}

const trouble = document.querySelector<HTMLElement>('#trouble')

function tell(sentence: string | null): void {
  if (!trouble) return
  trouble.hidden = sentence === null
  trouble.textContent = sentence
}

async function send(path: string, purpose: Purpose, ceremony: () => Promise<object>): Promise<void> {
  tell(null)
  try {
    const { goTo } = await post<{ goTo: string }>(path, await ceremony())
    location.assign(goTo)
  } catch (error) {
    tell(sentenceOf(error, purpose))
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const path = new URL(form.action).pathname
  const purpose = form.dataset.passkey === 'make' ? 'make' : 'use'
  const ceremony = purpose === 'make' ? () => make(path) : () => use(path)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(path, purpose, ceremony)
  })
  const autofill = form.querySelector<HTMLElement>('[data-autofill]')
  if (autofill) void offerAutofill(path, autofill)
}

/** Where the browser lists passkeys as it lists passwords, a tap on one is the whole login. */
async function offerAutofill(path: string, field: HTMLElement): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  field.hidden = false
  await send(path, 'use', () => use(path, true))
}

const inApp = document.querySelector<HTMLElement>('[data-in-app]')
if (inApp) {
  const standalone = 'standalone' in navigator && navigator.standalone === true
  inApp.hidden = !looksInApp({ userAgent: navigator.userAgent, standalone, knowsPasskeys: browserSupportsWebAuthn() })
  const [link, button] = [inApp.querySelector('input'), inApp.querySelector('button')]
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
