/** The letter's colours and sizes. Light stands in the elements themselves, since some mail programs read nothing else
 *  and darken by their own lights; the dark rendering comes over it by class where a program says it is dark. */
export const light = {
  ground: '#f3f1ec',
  card: '#ffffff',
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
  line: '#33373c',
  text: '#f1efea',
  quiet: '#a9a7a1',
  action: '#ff6b5e',
  rise: '#3fb950',
  fall: '#ff7a5c',
} as const

export const fonts = {
  body: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  display: "Archivo, 'Helvetica Neue', 'Segoe UI', Roboto, Arial, sans-serif",
} as const

/** @returns the style sheet: the dark colours, and what a narrow screen needs */
export function styleSheet(): string {
  const inDark = (prefix: string) =>
    [
      `${prefix}.ground{background-color:${dark.ground}!important}`,
      `${prefix}.card{background-color:${dark.card}!important}`,
      `${prefix}.text{color:${dark.text}!important}`,
      `${prefix}.quiet{color:${dark.quiet}!important}`,
      `${prefix}.action{color:${dark.action}!important}`,
      `${prefix}.rise{color:${dark.rise}!important}`,
      `${prefix}.fall{color:${dark.fall}!important}`,
      `${prefix}.line{border-color:${dark.line}!important}`,
    ].join('')
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'a{text-underline-offset:3px}',
    `@media (prefers-color-scheme:dark){${inDark('')}}`,
    inDark('[data-ogsc] '),
    '@media (max-width:480px){.pad{padding-left:18px!important;padding-right:18px!important}.figure{font-size:30px!important}.small{font-size:14px!important}}',
  ].join('')
}
