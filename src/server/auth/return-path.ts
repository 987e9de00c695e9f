// Any origin: only there to let the URL parser resolve dots, encodings and back slashes as a browser would.
const HERE = 'http://own.invalid'
const LONGEST = 2000
/** Addresses that are not pages of the app; going there after login would loop or show data. */
const NOT_PAGES = /^\/(auth|idp|api|ws)(\/|$)/i

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/auth'
  }
}

/** The page to show after login: what was asked for when it is one of our own pages, else the front page. */
export const returnPath = (asked: unknown): string => {
  if (typeof asked !== 'string' || asked.length > LONGEST || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return '/'
  if (!URL.canParse(asked, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, HERE)
  // "/x/..//host" is harmless as written and a foreign host once resolved.
  if (origin !== HERE || pathname.startsWith('//') || NOT_PAGES.test(decoded(pathname))) return '/'
  return pathname + search + hash
}
