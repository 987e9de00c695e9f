/** The stored answer of an address, and when it was fetched (ms). */
export interface StoredAnswer {
  readonly data: unknown
  readonly fetchedAt: number
}

export const readSnapshot = async (_address: string): Promise<StoredAnswer | null> => null
