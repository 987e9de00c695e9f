import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Follows links inside an element without loading the page anew: one listener instead of a router link per cell, which
 * a thousand rows would feel. Clicks that ask for a new tab or window stay the browser's.
 */
export function useOwnLinks(inside: RefObject<HTMLElement | null>, follow: (href: string) => void) {
  const onFollow = useEffectEvent(follow)
  useEffect(() => {
    const element = inside.current
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null
      if (!href?.startsWith('/')) return
      event.preventDefault()
      onFollow(href)
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [inside])
}
