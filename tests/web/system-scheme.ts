/** Which colours the device asks for, changed while a test runs. */
export const systemScheme = { dark: false }
