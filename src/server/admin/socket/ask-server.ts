import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
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
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const message: unknown = JSON.parse(line)
    if (!Value.Check(ControlMessage, message)) throw new JobRefusal('The server is of another version; restart it.')
    if ('say' in message) say(message.say)
    else if ('progress' in message) progress(message.progress, message.what)
    else if ('refused' in message) throw new JobRefusal(message.refused)
    else return
  }
  throw new JobRefusal('The server stopped before it had done this. What is done is done in whole steps; run it again.')
}
