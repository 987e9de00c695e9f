import type { FastifyInstance } from 'fastify'
import { sentencePage } from '../../answers/page.ts'

const LONGEST_FORM = 4_096

/** The login of this address was begun in another browser, or has ended. */
export const overPage = sentencePage('Login failed', 'This login was begun elsewhere, or too long ago.', {
  href: '/auth/login',
  label: 'Log in again',
})

/** Reads the forms of the login pages. */
export function registerForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
