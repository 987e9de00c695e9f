import { LIVE } from '#contract/limits'
import type { Channel, ChannelEvents } from './supervisor.ts'

/**
 * Opens the channel of the draft: SockJS by long polling alone (spec, section 7). Its code is fetched when it is
 * first needed.
 */
export const openSockJs = async (events: ChannelEvents): Promise<Channel> => {
  // After the screen's first frame: fetching and parsing the code keeps a slow phone busy.
  await new Promise((resolve) => setTimeout(resolve))
  // The bundled file: the package's own entry expects Node's `global`.
  const { default: SockJS } = await import('sockjs-client/dist/sockjs.min.js')
  const socket = new SockJS(LIVE.path, null, { transports: ['xhr-polling'], timeout: LIVE.timeoutMs })
  socket.onopen = events.opened
  socket.onmessage = ({ data }) => events.message(data)
  socket.onheartbeat = events.alive
  // The client reports 1000 for codes it does not know; only a close that the server meant is clean.
  socket.onclose = ({ code, wasClean }) => events.closed(wasClean && code === LIVE.cleanCloseCode)
  return {
    close() {
      socket.onopen = socket.onmessage = socket.onheartbeat = socket.onclose = null
      socket.close()
    },
  }
}
