interface Browser {
  readonly userAgent: string
  /** Started from the home screen; only iPhones and iPads say so. */
  readonly standalone: boolean
  readonly knowsPasskeys: boolean
}

const APPS =
  /\bFB(AN|AV)\b|\bInstagram\b|\bLine\/|\bWhatsApp\b|\bSnapchat\b|\bTelegram\b|\bTwitter\b|\bLinkedInApp\b|; wv\)/
const PHONES = /\b(iPhone|iPad|Android)\b/

/**
 * What a page warns of: it is likely shown inside another app, or the browser is too old. A guess: it blocks nothing.
 */
export function warningFor({ userAgent, standalone, knowsPasskeys }: Browser): 'in-app' | 'too-old' | null {
  const isView = /\b(iPhone|iPad)\b/.test(userAgent) && !/\bSafari\//.test(userAgent) && !standalone
  if (isView || APPS.test(userAgent)) return 'in-app'
  if (knowsPasskeys) return null
  return PHONES.test(userAgent) ? 'in-app' : 'too-old'
}
