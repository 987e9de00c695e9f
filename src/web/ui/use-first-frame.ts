import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../paint/after-paint.ts'

/**
 * Whether nothing of the component has been painted yet. What a slow phone shows first has what is in sight, and no
 * more: the rest follows when that is painted.
 */
export function useFirstFrame(): boolean {
  const [isFirst, setFirst] = useState(true)
  useEffect(() => afterPaint(() => startTransition(() => setFirst(false))), [])
  return isFirst
}
