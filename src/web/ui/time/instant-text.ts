// Of the device's own zone. Making a formatter costs a thousand times more than using one.
const formatter = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Milliseconds of an instant as it comes over the wire, to sort by; null when there is none. */
export function instantOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

/** An instant of the season for a table's cell, as 'Nov 20, 14:05'; a season is shorter than a year, so it has none. */
export function instantText(text: string | null | undefined): string {
  const at = instantOf(text)
  return at === null ? '-' : formatter.format(at)
}
