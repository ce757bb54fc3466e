import { numberFormat } from './format-number.ts'

/** Units below the currency's own that exchanges quote in, as sources name them: London in pence, Johannesburg in cents,
 *  Tel Aviv in agorot. */
const MINOR_UNITS: Readonly<Record<string, string>> = {
  GBp: 'p',
  GBX: 'p',
  ZAc: 'c',
  ZAC: 'c',
  ILA: ' agorot',
}
const ISO_CODE = /^[A-Z]{3}$/

type Sign = 'negative' | 'always'

/** An amount with its currency's sign; small ones keep four figures.
 *  @param currency  ISO 4217 or a minor unit such as GBp; left out where it is not known
 *  @param sign  'always' writes the plus too
 *  @param cents  'rounded' for sums in which they do not count
 *  @returns e.g. '$1,245.50', '€0.3812', '412.30p', 'CA$9.10'; without a currency '1,245.50' */
export function formatMoney(
  amount: number,
  currency: string | undefined,
  { sign = 'negative', cents = 'shown' }: { sign?: Sign; cents?: 'shown' | 'rounded' } = {},
): string {
  const unit = currency === undefined ? undefined : MINOR_UNITS[currency]
  const isIso = unit === undefined && currency !== undefined && ISO_CODE.test(currency)
  const text = numberFormat({
    ...(isIso ? { style: 'currency', currency } : {}),
    ...(cents === 'rounded' ? { maximumFractionDigits: 0 } : digitsOf(amount, isIso ? currency : undefined)),
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  }).format(amount)
  if (unit !== undefined) return `${text}${unit}`
  return isIso || currency === undefined ? text : `${text} ${currency}`
}

/** Two digits as a rule; none needed where the currency has no cents; four figures below 1, where two digits say little. */
function digitsOf(
  amount: number,
  currency: string | undefined,
): Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits'> {
  const size = Math.abs(amount)
  if (size > 0 && size < 1) {
    const digits = Math.min(12, 3 - Math.floor(Math.log10(size)))
    return { minimumFractionDigits: 2, maximumFractionDigits: digits }
  }
  return { minimumFractionDigits: hasCents(currency) ? 2 : 0, maximumFractionDigits: 2 }
}

function hasCents(currency: string | undefined): boolean {
  if (currency === undefined) return true
  return numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits !== 0
}
