import { describe, expect, it } from 'vitest'
import { cannotPushTo, isPublicAddress } from '#server/push/deliver'
import { readEnv } from '#server/settings/env'

describe('the addresses that a push service may have', () => {
  it.each([
    ['8.8.8.8', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['100.63.255.255', true],
    ['2a00:1450:4001:80b::200a', true],
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['ff02::1', false],
    ['2002:0a00:0001::1', false],
    ['2001:db8::1', false],
    ['64:ff9b::a00:1', false],
    ['localhost', false],
    ['', false],
  ])('%s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})

describe('of the browsers that there are', () => {
  const { pushHosts } = readEnv({})
  it.each([
    ['Chrome', 'https://fcm.googleapis.com/fcm/send/abc:def', null],
    ['Firefox', 'https://updates.push.services.mozilla.com/wpush/v2/abc', null],
    ['Safari', 'https://web.push.apple.com/abc', null],
    ['Edge', 'https://wns2-par02p.notify.windows.com/w/?token=abc', null],
    ['no one', 'https://push.apple.com/abc', { refused: 'PUSH_HOST_REFUSED' }],
    ['no one', 'https://push.apple.com.evil.test/abc', { refused: 'PUSH_HOST_REFUSED' }],
  ])('%s has %s', (_, endpoint, refused) => {
    expect(cannotPushTo(endpoint, pushHosts)).toEqual(refused)
  })
})
