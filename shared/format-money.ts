import { COMPACT_FROM, numberFormat } from './format-number.ts'

/** Minor units that exchanges quote in, by the sources' codes: London in pence, Johannesburg in cents, Tel Aviv in agorot. */
const MINOR_UNITS: Readonly<Record<string, string>> = {
  GBp: 'p',
  GBX: 'p',
  ZAc: 'c',
  ZAC: 'c',
  ILA: ' agorot',
}
const ISO_CODE = /^[A-Z]{3}$/

type Sign = 'negative' | 'always'

/** Formats an amount with its currency's sign, and with four significant figures below 1.
 *  @param currency  ISO 4217 or a minor unit such as GBp; omitted if not known
 *  @param sign  'always' writes a plus too
 *  @param cents  'rounded' for sums in which cents do not matter
 *  @param digits  after the decimal point, for amounts of 1 or more; by default two, or none for 100 or more in a currency
 *    without cents
 *  @param like  an amount whose number of digits is used, unless the result would be 0: the price that a change belongs to
 *  @returns e.g. '$1,245.50', '€0.3812', '412.30p', 'CA$9.10'; without a currency '1,245.50' */
export function formatMoney(
  amount: number,
  currency: string | undefined,
  {
    sign = 'negative',
    cents = 'shown',
    digits,
    like = amount,
  }: { sign?: Sign; cents?: 'shown' | 'rounded'; digits?: number; like?: number } = {},
): string {
  const spanOf = (size: number) => digitSpan(size, digits ?? moneyDigits(size, currency))
  const span = spanOf(Math.abs(like))
  const isLost = Math.abs(amount) < 0.5 * 10 ** -span.maximumFractionDigits
  return writeAmount(amount, currency, {
    ...(cents === 'rounded' ? { maximumFractionDigits: 0 } : isLost ? spanOf(Math.abs(amount)) : span),
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  })
}

/** Formats a sum as people say it: a million or more with three figures and the magnitude, less in whole units.
 *  @param currency  as in formatMoney
 *  @returns e.g. '$3.74T', '£45.1M', '-$15.1M', '$150,000' */
export function formatCompactMoney(amount: number, currency: string | undefined): string {
  if (Math.abs(amount) < COMPACT_FROM) return formatMoney(amount, currency, { cents: 'rounded' })
  return writeAmount(amount, currency, {
    notation: 'compact',
    maximumSignificantDigits: 3,
    signDisplay: 'negative',
  })
}

/** Whether a source's currency code is a minor unit, such as GBp. */
export function isMinorUnit(currency: string): boolean {
  return Object.hasOwn(MINOR_UNITS, currency)
}

/** Returns the default number of digits after the decimal point: two; in a currency without cents only below a hundred,
 *  where they are a good part of the amount.
 *  @param size  the amount without its sign
 *  @param currency  as in formatMoney */
export function moneyDigits(size: number, currency: string | undefined): number {
  return hasCents(findIsoCurrency(currency)) || (size > 0 && size < 100) ? 2 : 0
}

function writeAmount(
  amount: number,
  currency: string | undefined,
  options: Intl.NumberFormatOptions,
): string {
  const isoCurrency = findIsoCurrency(currency)
  const text = numberFormat({
    ...(isoCurrency !== undefined && { style: 'currency', currency: isoCurrency }),
    ...options,
  }).format(amount)
  if (currency === undefined || isoCurrency !== undefined) return text
  return `${text}${MINOR_UNITS[currency] ?? ` ${currency}`}`
}

function findIsoCurrency(currency: string | undefined): string | undefined {
  const isIso = currency !== undefined && !isMinorUnit(currency) && ISO_CODE.test(currency)
  return isIso ? currency : undefined
}

/** More are an error in browsers of 2022. */
const MOST_DIGITS = 20

/** Four significant figures below 1, where two digits say little. */
function digitSpan(
  size: number,
  digits: number,
): { minimumFractionDigits: number; maximumFractionDigits: number } {
  if (size === 0 || size >= 1) return { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const most = Math.min(MOST_DIGITS, 3 - Math.floor(Math.log10(size)))
  return { minimumFractionDigits: Math.min(Math.max(2, digits), most), maximumFractionDigits: most }
}

function hasCents(currency: string | undefined): boolean {
  if (currency === undefined) return true
  return numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits !== 0
}
