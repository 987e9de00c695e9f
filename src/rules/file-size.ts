/** '12 kB', '1.2 MB': in thousands of bytes, as file managers show it. */
export const fileSize = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
