import { type Outside, theInternet } from './deliver.ts'
import { type PushParts, PushSender } from './push-sender.ts'
import { vapidKeys } from './vapid.ts'

/** Sends what is due, now and whenever a change writes more. Returns how to stop, which waits for what is under way. */
export async function startPush(parts: PushParts, outside: Outside = theInternet): Promise<() => Promise<void>> {
  const sender = new PushSender(parts, await parts.database.transaction(vapidKeys), outside)
  const stopListening = await parts.database.listen('push', () => sender.look())
  sender.look()
  return async () => {
    await stopListening()
    await sender.stop()
  }
}
