import { useEffect } from 'react'
import { BRAND } from './brand.ts'

export const windowTitle = (title: string | undefined): string => (title ? `${title} · ${BRAND}` : BRAND)

/** The window carries the name of what is shown, once it is known: a team's, a player's. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = windowTitle(title)
  }, [title])
}
