/** Whether If-None-Match names the tag; compared weakly, as RFC 9110 says for this header. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  // What a browser sends back of one answer, and the way of most requests: `npm run bench` shows what taking tags apart costs.
  if (header === etag) return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false
}
