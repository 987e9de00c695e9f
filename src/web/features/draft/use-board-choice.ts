import { useState } from 'react'
import { readLocal, writeLocal } from '../../offline/local-storage.ts'

// How a member looks at the board; the device remembers it.

const keys = { openOnly: 'pool-draft-open-only', freeOnly: 'pool-draft-free-only' } as const

/** Off until it is switched on, and then on this device until it is switched off. */
export function useBoardChoice(choice: keyof typeof keys) {
  const key = keys[choice]
  /** Null until the member has chosen for the first time. */
  const [chosen, setChosen] = useState(() => readLocal(key))
  const choose = (next: boolean) => {
    const word = next ? 'on' : 'off'
    writeLocal(key, word)
    setChosen(word)
  }
  return { isOn: chosen === 'on', isChosen: chosen !== null, choose } as const
}
