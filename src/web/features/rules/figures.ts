/** A rate of the settings, 0.05, as '5%'; a binary fraction times a hundred is no whole number. */
export const percent = (rate: number): string => `${Number((rate * 100).toFixed(2))}%`

/** '1 day', '7 days'. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
