import type { Body, Call, Params, Query } from './call.ts'

/** Optional where nothing in it is required, as for a call without parameters or query. */
type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T }

export type CallInput<C extends Call> = Part<'params', Params<C>> &
  Part<'query', Query<C>> &
  (Body<C> extends undefined ? { readonly body?: undefined } : { readonly body: Body<C> })

/** The path and query as sent. */
export const addressOf = (call: Call, params: object = {}, query: object = {}): string => {
  const given = new Map<string, unknown>(Object.entries(params))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]))
    .join('&')
  return search ? `${path}?${search}` : path
}
