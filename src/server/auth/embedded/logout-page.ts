import type { Page } from '../../answers/page.ts'

/** `form` is the provider's own, without a button. The script only spares the click on ours. */
export const logoutPage = (form: string): Page => ({
  title: 'Logging out',
  body: `${form}\n<button class="main" form="op.logoutForm" name="logout" value="yes">Log out</button>`,
  script: "document.querySelector('button').click()",
})
