import { escaped, type Page } from '../../answers/page.ts'

/** Built from src/web/passkeys; it does what a button with `data-passkey` says. */
export const PASSKEY_SCRIPTS = ['/passkeys.js']

/** Where the script says what went wrong. */
export const ALERT = '<p id="trouble" role="alert" hidden></p>'

export const NO_SCRIPT = '<noscript><p role="alert">Passkeys need JavaScript. Please switch it on.</p></noscript>'

/** Browsers inside other apps often have no passkeys, and old ones none; the script shows what fits. */
export const browserWarnings = (
  link: string,
): string => `<p role="alert" data-warning="too-old" hidden>This browser has no passkeys. Please use a newer one, or your phone.</p>
<div data-warning="in-app" hidden>
<p role="alert">You seem to be in a browser inside another app, where passkeys often do not work.
<strong>Open this in Safari or Chrome:</strong></p>
<label>Link <input value="${escaped(link)}" readonly></label>
<p><button type="button" data-copy>Copy the link</button></p>
</div>`

export const loginPage = (league: string, action: string, link: string): Page => ({
  title: `Log in to ${league}`,
  body: `<p>Your device asks for your face, your finger or your code.</p>
${browserWarnings(link)}
${ALERT}
<form method="post" action="${escaped(action)}" data-passkey="use">
<button class="main">Log in with a passkey</button>
<label data-autofill hidden>Or choose one here <input name="user" autocomplete="username webauthn"></label>
</form>
<p>Is your passkey on another device? Choose “another device” when you are asked, and scan the code with it. Have you lost it? Ask
your league's admin for a new invitation.</p>
${NO_SCRIPT}
<a class="quiet" href="/">Back to Hockey Pool</a>`,
  files: PASSKEY_SCRIPTS,
})
