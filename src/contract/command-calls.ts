import { callsIn } from './calls.ts'
import * as command from './command.ts'

/** The calls of the machine's owner, apart from all others: nothing that members reach lists them. */
export const commandCalls = callsIn({ command })
