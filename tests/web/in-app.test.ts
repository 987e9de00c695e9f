import { expect, test } from 'vitest'
import { looksInApp } from '#web/passkeys/in-app'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

test.each([
  ['Safari on an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, {}, false],
  ['Chrome on an iPhone', `${IPHONE} CriOS/138.0.0.0 Mobile/15E148 Safari/604.1`, {}, false],
  ['the home screen of an iPhone', `${IPHONE} Mobile/15E148`, { standalone: true }, false],
  ['a view in an app on an iPhone', `${IPHONE} Mobile/15E148`, {}, true],
  ['Facebook on an iPhone', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, {}, true],
  ['Instagram, which calls itself Safari', `${IPHONE} Mobile/15E148 Instagram 390.0 Safari/604.1`, {}, true],
  ['Chrome on Android', `${ANDROID}) ${CHROME}`, {}, false],
  ['a view in an app on Android', `${ANDROID}; wv) ${CHROME}`, {}, true],
  ['a browser without passkeys', `${ANDROID}) ${CHROME}`, { knowsPasskeys: false }, true],
])('%s', (_where, userAgent, more, expected) => {
  expect(looksInApp({ userAgent, standalone: false, knowsPasskeys: true, ...more })).toBe(expected)
})
