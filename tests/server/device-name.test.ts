import { expect, test } from 'vitest'
import { deviceName } from '#server/login/accounts/parts'
import { IPHONE } from './accounts-phone.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [IPHONE, 'iPhone, Safari'],
  [IPHONE.replace('Version/18.5 ', '').replace(' Safari/604.1', ''), 'iPhone, home screen'],
  [IPHONE.replace('Version/18.5', 'CriOS/138.0.0.0'), 'iPhone, Chrome'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`, 'Android, Chrome'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Windows, Edge'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux, Firefox'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Mac, Safari',
  ],
  ['curl/8', 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
