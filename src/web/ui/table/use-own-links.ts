import { type RefObject, useEffect, useEffectEvent } from 'react'

interface Ways {
  readonly follow: (href: string) => void
  /** A link is pressed, and will perhaps be followed: time to fetch what it leads to. */
  readonly touch: (href: string) => void
}

const hrefOf = (target: EventTarget | null): string | null => {
  const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : null
  return href?.startsWith('/') ? href : null
}

/**
 * Follows links inside an element without loading the page anew: one listener instead of a router link per cell, which
 * a thousand rows would feel. Clicks that ask for a new tab or window stay the browser's.
 */
export function useOwnLinks(inside: RefObject<HTMLElement | null>, { follow, touch }: Ways) {
  const onFollow = useEffectEvent(follow)
  const onTouch = useEffectEvent(touch)
  useEffect(() => {
    const element = inside.current
    const onPress = ({ target }: Event) => {
      const href = hrefOf(target)
      if (href) onTouch(href)
    }
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const href = hrefOf(event.target)
      if (!href) return
      event.preventDefault()
      onFollow(href)
    }
    element?.addEventListener('click', onClick)
    element?.addEventListener('pointerdown', onPress, { passive: true })
    return () => {
      element?.removeEventListener('click', onClick)
      element?.removeEventListener('pointerdown', onPress)
    }
  }, [inside])
}
