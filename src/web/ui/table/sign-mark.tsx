import type { Sign } from './column.ts'

/** Draws a sign; the first frame draws the same. */
export const SignMark = ({ sign }: { readonly sign: Sign }) => (
  <span className={`sign ${sign.tone}`}>
    <span aria-hidden="true">{sign.text}</span>
    <span className="quiet">{sign.words}</span>
  </span>
)
