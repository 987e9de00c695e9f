import { useBackCloses } from './use-back-closes.ts'

/** Rendered while a sheet is open, where the code for that comes later than the sheet's own. */
export function BackCloses({ onBack }: { readonly onBack: () => void }): null {
  useBackCloses(onBack)
  return null
}
