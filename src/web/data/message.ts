import { mutationOptions } from '@tanstack/react-query'
import * as calls from '#contract/message'
import { requestOnline } from '../net/request.ts'
import { adminChange } from './admin-change.ts'
import { callQuery } from './call-query.ts'

const MINUTE_MS = 60_000

/** An admin's message to everybody, until it is read; also on a screen that stays open all evening. */
export const unreadMessage = () => callQuery(['message'], calls.getMessage, {}, MINUTE_MS)
export const POLL_EVERY_MS = 5 * MINUTE_MS

export const officeMessage = () => callQuery(['office-message'], calls.getOfficeMessage, {}, 0)

/** Gone at once: a member who has read it need not wait. */
export const readMessage = () =>
  mutationOptions({
    mutationFn: (messageId: number) => requestOnline(calls.readMessage, { params: { messageId } }),
    onMutate: async (_messageId, { client }) => {
      const { queryKey } = unreadMessage()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, {})
    },
    onSuccess: (left, _messageId, _before, { client }) => void client.setQueryData(unreadMessage().queryKey, left),
    onError: (_error, _messageId, _before, { client }) =>
      void client.invalidateQueries({ queryKey: unreadMessage().queryKey }),
  })

/** The admin's own screen shows the message, too, and one that another admin has sent meanwhile. */
export const tellMembers = () =>
  adminChange(
    { ...officeMessage(), isElsewhere: (subject) => subject === 'message' },
    (body: { words: string; after: number | null }) => requestOnline(calls.tellMembers, { body }),
  )
