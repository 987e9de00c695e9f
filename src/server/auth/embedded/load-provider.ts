/* biome-ignore-all lint/suspicious/noConsole: the provider writes there */

const OLDER_NODE = /^oidc-provider WARNING: Unsupported runtime/

/**
 * Loads the provider only where it is used: 200 ms and 20 MB. On Node 20 it warns on the console that it wants Node 22;
 * what is needed of it here works on 20 as well, and the first line of a first start should not be a false alarm.
 */
export async function loadProvider() {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!OLDER_NODE.test(String(words[0]))) warn(...words)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
