const CHOICE = 'input:is([type="radio"], [type="checkbox"], [type="range"])'
const OFF = ':disabled, [aria-disabled="true"]'

/**
 * What answers a press there: of a choice its label, of a link in a table its row. Null for what is off, and for text
 * fields.
 */
const pressedAt = (target: EventTarget | null): Element | null => {
  const found = target instanceof Element ? target.closest('a[href], button, summary, select, label, input') : null
  const control = found instanceof HTMLLabelElement ? found.control : found
  if (!found || control?.matches(`${OFF}, input:not(${CHOICE})`)) return null
  return found.closest('label') ?? (found.matches('a') ? found.closest('.row') : null) ?? found
}

/**
 * Marks what is pressed from the touch on. `:active` comes too late for a finger, after the browser has waited for a
 * scroll, and on an iPhone not at all.
 */
export function showPresses(): void {
  let pressed: Element | null = null
  const release = () => {
    pressed?.removeAttribute('data-pressed')
    pressed = null
  }
  const press = ({ target, button }: PointerEvent) => {
    release()
    if (button !== 0) return
    pressed = pressedAt(target)
    pressed?.setAttribute('data-pressed', '')
  }
  const passive = { capture: true, passive: true }
  window.addEventListener('pointerdown', press, passive)
  window.addEventListener('pointerup', release, passive)
  // A scroll that begins under the finger.
  window.addEventListener('pointercancel', release, passive)
  window.addEventListener('blur', release, passive)
}
