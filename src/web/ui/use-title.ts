import { useEffect } from 'react'
import { BRAND } from './brand.ts'

let page: string | undefined
/** Comes before the name of every page, while something is more urgent than what it shows. */
let urgent = ''

/** Only if the window has another name, since a name costs a phone a part of a frame. */
const write = () => {
  const name = urgent + (page ? `${page} · ${BRAND}` : BRAND)
  if (document.title !== name) document.title = name
}

export function nameWindow(title: string | undefined): void {
  page = title
  write()
}

export function markWindow(mark: string): void {
  urgent = mark
  write()
}

/** The window carries the name of what is shown, once it is known: a team's, a player's. */
export function useTitle(title: string): void {
  useEffect(() => nameWindow(title), [title])
}
