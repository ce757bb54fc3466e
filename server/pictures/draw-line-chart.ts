import { formatShortMonth } from '../../shared/format-date.ts'
import type { ColorScheme } from '../../shared/edition-address.ts'
import type { ChartContent } from '../../shared/edition-contract.ts'
import { COMPACT_FROM, formatCompactNumber, formatNumber } from '../../shared/format-number.ts'
import { toDrawable, widthOf } from './card-text.ts'
import { drawText, round, textElement } from './svg-parts.ts'

/** Twice the size shown in a letter, for high-density screens. */
const WIDTH = 1072
const HEIGHT = 536
const SIDE = 32
/** Leaves room for a label between the plot and the title, and between the plot and the months. */
const TOP = 128
const BOTTOM = HEIGHT - 132
const LABELS_FROM = 76
const LABELS_TO = BOTTOM + 40
const LABEL = 34
/** Height of a capital letter or a digit. */
const LETTER_HEIGHT = LABEL * 0.74
/** Between the axis labels and the line. */
const GAP = 20
/** Distances of a label from its value, tried in this order. */
const LABEL_OFFSETS = [24, 34, 44]

/** The letter's colours (server/letter/render/theme.ts). */
const SCHEMES = {
  light: { ground: '#ffffff', line: '#e0dcd3', text: '#1b1d20', quiet: '#5c5a55', stroke: '#b8241a' },
  dark: { ground: '#1b1d20', line: '#3a3e44', text: '#f1efea', quiet: '#a9a7a1', stroke: '#ff6b5e' },
} as const satisfies Record<ColorScheme, object>
type Scheme = (typeof SCHEMES)[ColorScheme]

/** Draws a line over time with scale, first and last value, and source. The scale need not begin at zero; its labels show
 *  where it does.
 *  @returns SVG, 1072 x 536 */
export function drawLineChart(
  { title, unit, points, credit }: ChartContent,
  colorScheme: ColorScheme = 'light',
): string {
  const scheme = SCHEMES[colorScheme]
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
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${scheme.ground}"/>`,
    drawText(toDrawable(title) ?? '', {
      x: SIDE,
      y: 60,
      size: 40,
      width: WIDTH - 2 * SIDE,
      isStrong: true,
      fill: scheme.text,
    }),
    ...ticks.map((tick, index) => drawTick(labels[index] ?? '', y(tick), plot, scheme)),
    `<path d="M${line.join('L')}" fill="none" stroke="${scheme.stroke}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="${line.at(-1)?.replace(' ', '" cy="')}" r="11" fill="${scheme.stroke}"/>`,
    ...labelEnds(points, { unit, ticks, x, y, scheme }),
    ...drawMonths(days, x, plot, scheme),
    drawText(toDrawable(`Source: ${credit}`) ?? '', {
      x: WIDTH - SIDE,
      y: HEIGHT - 20,
      size: 28,
      anchor: 'end',
      fill: scheme.quiet,
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

function drawTick(label: string, y: number, { left, right }: Plot, scheme: Scheme): string {
  return (
    `<path d="M${round(left)} ${round(y)}H${right}" stroke="${scheme.line}" stroke-width="2"/>` +
    textElement(label, {
      x: left - GAP,
      y: y + LABEL * 0.35,
      size: LABEL,
      anchor: 'end',
      fill: scheme.quiet,
    })
  )
}

/** Labels the first, the middle and the last month: a value stands above its own month's name. */
function drawMonths(
  days: readonly number[],
  x: (day: number) => number,
  { left, right }: Plot,
  scheme: Scheme,
): string[] {
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const center = (first + last) / 2
  const isNearer = (a: number, b: number) => Math.abs(a - center) < Math.abs(b - center)
  const middle = days.reduce((nearest, day) => (isNearer(day, nearest) ? day : nearest), first)
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
    return [textElement(label, { x: place, y: BOTTOM + 74, size: LABEL, anchor, fill: scheme.quiet })]
  })
}

/** Labels the first and last value, above or below the line where no part of it crosses the label; omits a label without
 *  such a place. */
function labelEnds(
  points: ChartContent['points'],
  {
    unit,
    ticks,
    x,
    y,
    scheme,
  }: {
    unit: ChartContent['unit']
    ticks: readonly number[]
    x: (day: number) => number
    y: (value: number) => number
    scheme: Scheme
  },
): string[] {
  const decimals = Math.max(...points.map(([, value]) => countDecimals(value)), ...ticks.map(countDecimals))
  const ends = [
    { point: points[0], next: points[1], anchor: 'start', isStrong: false },
    { point: points.at(-1), next: points.at(-2), anchor: 'end', isStrong: true },
  ] as const
  const line = points.map(([day, value]): Place => ({ x: x(Date.parse(day)), y: y(value) }))
  return ends.flatMap(({ point, next, anchor, isStrong }) => {
    if (!point || !next) return []
    const [day, value] = point
    const text = formatValue(value, unit, Math.min(2, decimals))
    const at = x(Date.parse(day)) + (anchor === 'start' ? 4 : 12)
    const width = widthOf(text, LABEL)
    const left = anchor === 'start' ? at : at - width
    const above = LABEL_OFFSETS.map((offset) => y(value) - offset).filter(
      (one) => one - LETTER_HEIGHT > LABELS_FROM,
    )
    const below = LABEL_OFFSETS.map((offset) => y(value) + offset + LETTER_HEIGHT - 10).filter(
      (one) => one <= LABELS_TO,
    )
    const places = value >= next[1] ? [...above, ...below] : [...below, ...above]
    const free = places.find(
      (base) =>
        !crossesBox(line, {
          left: left - 6,
          right: left + width + 6,
          top: base - LETTER_HEIGHT - 6,
          bottom: base + 6,
        }),
    )
    if (free === undefined) return []
    return [
      textElement(text, {
        x: at,
        y: free,
        size: LABEL,
        anchor,
        fill: isStrong ? scheme.stroke : scheme.text,
        halo: scheme.ground,
        isStrong,
      }),
    ]
  })
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Tells whether a line enters a box. */
function crossesBox(line: readonly Place[], { left, right, top, bottom }: Plot): boolean {
  return line.slice(1).some((to, index) => {
    const from = line[index] ?? to
    const [start, end] = [Math.max(left, from.x), Math.min(right, to.x)]
    if (start > end) return false
    const yAt = (at: number) =>
      to.x === from.x ? from.y : from.y + ((at - from.x) / (to.x - from.x)) * (to.y - from.y)
    const [one, other] = to.x === from.x ? [from.y, to.y] : [yAt(start), yAt(end)]
    return Math.max(one, other) >= top && Math.min(one, other) <= bottom
  })
}

const scale =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number) =>
    to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start)

/** Lists three to six round numbers at equal steps that span all values. */
function listTicks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) * 0.1 || 1
  const magnitude = 10 ** Math.floor(Math.log10(span / 3))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((one) => span / one <= 4) ?? span
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  // Put a flat line in the middle.
  const from = first === last ? first - 1 : first
  const count = (first === last ? last + 1 : last) - from + 1
  // Multiply instead of adding steps, which would accumulate errors.
  return Array.from({ length: count }, (_, index) => Number(((from + index) * step).toPrecision(12)))
}

function describeTick(tick: number, unit: ChartContent['unit'], ticks: readonly number[]): string {
  if (Math.max(...ticks) >= COMPACT_FROM) return withUnit(formatCompactNumber(tick), unit)
  return formatValue(tick, unit, Math.min(2, Math.max(...ticks.map(countDecimals))))
}

function formatValue(value: number, unit: ChartContent['unit'], digits: number): string {
  const number =
    value >= COMPACT_FROM
      ? formatCompactNumber(value)
      : formatNumber(value, { minDigits: digits, maxDigits: digits })
  return withUnit(number, unit)
}

function withUnit(number: string, unit: ChartContent['unit']): string {
  if (unit === 'percent') return `${number}%`
  if (unit === 'usd') return number.startsWith('-') ? `-$${number.slice(1)}` : `$${number}`
  return number
}

function countDecimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
