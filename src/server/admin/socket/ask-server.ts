import { connect, type Socket } from 'node:net'
import { createInterface, type Interface } from 'node:readline'
import { Value } from 'typebox/value'
import { type JobContext, JobRefusal } from '../jobs/job-context.ts'
import { ControlMessage, type ControlRequest } from './messages.ts'
import { controlPath } from './socket-path.ts'

/** The server that runs on the data folder; null while none does. */
export async function findServer(dataDir: string): Promise<Socket | null> {
  const path = controlPath(dataDir)
  if (path === null) return null
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
    socket.once('close', () => resolve(null))
  })
}

/** Has the server do what is asked. */
export async function askServer(
  socket: Socket,
  request: ControlRequest,
  { say, progress }: Pick<JobContext, 'say' | 'progress'>,
): Promise<void> {
  // A server that is killed is noticed below, by the end of its messages.
  socket.on('error', () => socket.destroy())
  const lines = createInterface({ input: socket })
  socket.once('close', () => lines.close())
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of untilBroken(lines, socket)) {
    const message = messageOf(line)
    // Cut in the middle of a line.
    if (message === null) break
    if (!Value.Check(ControlMessage, message)) throw new JobRefusal('The server is of another version; restart it.')
    if ('say' in message) say(message.say)
    else if ('progress' in message) progress(message.progress, message.what)
    else if ('refused' in message) throw new JobRefusal(message.refused)
    else return
  }
  throw new JobRefusal('The server stopped before it had done this. What is done is done in whole steps; run it again.')
}

/** Ends with the connection, however that ends: a reset would be thrown as it is. */
async function* untilBroken(lines: Interface, socket: Socket): AsyncGenerator<string> {
  try {
    yield* lines
  } catch (error) {
    if (error !== socket.errored) throw error
  }
}

function messageOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
