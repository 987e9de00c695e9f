/** Keeps only the latest entries of a map, by the order in which they were set. */
export function evictOldest<Key>(map: Map<Key, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
}
