import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** A phone's authenticator in Chromium. It says yes by itself while somebody is `present`. */
export interface VirtualAuthenticator {
  /** How many passkeys it keeps. */
  count(): Promise<number>
  present(isPresent: boolean): Promise<void>
  /** Forgets all of them, as a lost phone does. */
  clear(): Promise<void>
}

export async function addAuthenticator(context: BrowserContext, page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    present: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    clear: async () => void (await session.send('WebAuthn.clearCredentials', { authenticatorId })),
  }
}
