import { MORE, TABS, tabsOf } from '../features/shell/navigation.ts'
import type { FirstFrameData } from '../offline/startup-cache-format.ts'
import { element } from './parts.ts'

/** The tabs of features/shell/tabs.tsx; how many are in the cart is not known yet. */
export function drawTabs({ user, ...known }: FirstFrameData, path: string, now: Date): HTMLElement {
  const links = tabsOf(user, path, known, now.getTime()).map(({ icon, label, href, current }) =>
    element('a', { class: `tab tab-${icon}`, 'aria-current': current, href }, label),
  )
  const closed = { class: 'tab tab-more', type: 'button', 'aria-expanded': 'false', 'aria-controls': 'bar-menu' }
  return element('nav', { class: 'tabs', 'aria-label': TABS }, ...links, element('button', closed, MORE))
}
