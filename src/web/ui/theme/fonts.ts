interface Face {
  readonly file: string
  readonly unicodeRange: string
}

/** Basic letters, and the accented ones of names. */
const faces: readonly Face[] = [
  {
    file: 'barlow-condensed-600.woff2',
    unicodeRange:
      'U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DC,U+2013-2014,U+2018-2019,U+201C-201E,U+2022,U+2026,U+20AC,U+2122,U+2191,U+2193,U+2212',
  },
  { file: 'barlow-condensed-600-ext.woff2', unicodeRange: 'U+100-130,U+132-151,U+154-17F,U+218-21B' },
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
