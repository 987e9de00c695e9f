import { useState } from 'react'
import './club-logo.css'

/** Ground and accent of the drawn crests. Colours in the clubs' families, picked to differ clearly from each other. */
interface ClubColours {
  readonly ground: string
  readonly accent: string
}

const clubs: Readonly<Record<string, ClubColours>> = {
  ANA: { ground: '#cf4520', accent: '#1c1c1e' },
  BOS: { ground: '#17181a', accent: '#f5b52e' },
  BUF: { ground: '#0b3083', accent: '#f5b335' },
  CAR: { ground: '#c0182c', accent: '#1b1d20' },
  CBJ: { ground: '#0b2450', accent: '#c8202f' },
  CGY: { ground: '#c3172d', accent: '#f2bf4b' },
  CHI: { ground: '#b91a2e', accent: '#17181a' },
  COL: { ground: '#6b2537', accent: '#4f8fc0' },
  DAL: { ground: '#0b6845', accent: '#b9bec4' },
  DET: { ground: '#c21a2c', accent: '#f4f8fc' },
  EDM: { ground: '#0c2a5e', accent: '#f2641e' },
  FLA: { ground: '#0e2747', accent: '#c6213a' },
  LAK: { ground: '#1a1b1d', accent: '#a9b0b5' },
  MIN: { ground: '#1a4a39', accent: '#ddc79a' },
  MTL: { ground: '#a71d31', accent: '#223e86' },
  NJD: { ground: '#1b1b1d', accent: '#ca2033' },
  NSH: { ground: '#f3b72f', accent: '#12234a' },
  NYI: { ground: '#0b4f94', accent: '#ef7a24' },
  NYR: { ground: '#1040a0', accent: '#cb2031' },
  OTT: { ground: '#bf2036', accent: '#c4a05f' },
  PHI: { ground: '#e8551d', accent: '#17181a' },
  PIT: { ground: '#17181a', accent: '#f8bd2e' },
  SEA: { ground: '#0b2233', accent: '#8fd4d6' },
  SJS: { ground: '#0b6a74', accent: '#e88822' },
  STL: { ground: '#123a8c', accent: '#f5bb35' },
  TBL: { ground: '#123474', accent: '#f4f8fc' },
  TOR: { ground: '#12306f', accent: '#f4f8fc' },
  UTA: { ground: '#17191d', accent: '#74b2e6' },
  VAN: { ground: '#0b2c55', accent: '#2f9e62' },
  VGK: { ground: '#353b42', accent: '#b99a5b' },
  WPG: { ground: '#0c2447', accent: '#8a99ad' },
  WSH: { ground: '#0d2349', accent: '#c9203a' },
}

// A club that joins later gets the league's own colours until it is in the table.
const unknownClub: ClubColours = { ground: '#0b1a33', accent: '#4f93e0' }

function clubColours(abbreviation: string): ClubColours {
  return clubs[abbreviation] ?? unknownClub
}

const shield = 'M32 2Q44 8 58 7.500V31C58 46.5 47 57 32 62 17 57 6 46.5 6 31V7.500Q20 8 32 2z'

/** Drawn stand-in for a club's logo. Give `title` only where the abbreviation does not stand beside it. */
function ClubCrest({ abbreviation, size, title }: { abbreviation: string; size: number; title?: string }) {
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

interface ClubLogoProps {
  readonly abbreviation: string
  /** Where the server has one; without it, or when it cannot be loaded, the drawn crest. */
  readonly url: string | null | undefined
  readonly size: number
  /** Only where the club's name does not stand beside it. */
  readonly title?: string
}

/** A club's logo. Its room is the same whichever is shown. */
export function ClubLogo({ abbreviation, url, size, title }: ClubLogoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const isDrawn = !url || url === failed
  return (
    <span className="club-logo">
      {isDrawn ? (
        <ClubCrest abbreviation={abbreviation} size={size} title={title} />
      ) : (
        <img src={url} alt={title ?? ''} width={size} height={size} loading="lazy" onError={() => setFailed(url)} />
      )}
    </span>
  )
}
