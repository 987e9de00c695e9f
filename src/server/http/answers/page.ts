import type { FastifyReply } from 'fastify'
import { PAGE_STYLE, type PageScripts, pagePolicy } from './page-style.ts'

/** A small page of the server. `body` is HTML: text from elsewhere in it must have gone through `escaped`. */
export interface Page extends PageScripts {
  readonly title: string
  readonly body: string
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

const pageHtml = ({ title, body, script, files = [] }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escaped(title.includes('Hockey Pool') ? title : `${title} · Hockey Pool`)}</title>
<link rel="icon" href="/icons/icon-192.png">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
${script === undefined ? '' : `<script>${script}</script>`}${files.map((file) => `<script src="${escaped(file)}" defer></script>`).join('')}
</body>
</html>
`

const pageHeaders = (page: Page): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(page),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Not no-referrer: with it a browser sends "Origin: null" with the form, and older ones send nothing else to check.
  'referrer-policy': 'same-origin',
})

export const sendPage = (reply: FastifyReply, status: number, page: Page): FastifyReply =>
  reply.code(status).headers(pageHeaders(page)).send(pageHtml(page))

/** One sentence and one way on. */
export const sentencePage = (title: string, sentence: string, link: { href: string; label: string }): Page => ({
  title,
  body: `<p>${escaped(sentence)}</p>\n<a href="${escaped(link.href)}">${escaped(link.label)}</a>`,
})
