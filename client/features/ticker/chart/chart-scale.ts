import { DAY_MS, mondayOf } from '../../../../shared/dates.ts'
import { formatDayOfYear, formatShortMonth } from '../../../../shared/format-date.ts'
import { formatMoney } from '../../../../shared/format-money.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import { minutesOf, nameTime, nameWhenShort, type DayClock } from './day-prices.ts'
import { numberFormat } from '../../../../shared/format-number.ts'

/** Room for labels above the highest and below the lowest value, as a share of the plot's height. */
const EDGE_SHARE = 0.1
/** With more characters the scale would be wider than the space beside the plot. */
const MOST_CHARACTERS = 8
/** If the span is at least this, no two labels differ only in their cents. */
const CENTS_SPAN = 10
/** The number of lines across the plot; round values may take a few more. */
const LINES = 5
/** The most days below the plot. The specified limit is 20; a phone has room for this many when every second one is hidden. */
const MOST_DAY_TICKS = 12
/** A label would be cut off closer to the plot's edge than this, as a share of the plot's width. */
const EDGE_OF_LABELS = 0.03

/** The vertical position of values in the plot: 0 at its top, 1 at its bottom. */
export interface ValueScale {
  toY: (value: number) => number
  ticks: readonly { y: number; label: string }[]
}

/** How the scale beside the plot writes its values. */
export interface ScaleLabels {
  format: (value: number) => string
  /** Formats all labels together, without cents if none has any. */
  formatTicks: (values: readonly number[]) => string[]
}

/** @param span  the lowest and highest value shown; if they are the same, only that value is written */
export function createValueScale(
  { low, high }: { low: number; high: number },
  { formatTicks }: Pick<ScaleLabels, 'formatTicks'>,
): ValueScale {
  const span = high - low
  if (span === 0) return { toY: () => 0.5, ticks: [] }
  const toY = (value: number) => EDGE_SHARE + ((1 - 2 * EDGE_SHARE) * (high - value)) / span
  const margin = (span * EDGE_SHARE) / (1 - 2 * EDGE_SHARE)
  const step = roundStep(span / LINES)
  const first = Math.ceil((low - margin / 2) / step)
  const last = Math.floor((high + margin / 2) / step)
  // Multiplies, since sums of 0.1 are inexact.
  const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
  const labels = formatTicks(values)
  return { toY, ticks: values.map((value, index) => ({ y: toY(value), label: labels[index] ?? '' })) }
}

/** The nearest of 1, 2, 2.5 and 5 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const share = rough / power
  const factor = [1, 2, 2.5, 5, 10].reduce((best, next) =>
    Math.abs(Math.log(next / share)) < Math.abs(Math.log(best / share)) ? next : best,
  )
  return factor * power
}

/** Writes whole amounts if cents would not fit beside the plot and would tell nothing. Points have no currency sign. */
export function createScaleLabels(
  { low, high }: { low: number; high: number },
  style: PriceStyle,
): ScaleLabels {
  const { unit, digits } = { ...style, unit: style.unit === 'points' ? undefined : style.unit }
  const format = (price: number) => formatPrice(price, { unit, digits })
  const formatWhole = (price: number) => formatMoney(price, unit, { cents: 'rounded' })
  if (format(high).length > MOST_CHARACTERS && high - low >= CENTS_SPAN) {
    return { format: formatWhole, formatTicks: (prices) => prices.map(formatWhole) }
  }
  const step = smallestStep(high, digits)
  const isWhole = (price: number) => Math.abs(price - Math.round(price)) < step / 2
  const formatTicks = (prices: readonly number[]) => prices.map(prices.every(isWhole) ? formatWhole : format)
  return { format, formatTicks }
}

/** The smallest difference between two prices: one unit of the last digit that is written. */
function smallestStep(highest: number, digits: number): number {
  return 10 ** (highest >= 1 || highest <= 0 ? -digits : Math.floor(Math.log10(highest)) - 3)
}

/** For changes as fractions: '+18.6%', '0%'. */
export function createChangeLabels(): ScaleLabels {
  const write = (digits: number) => (fraction: number) =>
    numberFormat({ style: 'percent', maximumFractionDigits: digits, signDisplay: 'exceptZero' }).format(
      fraction,
    )
  return {
    format: (fraction) => write(Math.abs(fraction) < 10 ? 1 : 0)(fraction),
    formatTicks: (fractions) =>
      fractions.map(write(fractions.every((value) => Math.abs(value) >= 0.1 || value === 0) ? 0 : 1)),
  }
}

/** A labeled day below the plot. */
export interface DayTick {
  /** The index of its close in the series. */
  index: number
  label: string
  /** True for every second of many labels: hidden if the plot is narrow. */
  isMinor: boolean
}

/** Steps between labeled days, shortest first: a step begins on a day whose label for that step differs from that of the day
 *  before. */
const DAY_STEPS: readonly { nameOf: (day: string) => string; label: (day: string) => string }[] = [
  { nameOf: (day) => day, label: formatDayOfYear },
  { nameOf: mondayOf, label: formatDayOfYear },
  {
    nameOf: (day) => String(Math.floor(Date.parse(mondayOf(day)) / (14 * DAY_MS))),
    label: formatDayOfYear,
  },
  ...[1, 3, 6].map((months) => ({
    nameOf: (day: string) => `${day.slice(0, 4)} ${Math.floor((Number(day.slice(5, 7)) - 1) / months)}`,
    label: nameMonth,
  })),
  ...[1, 2, 5, 10, 20, 50].map((years) => ({
    nameOf: (day: string) => String(Math.floor(Number(day.slice(0, 4)) / years)),
    label: (day: string) => day.slice(0, 4),
  })),
]

/** January is labeled with its year. */
function nameMonth(day: string): string {
  return day.slice(5, 7) === '01' ? day.slice(0, 4) : formatShortMonth(day).slice(0, 3)
}

/** Within a day, steps of minutes by the exchange's clock. */
const listTimeSteps = (clock: DayClock): typeof DAY_STEPS =>
  [30, 60, 120, 180, 360].map((minutes) => ({
    nameOf: (moment) => String(Math.floor(minutesOf(moment, clock) / minutes)),
    label: (moment) => nameTime(moment, clock),
  }))

/** The days on which a step begins. It stops once there are too many of them: naming every day of a century for each step would
 *  take longer than drawing everything else. */
function listBegins(days: readonly string[], nameOf: (day: string) => string): number[] {
  const begins: number[] = []
  let current: string | undefined
  for (const [index, day] of days.entries()) {
    const name = nameOf(day)
    if (current !== undefined && name !== current) begins.push(index)
    if (begins.length > MOST_DAY_TICKS) break
    current = name
  }
  return begins
}

/** The days to label below the plot: as many as fit, at even calendar steps.
 *  @param days  'YYYY-MM-DD', oldest first; with a clock, moments of its day */
export function listDayTicks(days: readonly string[], clock?: DayClock): DayTick[] {
  const steps = clock ? listTimeSteps(clock) : DAY_STEPS
  if (days.length <= 7)
    return days.map((day, index) => ({
      index,
      label: nameWhenShort(day, clock),
      isMinor: clock !== undefined && days.length > 4 && index % 2 === 1,
    }))
  for (const { nameOf, label } of steps) {
    const begins = listBegins(days, nameOf)
    if (begins.length > MOST_DAY_TICKS) continue
    const named = begins
      .filter((index) => index / days.length > EDGE_OF_LABELS)
      .map((index) => ({ index, label: label(days[index] ?? '') }))
    // The years stay when every second label goes.
    const firstYear = Math.max(
      0,
      named.findIndex((tick) => /^\d{4}$/.test(tick.label)),
    )
    const isCrowded = begins.length > 6
    return named.map((tick, place) =>
      Object.assign(tick, { isMinor: isCrowded && place % 2 !== firstYear % 2 }),
    )
  }
  return []
}
