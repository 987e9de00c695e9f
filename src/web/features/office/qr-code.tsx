import { encode } from 'uqr'

/** Modules around the code that stay light, by the standard (ISO/IEC 18004). */
const QUIET = 4

/** A picture of the link for another phone's camera. Dark on light in both schemes: few cameras read it otherwise. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img">
      <title>The link as a QR code</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}
