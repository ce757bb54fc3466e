import { formatShortMonth } from '../../shared/format-date.ts'
import type { ChartContent } from '../../shared/edition-contract.ts'
import { COMPACT_FROM, formatCompactNumber, formatNumber } from '../../shared/format-number.ts'
import { toDrawable, widthOf } from './card-text.ts'
import { COLOURS, drawText, round, textElement } from './svg-parts.ts'

/** Twice what a letter shows, for screens with fine pixels. */
const WIDTH = 1072
const HEIGHT = 536
const SIDE = 32
const TOP = 108
const BOTTOM = HEIGHT - 104
const LABEL = 34
/** Between the labels of the axis and the line. */
const GAP = 20

/** A line over time with its scale, its last value marked, and whose figures they are. The scale does not begin at nought
 *  where the values are far from it: the labels say so.
 *  @returns SVG, 1072 x 536 */
export function drawLineChart({ title, unit, points, credit }: ChartContent): string {
  const values = points.map(([, value]) => value)
  const ticks = listTicks(Math.min(...values), Math.max(...values))
  const labels = ticks.map((tick) => describeTick(tick, unit, ticks))
  const left = SIDE + Math.max(...labels.map((label) => widthOf(label, LABEL))) + GAP
  const plot = { left, right: WIDTH - SIDE - 12, top: TOP, bottom: BOTTOM }
  const days = points.map(([day]) => Date.parse(day))
  const x = scale([days[0] ?? 0, days.at(-1) ?? 0], [plot.left, plot.right])
  const y = scale([ticks[0] ?? 0, ticks.at(-1) ?? 0], [plot.bottom, plot.top])
  const line = points.map(([, value], index) => `${round(x(days[index] ?? 0))} ${round(y(value))}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Archivo">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.raised}"/>`,
    drawText(toDrawable(title) ?? '', { x: SIDE, y: 60, size: 40, width: WIDTH - 2 * SIDE, isStrong: true }),
    ...ticks.map((tick, index) => drawTick(labels[index] ?? '', y(tick), plot)),
    `<path d="M${line.join('L')}" fill="none" stroke="${COLOURS.actionText}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="${line.at(-1)?.replace(' ', '" cy="')}" r="11" fill="${COLOURS.actionText}"/>`,
    ...drawMonths(days, x, plot),
    drawText(toDrawable(`Source: ${credit}`) ?? '', {
      x: WIDTH - SIDE,
      y: HEIGHT - 20,
      size: 28,
      anchor: 'end',
      fill: COLOURS.quiet,
      width: WIDTH - 2 * SIDE,
    }),
    '</svg>',
  ].join('')
}

interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

function drawTick(label: string, y: number, { left, right }: Plot): string {
  return (
    `<path d="M${round(left)} ${round(y)}H${right}" stroke="${COLOURS.line}" stroke-width="2"/>` +
    textElement(label, {
      x: left - GAP,
      y: y + LABEL * 0.35,
      size: LABEL,
      anchor: 'end',
      fill: COLOURS.quiet,
    })
  )
}

/** The first and the last month, and one between them. */
function drawMonths(days: readonly number[], x: (day: number) => number, { left, right }: Plot): string[] {
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const middle = (first + last) / 2
  const places = [
    { day: first, x: left, anchor: 'start' },
    { day: middle, x: x(middle), anchor: 'middle' },
    { day: last, x: right, anchor: 'end' },
  ] as const
  const seen = new Set<string>()
  return places.flatMap(({ day, x: place, anchor }) => {
    const label = formatShortMonth(day)
    if (seen.has(label)) return []
    seen.add(label)
    return [textElement(label, { x: place, y: BOTTOM + 46, size: LABEL, anchor, fill: COLOURS.quiet })]
  })
}

const scale =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number) =>
    to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start)

/** Round numbers at equal steps around all of the values: three to six of them. */
function listTicks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) * 0.1 || 1
  const magnitude = 10 ** Math.floor(Math.log10(span / 3))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((one) => span / one <= 4) ?? span
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  // A flat line lies in the middle.
  const from = first === last ? first - 1 : first
  const count = (first === last ? last + 1 : last) - from + 1
  // From the whole numbers each time: adding steps up would add their errors up.
  return Array.from({ length: count }, (_, index) => Number(((from + index) * step).toPrecision(12)))
}

function describeTick(tick: number, unit: ChartContent['unit'], ticks: readonly number[]): string {
  const digits = Math.min(2, Math.max(...ticks.map(countDecimals)))
  const number =
    Math.max(...ticks) >= COMPACT_FROM
      ? formatCompactNumber(tick)
      : formatNumber(tick, { minDigits: digits, maxDigits: digits })
  if (unit === 'percent') return `${number}%`
  if (unit === 'usd') return tick < 0 ? `-$${number.replace('-', '')}` : `$${number}`
  return number
}

function countDecimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
