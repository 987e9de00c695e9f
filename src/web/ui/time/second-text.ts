const formatter = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** An instant to the second, of the device's own zone, as 'Sep 27, 20:05:31'. */
export const secondText = (text: string): string => formatter.format(Date.parse(text))
