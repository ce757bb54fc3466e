import { formatDay } from '../../shared/format-date.ts'
import { escapeHtml } from '../lib/text.ts'
import { PLAIN_STYLE } from '../http/plain-page.ts'

/** The path of the desk's stylesheet. */
export const DESK_STYLE_PATH = '/desk/style.css'

const PLACES = [
  ['/desk', 'Desk'],
  ['/desk/editions', 'Editions'],
  ['/desk/readers', 'Readers'],
  ['/desk/alarms', 'Alarms'],
  ['/desk/deeds', 'Deeds'],
] as const

/** A page of the desk.
 *  @param operator  who is signed in; undefined before that
 *  @param content  HTML, with its text escaped
 *  @param head  further HTML for the page's head */
export function writeDeskPage({
  siteName,
  title,
  path,
  operator,
  content,
  head = '',
}: {
  siteName: string
  title: string
  path?: string
  operator?: string
  content: string
  head?: string
}): string {
  const links = PLACES.map(
    ([href, words]) => `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${words}</a>`,
  )
  const nav = operator === undefined ? '' : `<nav aria-label="Desk">${links.join('')}</nav>`
  const foot =
    operator === undefined
      ? ''
      : `<footer><p>${escapeHtml(operator)}</p><form method="post" action="/desk/sign-out"><button class="second">Sign out</button></form></footer>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark"><meta name="theme-color" content="#131416"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(siteName)}</title>
<link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="${DESK_STYLE_PATH}">${head}</head>
<body><header><a href="/"><img src="/favicon.ico" alt="">${escapeHtml(siteName)}</a>${nav}</header><main><h1>${escapeHtml(title)}</h1>${content}</main>${foot}</body></html>`
}

const TIME = /[SMTWF][a-z]+day, [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M Chicago/g

/** Words as HTML, in which a time written by formatChicagoTime does not wrap. */
export const prose = (words: string) =>
  escapeHtml(words).replace(TIME, (time) => time.replaceAll(' ', '\u00a0'))

export const paragraph = (words: string) => `<p>${prose(words)}</p>`

/** @param content  HTML */
export const section = (title: string, content: string) =>
  `<section><h2>${escapeHtml(title)}</h2>${content}</section>`

/** @param rows  labels with their words, as plain text */
export const definitions = (rows: readonly { readonly label: string; readonly words: string }[]) =>
  rows.length === 0
    ? ''
    : `<dl>${rows.map(({ label, words }) => `<div><dt>${escapeHtml(label)}</dt><dd>${prose(words)}</dd></div>`).join('')}</dl>`

/** @param rows  cells as HTML, the first of each a row header */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((words) => `<th scope="col">${escapeHtml(words)}</th>`).join('')
  const body = rows
    .map(
      ([first = '', ...cells]) =>
        `<tr><th scope="row">${first}</th>${cells.map((cell, index) => `<td data-head="${escapeHtml(heads[index + 1] ?? '')}">${cell}</td>`).join('')}</tr>`,
    )
    .join('')
  return `<div class="scroll${heads.length > 4 ? ' wide' : ''}" role="region" aria-label="Table: ${escapeHtml(heads.join(', '))}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

export const editionPath = (date: string) => `/desk/editions/${date}`

export const editionLink = (date: string) =>
  `<a href="${editionPath(date)}">${escapeHtml(formatDay(date))}</a>`

/** A field with its label.
 *  @param most  the maximum number of characters */
export function field(
  name: string,
  label: string,
  { most, value = '', isNeeded = false }: { most: number; value?: string; isNeeded?: boolean },
): string {
  const attributes = `name="${name}" maxlength="${most}"${isNeeded ? ' required' : ''}`
  const input =
    most > 300
      ? `<textarea ${attributes} rows="4">${escapeHtml(value)}</textarea>`
      : `<input ${attributes} value="${escapeHtml(value)}" autocomplete="off">`
  return `<label>${escapeHtml(label)}${input}</label>`
}

/** A choice with its label.
 *  @param options  values with their words; the first is selected */
export function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
): string {
  const items = options.map(
    ([value, words]) => `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`,
  )
  return `<label>${escapeHtml(label)}<select name="${name}">${items.join('')}</select></label>`
}

/** A form that sends one order.
 *  @param hidden  fields sent along without being shown
 *  @param content  fields, as HTML */
export function orderForm(
  action: string,
  {
    button,
    hidden = {},
    content = '',
    isSecond = false,
  }: { button: string; hidden?: Readonly<Record<string, string>>; content?: string; isSecond?: boolean },
): string {
  const values = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${values.join('')}${content}<button${isSecond ? ' class="second"' : ''}>${escapeHtml(button)}</button></form>`
}

export const DESK_STYLE = `${PLAIN_STYLE}
main { max-width: calc(var(--page-width) + 2 * var(--gutter)); justify-items: stretch; padding-block: var(--space-3) }
h1 { font-size: var(--size-heading-2); overflow-wrap: anywhere }
h2 { margin: 0; font-family: var(--font-display); font-size: var(--size-heading-3); line-height: var(--leading-snug) }
nav { display: flex; flex-wrap: wrap; gap: 0 0.75rem }
body > header nav a, body > header nav a:first-child { color: var(--text-quiet); font: var(--size-small)/1 var(--font-body) }
body > header nav a[aria-current] { color: var(--text); text-decoration: underline; text-decoration-color: var(--action-text) }
section { min-width: 0; padding-top: var(--space-2); border-top: 1px solid var(--line); display: grid; gap: var(--space-1); justify-items: start; align-content: start }
section > * { max-width: 100% }
.quiet { color: var(--text-quiet) }
.note { padding: var(--space-1) var(--space-2); border-left: 3px solid var(--action); background: var(--ground-raised); overflow-wrap: anywhere }
.actions { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: end }
a.button { display: inline-flex; align-items: center; min-height: var(--target); padding: var(--space-1) var(--space-3); border: 1px solid var(--line-field); border-radius: var(--radius); text-decoration: none; font-weight: var(--weight-strong) }
a.button:hover { background: var(--ground-raised) }
h3 { margin: var(--space-1) 0 0; font-size: var(--size-body) }
form { align-items: end; max-width: 100% }
form:has(label) { flex: 1 1 100%; width: 100%; max-width: 40rem }
label { display: grid; gap: var(--space-half); flex: 1 1 14rem; min-width: 0; color: var(--text-quiet); font-size: var(--size-small) }
input, textarea, select { width: 100%; min-height: var(--target); padding: var(--space-1); border: 1px solid var(--line-field); border-radius: var(--radius); background: var(--ground-raised); color: var(--text); font: inherit; font-size: var(--size-body) }
label:has(textarea) { flex-basis: 100% }
details { width: 100% }
summary { min-height: var(--target); display: flex; align-items: center; cursor: pointer; text-decoration: underline; text-decoration-color: var(--action-text); text-underline-offset: 0.2em }
dl { margin: 0; width: 100% }
dl div { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); padding: var(--space-half) 0; border-bottom: 1px solid var(--line) }
dt { flex: 0 0 8rem; color: var(--text-quiet) }
dd { flex: 1 1 12rem; margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
ol, ul { margin: 0; padding: 0; list-style: none; width: 100% }
li { padding: var(--space-1) 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
li p { margin: 0; white-space: pre-line }
.pair { display: grid; gap: var(--space-3) }
.pair > * { min-width: 0 }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line-strong); border-radius: var(--radius); background: #fff }
pre { width: 100%; max-height: 36rem; margin: 0; padding: var(--space-2); overflow: auto; border: 1px solid var(--line-strong); border-radius: var(--radius); white-space: pre-wrap; overflow-wrap: anywhere; font-size: var(--size-small) }
.scroll { width: 100%; overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: var(--space-1) var(--space-2) var(--space-1) 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: inherit; vertical-align: top }
tbody th { min-width: 6.5rem; white-space: nowrap }
thead th { color: var(--text-quiet) }
footer { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; justify-content: space-between; padding: var(--space-3) var(--gutter); border-top: 1px solid var(--line); color: var(--text-quiet) }
footer p { margin: 0; overflow-wrap: anywhere }
@media (max-width: 40rem) {
  .wide thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .wide tr { display: block; padding: var(--space-1) 0; border-bottom: 1px solid var(--line) }
  .wide th, .wide td { display: block; padding: 0; border: 0 }
  .wide td:empty { display: none }
  .wide td::before { content: attr(data-head) ": "; color: var(--text-quiet) }
}
@media (min-width: 60rem) { .pair { grid-template-columns: 1fr 1fr } }
`
