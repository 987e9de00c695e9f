import { useState } from 'react'
import { readLocal, removeLocal, writeLocal } from '../../offline/local-storage.ts'

// How a member looks at the board; the device remembers it.

const keys = { openOnly: 'pool-draft-open-only', freeOnly: 'pool-draft-free-only' } as const

/** Off until it is switched on, and then on this device until it is switched off. */
export function useBoardChoice(choice: keyof typeof keys) {
  const key = keys[choice]
  const [isOn, setIsOn] = useState(() => readLocal(key) !== null)
  const choose = (next: boolean) => {
    if (next) writeLocal(key, 'on')
    else removeLocal(key)
    setIsOn(next)
  }
  return [isOn, choose] as const
}
