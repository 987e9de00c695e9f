import { useMutation, useQuery } from '@tanstack/react-query'
import { offers } from '#contract/user'
import { ASKED_EVERY_MS, readMessage, unreadMessage } from '../../data/message.ts'
import { currentUser } from '../../data/user.ts'
import { focusPage } from '../../paint/focus-page.ts'

/** What an admin tells all members, until it is read. */
export const MessageLine = () => {
  const { data: user } = useQuery(currentUser())
  const { data } = useQuery({ ...unreadMessage(), enabled: offers(user, 'message'), refetchInterval: ASKED_EVERY_MS })
  const read = useMutation(readMessage())
  const message = data?.message
  if (!message) return null
  return (
    <section className="line message-line" aria-label="Message to all members">
      <p>
        {message.by && <strong>{message.by}: </strong>}
        {message.words}
      </p>
      <button
        className="line-button"
        type="button"
        onClick={() => {
          read.mutate(message.id)
          focusPage()
        }}
      >
        Got it
      </button>
    </section>
  )
}
