import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part that the first frame does without: it is drawn when its code has come, and left out where that cannot be had.
 * Not `React.lazy`, which would take the whole screen away with it.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (loaded) return
      const show = (part: ComponentType<Props>) => {
        loaded = part
        setPart(() => part)
      }
      void load().then(show, () => undefined)
    }, [])
    return Part && <Part {...props} />
  }
}
