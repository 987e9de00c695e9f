import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/**
 * The look of the few pages the server itself shows. Inline, because they must work when nothing else does; then without
 * the face of the app's headings.
 */
const PAGE_STYLE = `
@font-face{font-family:"Barlow Condensed";font-weight:600;font-display:swap;src:url(/fonts/barlow-condensed-600.woff2)}
@font-face{font-family:"Barlow Condensed";font-weight:600;font-display:swap;src:url(/fonts/barlow-condensed-600-ext.woff2);unicode-range:U+0100-0130,U+0132-0151,U+0154-017F,U+0218-021B}
:root{color-scheme:light dark;--ice:#f4f7fb;--card:#fff;--ink:#0d1b2e;--soft:#4a5a70;--line:#c9d4e2;--blue:#0b4f9e;--on:#fff;--red:#c8102e}
@media (prefers-color-scheme:dark){:root{--ice:#0a1422;--card:#13223a;--ink:#eef4fc;--soft:#a9b9ce;--line:#2c4160;--blue:#7fb6ff;--on:#06121f;--red:#ff6b7d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;justify-content:center;background:var(--ice);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
padding:max(1rem,env(safe-area-inset-top)) max(1rem,env(safe-area-inset-right)) max(1rem,env(safe-area-inset-bottom)) max(1rem,env(safe-area-inset-left))}
main{width:100%;max-width:30rem;margin:auto;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-top:4px solid var(--red);border-radius:.75rem}
h1,h2{font-family:"Barlow Condensed",sans-serif;font-weight:600;line-height:1.2;text-wrap:balance}
h1{margin:0 0 .5rem;font-size:1.875rem}
p{margin:0 0 1rem;color:var(--soft)}
form{display:grid;gap:.5rem;margin:0}
a,button{display:block;width:100%;min-height:2.75rem;padding:.625rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;
color:var(--ink);font:inherit;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
button:has(>strong){text-align:start}
a,button.main{background:var(--blue);border-color:var(--blue);color:var(--on);text-align:center;font-weight:600}
a.quiet{background:transparent;border-color:var(--line);color:var(--ink);font-weight:400}
button strong{font-weight:700}
button span{color:var(--soft)}
button:hover{border-color:var(--blue)}
h2{margin:1.5rem 0 .5rem;font-size:1.375rem}
time{white-space:nowrap}
ul{margin:0 0 1rem;padding:0;list-style:none}
li{padding:.75rem 0;border-top:1px solid var(--line)}
li p{margin:0 0 .5rem;overflow-wrap:anywhere}
p strong{color:var(--ink)}
summary{padding:.625rem 0;cursor:pointer}
label{display:block;color:var(--soft)}
button+label{margin-top:.5rem}
input{display:block;width:100%;margin-bottom:.5rem;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:var(--ink);font:inherit}
[role=alert]{margin:0 0 1rem;padding:.75rem;border:1px solid var(--red);border-radius:.5rem;color:var(--ink)}
[role=status]{margin:0 0 1rem;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;color:var(--ink)}
[hidden]{display:none}
main>form,main>div,main>a{margin-bottom:.75rem}
li form{margin-top:.5rem}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
`

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What a page runs: one script inside it, or files of ours, which may also ask the server. */
interface PageScripts {
  readonly script?: string
  readonly files?: readonly string[]
}

/** Nothing but the style above, our own icon and headings' face, forms to ourselves, and the page's scripts. */
const pagePolicy = ({ script, files }: PageScripts): string =>
  [
    "default-src 'none'",
    `style-src ${hash(PAGE_STYLE)}`,
    script === undefined ? null : `script-src ${hash(script)}`,
    files === undefined ? null : "script-src 'self'; connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .filter((directive) => directive !== null)
    .join('; ')

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
