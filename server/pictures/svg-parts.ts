import { escapeHtml } from '../lib/text.ts'
import { fitLine } from './card-text.ts'

/** The colors of client/styles/tokens.css. */
export const COLOURS = {
  ground: '#131416',
  raised: '#1b1d20',
  line: '#3a3e44',
  text: '#f1efea',
  quiet: '#a9a7a1',
  action: '#d92d20',
  onAction: '#ffffff',
  actionText: '#ff6b5e',
  rise: '#3fb950',
  fall: '#ff5a36',
}

export interface TextPlace {
  x: number
  /** Baseline. */
  y: number
  size: number
  anchor?: 'start' | 'middle' | 'end'
  fill?: string
  /** Emboldens the letters by an outline: the font has a single weight. */
  isStrong?: boolean
  /** Background color, drawn around the letters where a line may run behind them. */
  halo?: string
}

/** Draws one line of text, reduced or shortened to fit `width`. */
export function drawText(text: string, { width, size, ...place }: TextPlace & { width: number }): string {
  if (text === '') return ''
  const sizes = [1, 0.9, 0.8].map((factor) => Math.round(size * factor))
  const fitted = fitLine(text, { width, sizes })
  return fitted.lines.map((line) => textElement(line, { ...place, size: fitted.size })).join('')
}

/** Draws one line of text unchanged. */
export function textElement(text: string, place: TextPlace): string {
  const { x, y, size, anchor = 'start', fill = COLOURS.text, isStrong = false, halo } = place
  const set = (stroke: string) =>
    `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" fill="${fill}"${stroke}>${escapeHtml(text)}</text>`
  const behind =
    halo === undefined
      ? ''
      : set(
          ` stroke="${halo}" stroke-width="${round(size * 0.3)}" stroke-linejoin="round" aria-hidden="true"`,
        )
  return behind + set(isStrong ? ` stroke="${fill}" stroke-width="${round(size * 0.026)}"` : '')
}

/** Rounds to a tenth of a pixel. */
export const round = (pixels: number) => Math.round(pixels * 10) / 10
