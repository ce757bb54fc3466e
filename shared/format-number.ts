const LOCALE = 'en-US'
const formats = new Map<string, Intl.NumberFormat>()

/** Intl formats are slow to build and stateless: one is kept for each set of options. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const kept = formats.get(key)
  if (kept) return kept
  const format = new Intl.NumberFormat(LOCALE, options)
  formats.set(key, format)
  return format
}

/** A number as people read it, the same on every machine.
 *  @param minDigits  fewest digits after the point, so that columns align
 *  @param maxDigits  most digits after the point
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

/** From here on a figure is shortened: below, all its digits are read at a glance. */
export const COMPACT_FROM = 1_000_000

/** A number as people say it: three figures and the size, from a million on; below that as formatNumber writes it.
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
 *  @param sign  'always' writes the plus too
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
