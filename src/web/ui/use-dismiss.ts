import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While open: Escape, a press outside and focus leaving `inside` all close; `byKey` tells Escape, which returns focus. */
export function useDismiss(inside: RefObject<HTMLElement | null>, isOpen: boolean, close: (byKey: boolean) => void) {
  const dismiss = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const leaves = (target: EventTarget | null) => target instanceof Node && !inside.current?.contains(target)
    const onPress = (event: PointerEvent) => {
      if (leaves(event.target)) dismiss(false)
    }
    const onFocus = (event: FocusEvent) => {
      if (leaves(event.target)) dismiss(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault() // or the browser would close the sheet, too, by its watcher
      dismiss(true)
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen, inside])
}
