// The published types describe the package's own entry, not the bundled file, and leave out the heartbeat.
declare module 'sockjs-client/dist/sockjs.min.js' {
  interface SockJSConnection {
    onopen: (() => void) | null
    onmessage: ((event: { readonly data: string }) => void) | null
    onheartbeat: (() => void) | null
    onclose: ((event: { readonly code: number; readonly wasClean: boolean }) => void) | null
    close(): void
  }
  interface Options {
    readonly transports: readonly string[]
    /** ms */
    readonly timeout: number
  }
  const SockJS: new (address: string, reserved: null, options: Options) => SockJSConnection
  export default SockJS
}
