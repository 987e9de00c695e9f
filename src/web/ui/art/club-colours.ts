/** Ground and accent of the drawn crests. Colours in the clubs' families, picked so that both can be told apart from each other. */
export interface ClubColours {
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

// A club that joins later gets the league's own colours until it stands in the table.
const unknownClub: ClubColours = { ground: '#0b1a33', accent: '#4f93e0' }

export function clubColours(abbreviation: string): ClubColours {
  return clubs[abbreviation] ?? unknownClub
}
