/** A promise and what settles it: `Promise.withResolvers`, which Node 20 does not have. */
export const deferred = <T = void>() => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
