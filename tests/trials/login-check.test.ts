import type { CustomFetch } from 'openid-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runLeague } from '#server/cli/run-league'
import { Terminal } from '#server/cli/terminal'
import { checkLogin } from '#server/login/login-check'
import { CLIENT, type Issuer, startIssuer } from '../server/auth-issuer.ts'
import { freePort } from '../support/free-port.mjs'

const POOL = 'https://pool.example.org'

let issuer: Issuer
beforeEach(async () => {
  issuer = await startIssuer(POOL)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await issuer.stop()
})

const check = async (changed: Partial<Parameters<typeof checkLogin>[0]> = {}) => {
  const settings = { issuer: issuer.url, ...CLIENT, accountUrl: issuer.url, publicUrl: POOL, ...changed }
  const steps: string[] = []
  for await (const { isRight, sentence } of checkLogin(settings)) steps.push(`${isRight ? 'ok' : 'wrong'}: ${sentence}`)
  return steps
}

describe('a check of the login', () => {
  test('goes through where everything is as it should be', async () => {
    expect(await check()).toEqual([
      `ok: ${issuer.url} was discovered.`,
      expect.stringMatching(`^ok: ${issuer.url}/jwks has (a key|[2-9] keys)\\.$`),
      'ok: The provider knows pool and takes its secret.',
      `ok: ${POOL}/auth/callback is taken as the redirect address.`,
      'ok: Members can be known by their verified e-mail addresses.',
    ])
    expect(issuer.asked.filter((path) => path === '/token')).toHaveLength(1)
  })

  test('ends at an address where no provider is, and says which has to answer', async () => {
    const nowhere = `http://localhost:${await freePort()}/realms/pool`
    const steps = await check({ issuer: nowhere })
    expect(steps).toHaveLength(1)
    expect(steps[0]).toMatch(/^wrong: The identity provider could not be discovered: /)
    expect(steps[0]).toContain(`${nowhere}/.well-known/openid-configuration has to answer`)
  })

  test('ends where the provider calls itself otherwise', async () => {
    const [step, ...others] = await check({ issuer: issuer.url.replace('localhost', '127.0.0.1') })
    expect(others).toEqual([])
    expect(step).toContain('OIDC_ISSUER has to be the issuer exactly as the provider calls itself')
  })

  test.each([
    ['another secret', { clientSecret: 'wrong' }],
    ['another client', { clientId: 'pol' }],
  ])('names a client that is refused: %s', async (_, changed) => {
    const steps = await check(changed)
    expect(steps[2]).toMatch(/^wrong: The provider does not take poo?l .*answered 40\d invalid_client/)
    expect(steps[2]).toContain('OIDC_CLIENT_SECRET')
  })

  test('names a redirect address that is not entered', async () => {
    const steps = await check({ publicUrl: 'https://other.example.org' })
    expect(steps[3]).toMatch(/^wrong: The provider refuses to begin a login/)
    expect(steps[3]).toContain('Enter https://other.example.org/auth/callback as a redirect address')
  })

  test('promises nothing about addresses of a provider that does not list its claims', async () => {
    const silent: CustomFetch = async (url, { body, ...options }) => {
      const answer = await fetch(url, { ...options, body: body ? String(body) : null })
      if (!url.endsWith('/.well-known/openid-configuration')) return answer
      const { claims_supported: _, ...said } = await answer.json()
      return Response.json(said)
    }
    expect((await check({ fetch: silent }))[4]).toMatch(
      /^ok: The provider does not list its claims\. Whether it sends email_verified shows when members log in/,
    )
  })

  test('names keys that are not there', async () => {
    issuer.broken = '/jwks'
    expect((await check())[1]).toContain('/jwks')
    expect((await check())[1]).toMatch(/^wrong/)
  })
})

class Listener extends Terminal {
  readonly lines: string[] = []
  override say(line: string): void {
    this.lines.push(line)
  }
  override warn(line: string): void {
    this.lines.push(line)
  }
}

test.each([
  ['ends with 0 where all is right', CLIENT.clientSecret, 0, 'ok     Members can be known'],
  ['ends with 1 where something is wrong', 'another', 1, 'One thing is wrong.'],
])('the command %s, and shows no secret', async (_, secret, code, last) => {
  vi.stubEnv('OIDC_ISSUER', issuer.url)
  vi.stubEnv('OIDC_CLIENT_ID', CLIENT.clientId)
  vi.stubEnv('OIDC_CLIENT_SECRET', secret)
  vi.stubEnv('PUBLIC_URL', POOL)
  const terminal = new Listener()
  expect(await runLeague(['login-check'], terminal)).toBe(code)
  expect(terminal.lines.at(-1)).toContain(last)
  expect(terminal.lines.join()).not.toContain(secret)
})
