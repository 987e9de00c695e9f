import { useEffect } from 'react'
import { BRAND } from './brand.ts'

/** Names the window after a page; only if it has another name, since a name costs a phone a part of a frame. */
export function nameWindow(title: string | undefined): void {
  const name = title ? `${title} · ${BRAND}` : BRAND
  if (document.title !== name) document.title = name
}

/** The window carries the name of what is shown, once it is known: a team's, a player's. */
export function useTitle(title: string): void {
  useEffect(() => nameWindow(title), [title])
}
