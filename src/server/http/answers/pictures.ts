/** The fields of answers that name a picture: of players, of clubs. */
const PICTURES = new Set(['profileImage', 'nhlTeamImage', 'logoUrl'])

export type IsShown = (address: string) => boolean

/** What the content security policy lets a page show: the app's own pictures, and those of the configured origins. */
export function shownFrom(hosts: readonly string[]): IsShown {
  const origins = hosts.map(
    (host) => new RegExp(`^${host.replace(/:443$/, '').replaceAll('.', '\\.').replace('*', '[^/:]+')}$`, 'i'),
  )
  return (address) => {
    if (/^\/(?!\/)/.test(address) || address.startsWith('data:')) return true
    if (!URL.canParse(address)) return false
    const { origin } = new URL(address)
    return origins.some((each) => each.test(origin))
  }
}

/** The answer without the pictures that a browser would refuse and report; the app draws a stand-in for each. */
export function withShownPictures(answer: unknown, isShown: IsShown): unknown {
  if (Array.isArray(answer)) return answer.map((each) => withShownPictures(each, isShown))
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(
    Object.entries(answer).map(([field, value]) => {
      if (!PICTURES.has(field)) return [field, withShownPictures(value, isShown)]
      return [field, typeof value === 'string' && isShown(value) ? value : null]
    }),
  )
}
