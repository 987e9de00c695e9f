/** A port on which nothing listens, and which this process has not been given before. */
export function freePort(): Promise<number>
