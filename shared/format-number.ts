const LOCALE = 'en-US'
// Outside sources name currencies too, any three letters: the cache is bounded.
const MOST_FORMATS = 500
const formats = new Map<string, Intl.NumberFormat>()

/** Returns a cached format: Intl formats are slow to build and stateless. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const kept = formats.get(key)
  if (kept) return kept
  const format = new Intl.NumberFormat(LOCALE, options)
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(key, format)
  return format
}

/** Formats a number for people, the same on every machine.
 *  @param minDigits  minimum of digits after the decimal point, so that columns align
 *  @param maxDigits  maximum of digits after the decimal point
 *  @returns e.g. '150,000', '1.25' */
export function formatNumber(
  value: number,
  { minDigits = 0, maxDigits = 2 }: { minDigits?: number; maxDigits?: number } = {},
): string {
  return numberFormat({
    minimumFractionDigits: minDigits,
    maximumFractionDigits: maxDigits,
    signDisplay: 'negative',
  }).format(value)
}

/** @returns e.g. '1 reader', '1,204 readers' */
export const formatQuantity = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Numbers from here on are shortened; below, all digits can be read at a glance. */
export const COMPACT_FROM = 1_000_000

/** Formats a number as people say it: a million or more with three figures and the magnitude, less like formatNumber.
 *  @returns e.g. '53.2M', '1.2B', '-15.1M', '150,000' */
export function formatCompactNumber(value: number): string {
  if (Math.abs(value) < COMPACT_FROM) return formatNumber(value)
  return numberFormat({
    notation: 'compact',
    maximumSignificantDigits: 3,
    signDisplay: 'negative',
  }).format(value)
}

/** @param fraction  0.0912 is 9.12 %
 *  @param sign  'always' writes a plus too
 *  @returns e.g. '9.12%', '+9.12%' */
export function formatPercent(
  fraction: number,
  { sign = 'negative' }: { sign?: 'negative' | 'always' } = {},
): string {
  return numberFormat({
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  }).format(fraction)
}
