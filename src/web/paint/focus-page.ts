/** To the heading, where reading begins: for what ends with the button that had the focus, and for a new page. */
export const focusPage = (): void => {
  const target = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}
