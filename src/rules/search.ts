/** What is written for an apostrophe: straight, curly, the letters and accents that look like one, and full width. */
export const APOSTROPHES = /['’‘‛ʼʻʹ′`´＇]/g

/** Letters that are not a letter with an accent, as they are typed without one. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
}

/** As one types on a phone: no capitals, accents, apostrophes and dots, and a space for a hyphen. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(APOSTROPHES, '')
    .replace(/[\p{Mark}\p{Default_Ignorable_Code_Point}.]/gu, '')
    .replace(/[øđłßæœıþð]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\s\p{Pd}]+/gu, ' ')
    .trim()
