import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ open: boolean }>()

/** Refuses a transaction that is begun inside another one, which would wait for itself on a single connection. */
export async function oneTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (current.getStore()?.open) {
    throw new Error('A transaction is open here already: use the queries it was given, not the database.')
  }
  const own = { open: true }
  try {
    return await current.run(own, work)
  } finally {
    own.open = false
  }
}

/** Runs work triggered by another transaction's commit as if it came from outside. */
export const outsideTransaction = (work: () => void): void => current.exit(work)
