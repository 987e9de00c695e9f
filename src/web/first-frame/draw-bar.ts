import type { Team } from '#contract/stats'
import type { User } from '#contract/user'
import { MENU, type NavLink, navGroups, navLinks } from '../features/shell/navigation.ts'
import { BRAND } from '../ui/brand.ts'
import { element } from './element.ts'

const anchor = (className: string, { label, href }: NavLink, path: string) =>
  element('a', { class: className, href, 'aria-current': href === path ? 'page' : undefined }, label)

const button = (className: string, ...children: (Node | string)[]) =>
  element('button', { class: className, type: 'button', 'aria-expanded': 'false' }, ...children)

/** The bar of features/shell/bar.tsx with its menus closed; without a user only the brand, since nobody knows yet. */
export function drawBar(user: User | null, teams: readonly Team[], path: string): HTMLElement {
  const inner = element('nav', { class: 'bar-inner', 'aria-label': 'Main' })
  inner.append(anchor('bar-brand', { label: BRAND, href: '/' }, path))
  if (user) {
    const menu = element('ul', { class: 'bar-menu', id: 'bar-menu', 'data-open': 'false' })
    for (const link of navLinks(user)) menu.append(element('li', {}, anchor('bar-item', link, path)))
    for (const group of navGroups(user, teams)) {
      menu.append(element('li', { class: 'bar-group' }, button('bar-item', group.label)))
    }
    const name = element('span', { class: 'bar-name' }, user.name)
    menu.append(element('li', { class: 'bar-group bar-user' }, button('bar-item', name)))
    const toggle = button('bar-toggle', MENU)
    toggle.setAttribute('aria-controls', 'bar-menu')
    inner.append(element('div', { class: 'bar-menus' }, toggle, menu))
  }
  return element('header', { class: 'bar' }, inner)
}
