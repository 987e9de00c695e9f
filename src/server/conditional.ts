/** Whether If-None-Match names the tag; compared weakly, as RFC 9110 says for this header. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false
}
