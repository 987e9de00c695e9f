/** Of two patterns that fit, the first says more: Edge's name also holds Chrome's, and Chrome's Safari's. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\bChrom(e|ium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const firstOf = (known: readonly (readonly [RegExp, string])[], text: string): string | null =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** A device in the words of its owner. An app on an iPhone's home screen sends no name of a browser. */
export function deviceName(userAgent = ''): string {
  const device = firstOf(DEVICES, userAgent)
  if (device === null) return 'Unknown device'
  const browser = firstOf(BROWSERS, userAgent)
  if (browser !== null) return `${device}, ${browser}`
  return device.startsWith('iP') ? `${device}, home screen` : device
}

/** The name, with a number where another of theirs has it. */
export function freeName(name: string, others: readonly { name: string }[]): string {
  const isTaken = (wanted: string) => others.some((other) => other.name === wanted)
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name} (${number})`)) number += 1
  return `${name} (${number})`
}
