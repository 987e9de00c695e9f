import type { FastifyRequest } from 'fastify'

/** Options of a route that people go to. HEAD would do what GET does, a logout for instance. */
export const PAGE = { exposeHeadRoute: false } as const

/**
 * Where a request for a page comes from: `own` when the member went there from the app or typed the address, `foreign`
 * when another site led here, `hidden` when it is not a navigation at all (a picture, a frame, a prefetch).
 */
export type Navigation = 'own' | 'foreign' | 'hidden'

export const navigationOf = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: URL): Navigation => {
  const site = headers['sec-fetch-site']
  // Browsers before 2023 send none of these; then only the Referer is left.
  if (site === undefined) {
    const { referer } = headers
    return referer === undefined || (URL.canParse(referer) && new URL(referer).origin === publicUrl.origin)
      ? 'own'
      : 'foreign'
  }
  const page = headers['sec-fetch-mode'] === 'navigate' && (headers['sec-fetch-dest'] ?? 'document') === 'document'
  if (!page || 'sec-purpose' in headers) return 'hidden'
  return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
}
