import { once } from 'node:events'
import { connect } from 'node:net'
import { Capabilities, WebElement } from 'selenium-webdriver'
import { type Command, type Executor, Name } from 'selenium-webdriver/lib/command.js'
import { throwDecodedError } from 'selenium-webdriver/lib/error.js'
import { Session } from 'selenium-webdriver/lib/session.js'

// Firefox speaks Marionette, WebDriver in other clothes; geckodriver, which Debian does not have, only translates.
// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html

const MARIONETTE: ReadonlyMap<string, string> = new Map([
  [Name.NEW_SESSION, 'WebDriver:NewSession'],
  [Name.QUIT, 'Marionette:Quit'],
  [Name.GET, 'WebDriver:Navigate'],
  [Name.EXECUTE_SCRIPT, 'WebDriver:ExecuteScript'],
  [Name.FIND_ELEMENTS, 'WebDriver:FindElements'],
  [Name.CLICK_ELEMENT, 'WebDriver:ElementClick'],
])

interface Failure {
  error: string
  message: string
}
type Answer = [type: 1, id: number, failure: Failure | null, result: unknown]

/** An element goes to the browser by its id alone. */
const parametersOf = (command: Command): object => {
  if (command.getName() === Name.NEW_SESSION) return {}
  const { sessionId: _, id, ...others } = command.getParameters()
  return id === undefined ? others : { ...others, id: WebElement.extractId(id) }
}

const valueIn = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'value' in result ? result.value : result

/** Messages go both ways as their length in bytes, a colon and the text. */
const framesOf = (onText: (text: string) => void) => {
  let bytes = Buffer.alloc(0)
  return (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (let colon = bytes.indexOf(':'); colon >= 0; colon = bytes.indexOf(':')) {
      const end = colon + 1 + Number(bytes.subarray(0, colon).toString())
      if (bytes.length < end) return
      onText(bytes.subarray(colon + 1, end).toString())
      bytes = bytes.subarray(end)
    }
  }
}

/** Carries out selenium-webdriver's commands in the Firefox that listens at this port. */
export const marionette = async (port: number): Promise<Executor> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.on(
    'data',
    framesOf((text) => {
      // Firefox begins with a greeting, which is not a list, and no request waits for it.
      const answer: Answer = JSON.parse(text)
      waiting.get(answer[1])?.(answer)
    }),
  )
  // A request that still waits for a browser that has ended must not wait for ever.
  socket.on('close', () => {
    const failure = { error: 'invalid session id', message: 'Firefox has ended.' }
    for (const [id, settle] of waiting) settle([1, id, failure, null])
  })
  socket.on('error', () => undefined)

  return {
    async execute(command) {
      const name = MARIONETTE.get(command.getName())
      if (name === undefined)
        throw new Error(`${command.getName()} is not among the commands of tests/engines/marionette.ts.`)
      last += 1
      const id = last
      const [, , failure, result] = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve)
        const text = JSON.stringify([0, id, name, parametersOf(command)])
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      })
      waiting.delete(id)
      if (failure) throwDecodedError(failure)
      return command.getName() === Name.NEW_SESSION ? new Session('', new Capabilities()) : valueIn(result)
    },
  }
}
