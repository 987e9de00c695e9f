/** A value that can be subscribed to: the seam between browser events and React. */
export interface Observable<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

export const observable = <T>(initial: T): Observable<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
