import type { FastifyInstance } from 'fastify'
import { sendPage, sentencePage } from '../answers/page.ts'
import type { Cookie } from './cookies/cookie.ts'
import { navigationOf, PAGE } from './navigation.ts'
import { type Provider, ProviderUnavailable } from './provider.ts'
import type { Sessions } from './sessions.ts'

export interface LogoutParts {
  /** Null where members log in on the server's own pages. */
  provider: Pick<Provider, 'endSessionUrl'> | null
  sessions: Sessions
  sessionCookie: Cookie
  publicUrl: URL
}

/** `/auth/logout`: ends the login here, then at a provider. */
export function registerLogout(
  app: FastifyInstance,
  { provider, sessions, sessionCookie, publicUrl }: LogoutParts,
): void {
  app.get('/auth/logout', PAGE, async (request, reply) => {
    const navigation = navigationOf(request, publicUrl)
    if (navigation !== 'own') {
      // No other site may log a member out, not even by a link: the member confirms it with a click.
      const page = sentencePage('Log out?', 'Do you want to leave Hockey Pool on this device?', {
        href: '/auth/logout',
        label: 'Log out',
      })
      return sendPage(reply, navigation === 'hidden' ? 403 : 200, page)
    }
    const id = sessionCookie.read(request)
    const idToken = id === undefined ? null : await sessions.end(id)
    if (id !== undefined) sessionCookie.clear(reply)
    if (provider === null) return reply.redirect('/')
    try {
      const url = await provider.endSessionUrl(idToken)
      return reply.redirect(url?.href ?? '/')
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      request.log.warn({ reason: error.message }, 'Logged out here, but not at the identity provider')
      return reply.redirect('/')
    }
  })
}
