/** The letter's colors and sizes. The light ones are inline, since some mail programs read nothing else and darken colors
 *  in their own way; the dark ones are added by class in programs that say they are dark. */
export const light = {
  ground: '#f3f1ec',
  panel: '#ffffff',
  line: '#e0dcd3',
  text: '#1b1d20',
  quiet: '#5c5a55',
  action: '#b8241a',
  bar: '#d92d20',
} as const

const dark = {
  ground: '#131416',
  panel: '#26292d',
  line: '#3a3e44',
  text: '#f1efea',
  quiet: '#a9a7a1',
  action: '#ff6b5e',
} as const

export const bodyFont = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const DISPLAY_FONT = "Archivo,'Helvetica Neue','Segoe UI',Roboto,Arial,sans-serif"

/** Styles that many elements share. If a program drops them, sizes and colors remain, since they are inline. */
const SHARED = [
  'p{margin:0 0 12px}.quiet p{margin:0 0 8px}',
  `.display{font-family:${DISPLAY_FONT};letter-spacing:-0.01em}`,
  `.cell{padding:11px 0;border-top:1px solid ${light.line};font-family:${bodyFont};font-size:17px;line-height:26px}`,
  '.action{display:inline-block;padding:11px 18px 11px 0;font-size:16px;line-height:22px;font-weight:600}',
  '.foot-title{margin:16px 0 4px;font-size:15px;line-height:22px}',
  'a{text-underline-offset:3px}',
  '@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}h1.display{font-size:31px!important;line-height:36px!important}}',
].join('')

/** @returns the style sheets, each for a separate style element, since Gmail drops a whole one for a rule that it cannot
 *  read */
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
    `${prefix}.panel{background-color:${dark.panel}!important}`,
    `${prefix}.rule{border-color:${dark.text}!important}`,
    `${prefix}.text,${prefix}a{color:${dark.text}!important}`,
    `${prefix}.quiet{color:${dark.quiet}!important}`,
    `${prefix}.action,${prefix}.action-words{color:${dark.action}!important}`,
    `${prefix}.line,${prefix}.cell{border-color:${dark.line}!important}`,
  ].join('')
}
