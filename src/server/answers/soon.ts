/** A value, at once where it is known already: prepared answers are so cheap that promises of known values show. */
export type Soon<T> = T | Promise<T>

/** Goes on with a value: at once, or when it is there. */
export const soon = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(next) : next(value)
