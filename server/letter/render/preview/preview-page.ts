import type { EditionContent } from '../../../../shared/edition-contract.ts'
import { escapeHtml } from '../../../lib/text.ts'
import type { RenderedEdition } from '../../edition-input.ts'

const WIDTHS = [320, 600, 800]

/** How the letter is displayed. */
export interface Settings {
  readonly scheme: 'light' | 'dark'
  readonly pictures: 'on' | 'off'
}

/** @returns what the page's address requests; by default light, with pictures */
export function listSettings(query: URLSearchParams): Settings {
  return {
    scheme: query.get('scheme') === 'dark' ? 'dark' : 'light',
    pictures: query.get('pictures') === 'off' ? 'off' : 'on',
  }
}

/** The letter as a program with these settings shows it, whatever this browser prefers. */
export function chooseRendering(html: string, { scheme, pictures }: Settings): string {
  const chosen = html.replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
  return pictures === 'on'
    ? chosen
    : chosen.replaceAll(/(<img[^<>]* src=")[^"]*/g, '$1/newsletter/no-picture')
}

/** The page that shows the letter at three widths, and as plain text. */
export function drawPreviewPage({
  content: { subject, preheader },
  rendered,
  settings,
}: {
  content: Pick<EditionContent, 'subject' | 'preheader'>
  rendered: RenderedEdition
  settings: Settings
}): string {
  const query = new URLSearchParams({ ...settings }).toString()
  const frames = WIDTHS.map(
    (width) =>
      `<figure><figcaption>${width} px</figcaption><iframe title="The letter, ${width} px wide" src="/letter?${escapeHtml(query)}" width="${width}"></iframe></figure>`,
  )
  return drawPage(`
<header>
  <p><strong>EXAMPLE: companies, people and figures are invented.</strong> ${escapeHtml(subject)} · ${escapeHtml(preheader)}</p>
  <p>HTML ${Buffer.byteLength(rendered.html)} bytes, text ${Buffer.byteLength(rendered.text)} bytes.
  ${drawChoice(settings, 'scheme', ['light', 'dark'])} ${drawChoice(settings, 'pictures', ['on', 'off'])}</p>
</header>
<main>${frames.join('')}
<figure><figcaption>Plain text</figcaption><pre>${escapeHtml(rendered.text)}</pre></figure></main>`)
}

/** @returns a page that says what went wrong, and reloads like the others */
export function drawErrorPage(error: unknown): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return drawPage(`<main><pre>The letter could not be set.\n\n${escapeHtml(words)}</pre></main>`)
}

function drawChoice<Name extends keyof Settings>(
  settings: Settings,
  name: Name,
  values: readonly Settings[Name][],
): string {
  const links = values.map((value) => {
    const query = new URLSearchParams({ ...settings, [name]: value }).toString()
    return settings[name] === value
      ? `<b>${value}</b>`
      : `<a href="/?${escapeHtml(query)}">${escapeHtml(value)}</a>`
  })
  return `<span>${name}: ${links.join(' / ')}</span>`
}

function drawPage(body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The letter</title><style>
body{margin:0;background:#4a4d52;color:#fff;font:15px/1.5 system-ui,sans-serif}
header{padding:12px 24px}header p{margin:4px 0}header a{color:#ffb3aa}span{margin-left:16px}
main{display:flex;gap:24px;padding:0 24px 24px;overflow-x:auto}
figure{margin:0;flex:none}iframe{border:0;background:#fff;height:calc(100vh - 130px)}
pre{margin:0;padding:16px;background:#fff;color:#111;height:calc(100vh - 162px);overflow-y:auto}
</style></head>
<body>${body}</body>
</html>`
}
