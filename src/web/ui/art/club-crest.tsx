import { clubColours } from './club-colours.ts'

const shield = 'M32 2Q44 8 58 7.500V31C58 46.5 47 57 32 62 17 57 6 46.5 6 31V7.500Q20 8 32 2z'

/** Drawn stand-in for a club's logo. Give `title` only where the abbreviation does not stand beside it. */
export function ClubCrest({ abbreviation, size, title }: { abbreviation: string; size: number; title?: string }) {
  const { ground, accent } = clubColours(abbreviation)
  const ink = inkOn(ground)
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 64 64"
      role={title === undefined ? undefined : 'img'}
      aria-label={title}
      aria-hidden={title === undefined}
    >
      <path d={shield} fill={ground} />
      {/* the rink's two lines as a chevron below the letters */}
      <path d="M6.3 35.500L32 48 57.7 35.500Q57 41 54 45.500L32 56 10 45.500Q7 41 6.3 35.500z" fill={accent} />
      {/* ice rim with a thin night edge: stays visible on white and on dark */}
      <path d={shield} fill="none" stroke="#0b1a33" strokeWidth="4" />
      <path d={shield} fill="none" stroke="#f4f8fc" strokeWidth="2.4" />
      <text
        x="32"
        y="31.5"
        fill={ink}
        fontFamily="var(--pool-font-display, 'Barlow Condensed', sans-serif)"
        fontSize="23"
        fontWeight="600"
        textAnchor="middle"
        textLength={abbreviation.length > 2 ? 36 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {abbreviation}
      </text>
    </svg>
  )
}

/** Ice or night, whichever reads better on the ground (relative luminance, WCAG 2). */
function inkOn(ground: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(ground.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  return luminance > 0.3 ? '#0b1a33' : '#f4f8fc'
}
