import { type ComponentType, useEffect, useState } from 'react'

interface LaterProps {
  /** Its code cannot be had. */
  readonly onMissing?: () => void
}

/**
 * A part that the first frame does without: it is drawn when its code has come, and left out where that cannot be had.
 * Not `React.lazy`, which would take the whole screen away with it.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const preload = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load()
    return loaded
  }
  function Later(props: Props & LaterProps) {
    const [Part, setPart] = useState(() => loaded)
    // biome-ignore lint/correctness/useExhaustiveDependencies: once
    useEffect(() => {
      if (!Part)
        void preload().then(
          (part) => setPart(() => part),
          () => props.onMissing?.(),
        )
    }, [])
    return Part && <Part {...props} />
  }
  /** Fetches the code ahead, so that the part is drawn at once. */
  Later.prepare = (): void => void preload().catch(() => undefined)
  return Later
}
