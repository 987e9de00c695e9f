interface Face {
  readonly file: string
  readonly unicodeRange: string
}

/** Basic letters, and the accented ones of names. */
const faces: readonly Face[] = [
  {
    file: 'barlow-condensed-600.woff2',
    unicodeRange:
      'U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+02C6, U+02DC, U+2013-2014, U+2018-2019, U+201C-201E, U+2022, U+2026, U+20AC, U+2122, U+2191, U+2193, U+2212',
  },
  { file: 'barlow-condensed-600-ext.woff2', unicodeRange: 'U+0100-0130, U+0132-0151, U+0154-017F, U+0218-021B' },
]

/**
 * The display face, which never swaps under the reader's eyes: it is precached from the second visit on. Added by script,
 * since the faces of a style sheet are thrown away whenever the page gets another sheet, as with the first dialog, and
 * what is optional is then not waited for a second time.
 */
export const addFonts = (): void => {
  for (const { file, unicodeRange } of faces) {
    const source = `url("/fonts/${file}") format("woff2")`
    document.fonts.add(new FontFace('Barlow Condensed', source, { weight: '600', display: 'optional', unicodeRange }))
  }
}
