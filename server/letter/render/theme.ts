/** The letter's colors and sizes. Light stands in the elements themselves, since some mail programs read nothing else
 *  and darken by their own lights; the dark rendering comes over it by class where a program says it is dark. */
export const light = {
  ground: '#f3f1ec',
  card: '#ffffff',
  panel: '#f7f5f0',
  line: '#e0dcd3',
  text: '#1b1d20',
  quiet: '#5c5a55',
  action: '#b8241a',
  rise: '#17692f',
  fall: '#b83a0d',
} as const

const dark = {
  ground: '#131416',
  card: '#1b1d20',
  panel: '#26292d',
  line: '#3a3e44',
  text: '#f1efea',
  quiet: '#a9a7a1',
  action: '#ff6b5e',
  rise: '#3fb950',
  fall: '#ff7a5c',
} as const

/** The bar over a section. */
export const RED = '#d92d20'

export const bodyFont = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const DISPLAY_FONT = "Archivo,'Helvetica Neue','Segoe UI',Roboto,Arial,sans-serif"

/** What many elements share. Where it is dropped, sizes and colors still stand: they are in the elements. */
const SHARED = [
  'p{margin:0 0 12px}.kicker{margin:0;font-weight:700}.figure{margin:0 0 8px;font-weight:800}.quiet p{margin:0 0 8px}',
  `.display{font-family:${DISPLAY_FONT};letter-spacing:-0.01em}`,
  `.cell{padding:11px 0;vertical-align:top;border-top:1px solid ${light.line};font-family:${bodyFont};font-size:15px;line-height:22px;font-variant-numeric:tabular-nums}`,
  '.end{padding-left:12px;text-align:right}',
  '.head{border-top:0;vertical-align:bottom}.name{width:40%}.name,.topic,.tight{word-break:break-word}',
  '.thumb{padding-top:0;padding-bottom:0}.thumb a{display:inline-block;padding:11px 0}',
  '.action{display:inline-block;padding:11px 18px 11px 0;font-size:16px;line-height:22px;font-weight:600}',
  'a{text-underline-offset:3px}.figure a{text-underline-offset:6px;text-decoration-thickness:2px}',
  '@media (max-width:480px){.pad{padding-left:18px!important;padding-right:18px!important}.figure{font-size:30px!important;line-height:38px!important}.cell{font-size:14px!important}.first a{font-size:17px!important}.end{padding-left:8px!important}.tight{font-size:12px!important}}',
].join('')

/** Word, in which Outlook on Windows sets a letter, knows no padding on a link. */
export const WORD_STYLES = '.thumb{padding-top:11px;padding-bottom:11px}'

/** @returns the style sheets, each for an element of its own: Gmail drops a whole one for a rule that it cannot read */
export function listStyleSheets(): string[] {
  return [
    SHARED,
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media (prefers-color-scheme:dark){${inDark('')}}`,
    inDark('[data-ogsc] '),
  ]
}

function inDark(prefix: string): string {
  return [
    `${prefix}.ground{background-color:${dark.ground}!important}`,
    `${prefix}.card{background-color:${dark.card}!important}`,
    `${prefix}.panel{background-color:${dark.panel}!important;border-color:${dark.panel}!important}`,
    `${prefix}.text,${prefix}a{color:${dark.text}!important}`,
    `${prefix}.quiet{color:${dark.quiet}!important}`,
    `${prefix}.action{color:${dark.action}!important}`,
    `${prefix}.rise{color:${dark.rise}!important}`,
    `${prefix}.fall{color:${dark.fall}!important}`,
    `${prefix}.line,${prefix}.cell{border-color:${dark.line}!important}`,
  ].join('')
}
