import { readFileSync } from 'node:fs'
import path from 'node:path'

import { escapeHtml } from '../lib/text.ts'

/** The path of its stylesheet. */
export const PLAIN_STYLE_PATH = '/plain.css'

/** A small page in the site's colors that needs neither scripts nor rendering: for links opened from mail programs, and for
 *  failures that happen before any screen. Search engines do not index it. Its referrer policy is that of the screens
 *  (+onRenderHtml.tsx).
 *  @param siteName  shown with a link to the start page; without it the page does not name the site
 *  @param content  HTML, with its text escaped */
export function writePlainPage({
  siteName,
  title,
  content,
}: {
  siteName?: string
  title: string
  content: string
}): string {
  const home = siteName === undefined ? 'To the start' : escapeHtml(siteName)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin"><meta name="color-scheme" content="dark"><meta name="theme-color" content="#131416"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="${PLAIN_STYLE_PATH}"></head>
<body><header><a href="/"><img src="/favicon.ico" alt="">${home}</a></header><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
}

/** The design tokens of the screens, and the frame of pages outside them. */
const FRAME_STYLE = `${readFileSync(path.join(import.meta.dirname, '../../client/styles/tokens.css'), 'utf8')}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: var(--size-body)/var(--leading-body) var(--font-body) }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--space-3); padding: var(--space-1) var(--gutter); border-bottom: 1px solid var(--line) }
body > header a { display: inline-flex; align-items: center; min-height: var(--target); text-decoration: none }
body > header a:first-child { gap: 0.4em; font-family: var(--font-display); font-size: 1.375rem; font-weight: var(--weight-heading) }
body > header img { width: 1.5rem; height: 1.5rem }
a { color: inherit; text-decoration-color: var(--action-text); text-underline-offset: 0.2em }
a:hover { color: var(--action-text) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px }
`

export const PLAIN_STYLE = `${FRAME_STYLE}
main { display: grid; justify-items: start; gap: var(--space-3); max-width: calc(var(--column-width) + 2 * var(--gutter)); margin: 0 auto; padding: var(--space-6) var(--gutter) }
h1, p { margin: 0 }
h1 { font-family: var(--font-display); font-size: var(--size-heading-1); font-weight: var(--weight-heading); line-height: var(--leading-tight) }
button { min-height: var(--target); padding: 0 var(--space-3); border: 0; border-radius: var(--radius); background: var(--action); color: var(--on-action); font: inherit; font-weight: var(--weight-strong); cursor: pointer }
button.second { border: 1px solid var(--line-field); background: none; color: var(--text) }
button.second:hover { background: var(--ground-raised) }
form { display: flex; flex-wrap: wrap; gap: var(--space-2) }
button:hover { background: var(--action-hover) }
`
