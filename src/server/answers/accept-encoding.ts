export type Encoding = 'br' | 'gzip'

/** The smallest encoding the client takes (RFC 9110, 12.5.3); null: as it is. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const refused = new Set<string>()
  const taken = new Set<string>()
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    if (isRefused) refused.add(name)
    else taken.add(name)
  }
  const takes = (name: Encoding) => taken.has(name) || (taken.has('*') && !refused.has(name))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}
