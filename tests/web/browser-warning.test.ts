import { expect, test } from 'vitest'
import { warningFor } from '#web/passkeys/browser-warning'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

test.each([
  ['Safari on an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, {}, null],
  ['Chrome on an iPhone', `${IPHONE} CriOS/138.0.0.0 Mobile/15E148 Safari/604.1`, {}, null],
  ['the home screen of an iPhone', `${IPHONE} Mobile/15E148`, { standalone: true }, null],
  ['a view in an app on an iPhone', `${IPHONE} Mobile/15E148`, {}, 'in-app'],
  ['Facebook on an iPhone', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, {}, 'in-app'],
  ['Instagram, which calls itself Safari', `${IPHONE} Mobile/15E148 Instagram 390.0 Safari/604.1`, {}, 'in-app'],
  ['Chrome on Android', `${ANDROID}) ${CHROME}`, {}, null],
  ['a view in an app on Android', `${ANDROID}; wv) ${CHROME}`, {}, 'in-app'],
  ['a phone without passkeys', `${ANDROID}) ${CHROME}`, { knowsPasskeys: false }, 'in-app'],
  ['an old browser on a desk', `Mozilla/5.0 (Windows NT 6.1) ${CHROME}`, { knowsPasskeys: false }, 'too-old'],
  ['a browser on a desk', `Mozilla/5.0 (Windows NT 10.0) ${CHROME}`, {}, null],
])('%s', (_where, userAgent, more, expected) => {
  expect(warningFor({ userAgent, standalone: false, knowsPasskeys: true, ...more })).toBe(expected)
})
