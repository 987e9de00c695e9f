interface Browser {
  readonly userAgent: string
  /** Started from the home screen; only iPhones and iPads say so. */
  readonly standalone: boolean
  readonly knowsPasskeys: boolean
}

const APPS =
  /\bFB(AN|AV)\b|\bInstagram\b|\bLine\/|\bWhatsApp\b|\bSnapchat\b|\bTelegram\b|\bTwitter\b|\bLinkedInApp\b|; wv\)/

/** Whether a page is likely shown inside another app, or has no passkeys anyway. A guess: it warns, and blocks nothing. */
export function looksInApp({ userAgent, standalone, knowsPasskeys }: Browser): boolean {
  const isView = /\b(iPhone|iPad)\b/.test(userAgent) && !/\bSafari\//.test(userAgent) && !standalone
  return !knowsPasskeys || isView || APPS.test(userAgent)
}
