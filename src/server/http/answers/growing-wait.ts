/** Before the next try: twice as long for each failure before this one, up to the longest. */
export const growingWait = (firstMs: number, failuresBefore: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** failuresBefore, longestMs)
