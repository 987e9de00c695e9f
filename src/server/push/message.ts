import { generateRequestDetails } from 'web-push-neo'
import { PUSH_PATH, type PushMessage } from '#contract/push'
import type { ClaimedNotice } from '../store/subjects/push-outbox.ts'
import type { Sending } from './deliver.ts'
import type { VapidKeys } from './vapid.ts'

const MINUTE_S = 60

/** How long a push service keeps it for a device that is off. What is newer takes its place there, too. */
const KEPT_S: Readonly<Record<ClaimedNotice['kind'], number>> = {
  turn: 60 * MINUTE_S,
  open: 60 * MINUTE_S,
  start: 60 * MINUTE_S,
  next: 10 * MINUTE_S,
  goal: 30 * MINUTE_S,
  message: 24 * 60 * MINUTE_S,
}

/** Where a tap leads. What an admin tells is on every screen. */
const PATHS: Readonly<Partial<Record<ClaimedNotice['kind'], string>>> = { goal: '/tonight', message: '/' }

/** Whom a push service may write to about this server: an address that it accepts even for a league on this machine. */
const subjectOf = (publicUrl: string): string => (publicUrl.startsWith('https:') ? publicUrl : 'mailto:pool@localhost')

type Message = Pick<ClaimedNotice, 'kind' | 'tag' | 'title' | 'body' | 'endpoint' | 'p256dh' | 'auth'>

/** Encrypted for the device (RFC 8291) and signed with the server's key (RFC 8292). Rejects for a key that is none. */
export async function messageFor(
  { kind, tag, title, body, endpoint, p256dh, auth }: Message,
  vapid: VapidKeys,
  publicUrl: string,
): Promise<Sending> {
  const navigate = new URL(PATHS[kind] ?? PUSH_PATH, publicUrl).href
  const message: PushMessage = { web_push: 8030, notification: { title, body, navigate, tag } }
  const { headers, body: encrypted } = await generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: subjectOf(publicUrl), ...vapid },
      TTL: KEPT_S[kind],
      urgency: kind === 'next' || kind === 'goal' ? 'normal' : 'high',
      topic: tag,
    },
  )
  return { endpoint, headers, body: encrypted }
}
