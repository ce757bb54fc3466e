import { formatDayOfYear, formatShortMonth } from '../../shared/format-date.ts'
import type { ColorScheme } from '../../shared/edition-address.ts'
import type { ChartContent } from '../../shared/edition-contract.ts'
import { toDrawable, widthOf } from './card-text.ts'
import { countDecimals, describeTick, formatValue, listTicks } from './chart-ticks.ts'
import { drawText, round, textElement } from './svg-parts.ts'

/** About twice the size shown in a letter, for high-density screens. */
const WIDTH = 1072
const HEIGHT = 536
const SIDE = 32
/** Leaves room for a label between the plot and the title, and between the plot and the months. */
const TOP = 128
const BOTTOM = HEIGHT - 148
const LABELS_FROM = 76
const LABELS_TO = BOTTOM + 40
/** On a phone, where a picture is 343 px wide, a third of this: 13 px. */
const LABEL = 40
/** Height of a capital letter or a digit. */
const LETTER_HEIGHT = LABEL * 0.74
/** The space between the axis labels and the line. */
const GAP = 20
/** How far a comma reaches below the base of a label. */
const BELOW_BASE = LABEL * 0.2
/** The ground around a label and half the line, which must not meet. */
const HALO = LABEL * 0.15 + 3
/** The nearest and farthest distance of a label from its value, and the step between them. */
const OFFSETS = { near: 24, far: 44, step: 10 }
const END_RADIUS = 11
const MARK_RADIUS = 9

/** The letter's colors (server/letter/render/theme.ts). */
const SCHEMES = {
  light: { ground: '#ffffff', line: '#e0dcd3', text: '#1b1d20', quiet: '#5c5a55', stroke: '#b8241a' },
  dark: { ground: '#1b1d20', line: '#3a3e44', text: '#f1efea', quiet: '#a9a7a1', stroke: '#ff6b5e' },
} as const satisfies Record<ColorScheme, object>
type Scheme = (typeof SCHEMES)[ColorScheme]

/** Draws a line over time with scale, first and last value, and source. The last value stands next to the line's end; a day
 *  named in the title is marked, and a broken line leads from its level to the end. The scale need not begin at zero; its
 *  labels show where it begins.
 *  @returns SVG, 1072 x 536 */
export function drawLineChart(
  { title, unit, points, credit, marks = [] }: ChartContent,
  colorScheme: ColorScheme = 'light',
): string {
  const scheme = SCHEMES[colorScheme]
  const values = points.map(([, value]) => value)
  const ticks = listTicks(Math.min(...values), Math.max(...values))
  const labels = ticks.map((tick) => describeTick(tick, unit, ticks))
  const left = SIDE + Math.max(...labels.map((label) => widthOf(label, LABEL))) + GAP
  const decimals = Math.max(...values.map(countDecimals), ...ticks.map(countDecimals))
  const write = (value: number) => formatValue(value, unit, Math.min(2, decimals))
  const last = values.at(-1) ?? 0
  const right = WIDTH - SIDE - widthOf(write(last), LABEL) - END_RADIUS - GAP / 2
  const plot = { left, right, top: TOP, bottom: BOTTOM }
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
      size: 46,
      width: WIDTH - 2 * SIDE,
      isStrong: true,
      fill: scheme.text,
    }),
    ...ticks.map((tick, index) => drawTick(labels[index] ?? '', y(tick), plot, scheme)),
    ...drawMarks(points, { marks, x, y, plot, scheme }),
    `<path d="${joinUnbroken(line, days)}" fill="none" stroke="${scheme.stroke}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`,
    ...listMarked(points, marks).map(({ point: [day, value] }) =>
      day === points[0]?.[0]
        ? ''
        : `<circle cx="${round(x(Date.parse(day)))}" cy="${round(y(value))}" r="${MARK_RADIUS}" fill="${scheme.ground}" stroke="${scheme.text}" stroke-width="4"/>`,
    ),
    `<circle cx="${line.at(-1)?.replace(' ', '" cy="')}" r="${END_RADIUS}" fill="${scheme.stroke}"/>`,
    textElement(write(last), {
      x: right + END_RADIUS + GAP / 2,
      y: y(last) + LETTER_HEIGHT / 2,
      size: LABEL,
      fill: scheme.stroke,
      isStrong: true,
    }),
    ...labelPoints(points, { marks, write, x, y, plot, scheme }),
    ...drawMonths(days, x, plot, scheme),
    drawText(toDrawable(`Source: ${credit}`) ?? '', {
      x: WIDTH - SIDE,
      y: HEIGHT - 14,
      size: 30,
      anchor: 'end',
      fill: scheme.quiet,
      width: WIDTH - 2 * SIDE,
    }),
    '</svg>',
  ].join('')
}

/** A step that is longer than the usual one by this factor leaves something out. */
const LONG_STEP = 1.5

/** Joins the points of a line, which breaks where a value is missing. */
function joinUnbroken(line: readonly string[], days: readonly number[]): string {
  const steps = days.slice(1).map((day, index) => day - (days[index] ?? day))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  // A value between two breaks is a dot.
  return line
    .map((point, index) => {
      const startsHere = index === 0 || (steps[index - 1] ?? 0) > usual * LONG_STEP
      const endsHere = (steps[index] ?? 0) > usual * LONG_STEP
      return `${startsHere ? 'M' : 'L'}${point}${startsHere && endsHere ? 'h0' : ''}`
    })
    .join('')
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

/** Labels the first, the middle and the last month, each below the values of that month. */
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
    return [textElement(label, { x: place, y: BOTTOM + 84, size: LABEL, anchor, fill: scheme.quiet })]
  })
}

interface Labelled {
  readonly point: ChartContent['points'][number]
  /** The point that decides on which side of the line its label is tried first. */
  readonly beside: ChartContent['points'][number]
  readonly isFirst: boolean
}

/** The marked days that the line has. */
function listMarked(points: ChartContent['points'], marks: readonly string[]): Labelled[] {
  return points.slice(0, -1).flatMap((point, index) => {
    const beside = points[index + 1]
    return beside && marks.includes(point[0]) ? [{ point, beside, isFirst: index === 0 }] : []
  })
}

interface Drawing {
  readonly marks: readonly string[]
  readonly x: (day: number) => number
  readonly y: (value: number) => number
  readonly plot: Plot
  readonly scheme: Scheme
}

/** Draws a line from the level of a marked day to the end, which shows whether the chart ends above or below it. */
const drawMarks = (points: ChartContent['points'], { marks, x, y, plot, scheme }: Drawing): string[] =>
  listMarked(points, marks).map(
    ({ point: [day, value] }) =>
      `<path d="M${round(x(Date.parse(day)))} ${round(y(value))}H${round(plot.right)}" stroke="${scheme.quiet}" stroke-width="3" stroke-dasharray="4 10" stroke-linecap="round"/>`,
  )

/** Labels the marked days, or if there are none the first value, above or below the line where no part of it crosses the label.
 *  A marked day always gets a label, however far away; the first value gets none if none fits next to it. */
function labelPoints(
  points: ChartContent['points'],
  { marks, write, x, y, plot, scheme }: Drawing & { readonly write: (value: number) => string },
): string[] {
  const line = points.map(([day, value]): Place => ({ x: x(Date.parse(day)), y: y(value) }))
  const [first, second] = points
  const marked = listMarked(points, marks)
  // Two values close together would seem to belong to one day.
  const start =
    first && second && marked.length === 0 ? [{ point: first, beside: second, isFirst: true }] : []
  const taken: Plot[] = []
  return [...marked, ...start].flatMap(({ point: [day, value], beside, isFirst }) => {
    const isMarked = marks.includes(day)
    // The month below the line's beginning says when that was.
    const text = isFirst ? write(value) : `${formatDayOfYear(day)}: ${write(value)}`
    const width = widthOf(text, LABEL)
    const middle = x(Date.parse(day)) - width / 2
    const ownLeft = isFirst ? plot.left + 4 : Math.max(plot.left + 4, Math.min(middle, plot.right - width))
    const boxAt = ({ left, base }: Label): Plot => ({
      left: left - HALO,
      right: left + width + HALO,
      top: base - LETTER_HEIGHT - HALO,
      bottom: base + BELOW_BASE + HALO,
    })
    const isAbove = value >= beside[1]
    const basesTo = (far: number) => listBases(y(value), { isAbove, far })
    // The level of a marked beginning leads to the end, so its label may be anywhere next to that: above a peak, it would
    // seem to be the peak's.
    const steps = isFirst && isMarked ? Math.floor((plot.right - width - ownLeft) / LABEL) : -1
    const fromEnd = Array.from({ length: steps + 1 }, (_, index) => plot.right - width - index * LABEL)
    const labels = [
      ...(steps < 0 ? [] : [ownLeft, ...fromEnd]).flatMap((left) =>
        basesTo(OFFSETS.near).map((base) => ({ left, base })),
      ),
      ...basesTo(isMarked ? HEIGHT : OFFSETS.far).map((base) => ({ left: ownLeft, base })),
    ]
    const free = labels.find(
      (label) => !crossesBox(line, boxAt(label)) && !taken.some((box) => areOverlapping(box, boxAt(label))),
    )
    if (free === undefined) return []
    taken.push(boxAt(free))
    const place = { x: free.left, y: free.base, size: LABEL, fill: scheme.text, halo: scheme.ground }
    return [textElement(text, { ...place, isStrong: isMarked })]
  })
}

interface Label {
  readonly left: number
  readonly base: number
}

/** Possible baselines of a label, nearest first; of two equally near, the one on the preferred side. */
function listBases(at: number, { isAbove, far }: { isAbove: boolean; far: number }): number[] {
  const count = Math.floor((far - OFFSETS.near) / OFFSETS.step) + 1
  const offsets = Array.from({ length: count }, (_, index) => OFFSETS.near + index * OFFSETS.step)
  const sides = offsets.map((offset) => ({ above: at - offset, below: at + offset + LETTER_HEIGHT - 10 }))
  // A label near its value on the wrong side is better than one far away on the right side.
  const near = sides.filter((_, index) => (offsets[index] ?? 0) <= OFFSETS.far)
  const wanted = near.map(({ above, below }) => (isAbove ? above : below))
  const other = near.map(({ above, below }) => (isAbove ? below : above))
  const rest = sides
    .slice(near.length)
    .flatMap(({ above, below }) => (isAbove ? [above, below] : [below, above]))
  return [...wanted, ...other, ...rest].filter(
    (base) => base - LETTER_HEIGHT > LABELS_FROM && base <= LABELS_TO,
  )
}

const areOverlapping = (one: Plot, other: Plot): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

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
