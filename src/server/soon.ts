/** A value, at once where it is known already. Promises of known values cost a prepared answer a sixth of its time. */
export type Soon<T> = T | Promise<T>

/** Goes on with a value: at once, or when it is there. */
export const soon = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(next) : next(value)
