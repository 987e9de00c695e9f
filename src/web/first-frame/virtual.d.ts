declare module 'virtual:pool-variables' {
  /** The design tokens as CSS variables, made at build time. */
  const css: string
  export default css
}
