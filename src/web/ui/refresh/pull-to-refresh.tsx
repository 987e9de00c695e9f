import { useEffect, useEffectEvent, useRef } from 'react'

/** How far a finger goes, in pixels, before letting go refreshes. */
const READY_PX = 84
const REST_PX = 56
/** Below this a movement may still be a tap or the start of a sideways scroll. */
const SLOP_PX = 12

interface PullToRefreshProps {
  readonly isBusy: boolean
  readonly onRefresh: () => void
}

/**
 * Whether a finger has the page itself, at its very top: not a dialog or a sheet, which hold it, the bar with its
 * menus, nor a list within the page.
 */
const isAtTop = (target: EventTarget | null): boolean => {
  if (window.scrollY > 0 || getComputedStyle(document.documentElement).overflow.endsWith('hidden')) return false
  let element = target instanceof Element ? target : null
  if (element?.closest('.bar')) return false
  for (; element && element !== document.documentElement; element = element.parentElement) {
    if (element.scrollTop > 0) return false
  }
  return true
}

/** Pulling the page down from its top refreshes. It only listens: scrolling stays the browser's. */
export function PullToRefresh({ isBusy, onRefresh }: PullToRefreshProps) {
  const sign = useRef<HTMLDivElement>(null)
  const refresh = useEffectEvent(onRefresh)

  useEffect(() => {
    let start: { x: number; y: number } | null = null
    let distance = 0

    const show = (pulled: number) => {
      const element = sign.current
      // A tap has pulled nothing: to write the same again would have the page restyled before its click.
      if (!element || pulled === distance) return
      distance = pulled
      // Follows the finger more and more slowly.
      const offset = Math.min(REST_PX * 1.4, pulled * 0.6)
      element.style.setProperty('--shown', String(Math.min(1, pulled / READY_PX)))
      element.style.setProperty('--offset', `${offset}px`)
      element.dataset.ready = String(pulled >= READY_PX)
    }
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0]
      const isPull = event.touches.length === 1 && touch && isAtTop(event.target)
      start = isPull ? { x: touch.clientX, y: touch.clientY } : null
    }
    const onMove = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!start || !touch) return
      const down = touch.clientY - start.y
      const aside = Math.abs(touch.clientX - start.x)
      const leaves =
        window.scrollY > 0 || event.touches.length > 1 || (distance === 0 && aside > Math.max(SLOP_PX, down))
      if (leaves) {
        start = null
        show(0)
      } else if (down > SLOP_PX) show(down - SLOP_PX)
      else show(0)
    }
    const onEnd = () => {
      const isReady = start !== null && distance >= READY_PX
      start = null
      show(0)
      if (!isReady) return
      if (sign.current) sign.current.dataset.pulled = ''
      refresh()
    }
    const watch = new AbortController()
    const options = { passive: true, signal: watch.signal }
    document.addEventListener('touchstart', onStart, options)
    document.addEventListener('touchmove', onMove, options)
    document.addEventListener('touchend', onEnd, options)
    document.addEventListener('touchcancel', onEnd, options)
    return () => watch.abort()
  }, [])

  useEffect(() => {
    if (!isBusy) delete sign.current?.dataset.pulled
  }, [isBusy])

  return <div ref={sign} className="pull" data-busy={isBusy} aria-hidden="true" />
}
