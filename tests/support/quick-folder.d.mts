/** Where tests make their folders. */
export function quickFolder(): string
