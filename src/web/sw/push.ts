import { getPush, PUSH_PATH, PUSH_TAG, PushMessage, putPush } from '#contract/push'
import { fitsSchema } from '../net/answer-check.ts'
import { parseBody } from '../net/call-error.ts'
import { request, requestOnline } from '../net/request.ts'
import { subscribeTo } from '../offline/push-subscription.ts'

type Notice = PushMessage['notification']

/** A browser takes notifications away from an app that shows nothing for a message. */
const unknown: Notice = {
  title: 'Hockey Pool',
  body: 'There is news of the draft.',
  navigate: PUSH_PATH,
  tag: PUSH_TAG,
}

const noticeOf = (text: string | undefined): Notice => {
  const message = parseBody(text ?? '')
  return fitsSchema(PushMessage, message) ? message.notification : unknown
}

export interface PushParts {
  readonly registration: ServiceWorkerRegistration
  readonly clients: Pick<Clients, 'matchAll' | 'openWindow'>
  readonly origin: string
}

/** What the worker does with messages of the push service, and with a tap on what it shows. */
export const createPush = ({ registration, clients, origin }: PushParts) => {
  /** Only within the app, whatever a message says. */
  const addressOf = (navigate: unknown): string => {
    const url = new URL(typeof navigate === 'string' && URL.canParse(navigate, origin) ? navigate : PUSH_PATH, origin)
    return url.origin === origin ? url.href : new URL(PUSH_PATH, origin).href
  }

  return {
    show: async (text: string | undefined): Promise<void> => {
      const { title, body, navigate, tag } = noticeOf(text)
      // Not in the types: without it the device is silent when a message takes the place of another.
      const options: NotificationOptions & { readonly renotify: boolean } = {
        body,
        tag,
        renotify: true,
        icon: '/icons/icon-192.png',
        badge: '/icons/monochrome-512.png',
        data: navigate,
      }
      await registration.showNotification(title, options)
    },

    /** In the window that was used last, or a new one. */
    open: async (notice: Notification): Promise<void> => {
      notice.close()
      const address = addressOf(notice.data)
      const [window] = await clients.matchAll({ type: 'window' })
      if (!window) return void (await clients.openWindow(address))
      if (window.url !== address) await window.navigate(address)
      await window.focus()
    },

    /** The browser has given up the device's address: asks for a new one, where the member still wants it. */
    renew: async (): Promise<void> => {
      const { kinds, publicKey } = await request(getPush, {})
      if (kinds) await requestOnline(putPush, { body: await subscribeTo(registration.pushManager, publicKey) })
    },

    /** The member who was notified here has logged out. */
    end: async (): Promise<void> => {
      await (await registration.pushManager.getSubscription())?.unsubscribe()
      for (const notice of await registration.getNotifications()) notice.close()
    },
  }
}
