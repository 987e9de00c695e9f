import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'

describe('login', () => {
  test.for(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example'])(
    'after login no one is sent to %s',
    async (elsewhere, { tab: { page }, league }) => {
      await page.goto(`/auth/login?return=${encodeURIComponent(elsewhere)}`)
      await page.getByRole('button', { name: /^member\b/ }).click()
      await page.waitForURL((url) => url.origin === league.origin && !url.pathname.startsWith('/idp'))
      expect(new URL(page.url()).pathname).toBe('/')
    },
  )
})
