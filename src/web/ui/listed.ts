/** "Anna", "Anna and Bo", "Anna, Bo and Chris". British, which has no comma before the last. */
export const listed = (names: readonly string[], last: 'and' | 'or' = 'and'): string =>
  new Intl.ListFormat('en-GB', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(names)
