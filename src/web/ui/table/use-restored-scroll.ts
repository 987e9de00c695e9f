import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'

/** Once for each load of the page: later on the router finds the rows there when it restores a place itself. */
let isLoading = true

/** After a reload the router restored the place in a page that was shorter, before there were rows: now there are. */
export function useRestoredScroll(): void {
  const left = useElementScrollRestoration({ getElement: () => window })
  const restore = useEffectEvent(() => {
    if (isLoading && left && window.scrollY < left.scrollY) window.scrollTo({ top: left.scrollY })
    isLoading = false
  })
  useLayoutEffect(() => restore(), [])
}
