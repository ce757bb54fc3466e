import type { ChartContent } from '../../shared/edition-contract.ts'
import { COMPACT_FROM, formatCompactNumber, formatNumber } from '../../shared/format-number.ts'

/** Lists three to six round numbers at equal steps that span all values. */
export function listTicks(low: number, high: number): number[] {
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

export function describeTick(tick: number, unit: ChartContent['unit'], ticks: readonly number[]): string {
  if (Math.max(...ticks) >= COMPACT_FROM) return withUnit(formatCompactNumber(tick), unit)
  return formatValue(tick, unit, Math.min(2, Math.max(...ticks.map(countDecimals))))
}

export function formatValue(value: number, unit: ChartContent['unit'], digits: number): string {
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

export function countDecimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
