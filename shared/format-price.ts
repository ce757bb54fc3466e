import { utcDay } from './dates.ts'
import { formatMoney, moneyDigits } from './format-money.ts'
import type { StockResponse } from './market-contract.ts'

/** How the prices of an asset are formatted: all alike, whatever their size, except that those below 1 have four figures. */
export interface PriceStyle {
  /** A currency as in formatMoney, or 'points'; undefined if not known. */
  unit: string | undefined
  /** After the decimal point. */
  digits: number
}

/** Exchange rates move by ten-thousandths. */
const RATE_DIGITS = 4

/** Returns the same style for every range of an asset, since it depends on the last price. */
export function priceStyleOf({
  prices,
  meta,
}: Pick<StockResponse, 'prices'> & {
  meta: Pick<StockResponse['meta'], 'currency' | 'type' | 'priceDigits'>
}): PriceStyle {
  const { type, priceDigits } = meta
  const unit = meta.currency ?? (type === 'index' ? 'points' : undefined)
  if (type === 'currency') return { unit, digits: priceDigits ?? RATE_DIGITS }
  const last = prices.at(-1) ?? 0
  // An asset that costs less than 1 now may have cost hundreds; those older prices need only cents.
  const digits = last < 1 ? 2 : (priceDigits ?? 2)
  return { unit, digits: digits > 2 ? digits : Math.min(digits, moneyDigits(last, unit)) }
}

/** @returns e.g. '$245.50', '$1.1234', '412.30p', '6,602.99 points' */
export function formatPrice(price: number, { unit, digits }: PriceStyle): string {
  return formatMoney(price, unit, { digits })
}

/** Formats a change with its sign, with as many digits as the price it belongs to, unless it would be 0.
 *  @param price  after the change
 *  @returns e.g. '+$0.47' */
export function formatPriceChange(change: number, price: number, { unit, digits }: PriceStyle): string {
  return formatMoney(change, unit, { digits, like: price, sign: 'always' })
}

/** Whether an asset is a coin. Not every source gives the type, and not every coin has the kind: see assetTypeSchema. */
export const isCoin = ({ kind, type }: Pick<StockResponse['meta'], 'kind' | 'type'>): boolean =>
  kind === 'crypto' || type === 'coin'

/** Whether the newest price of a series is a close. It is not while trading on its day goes on, as it always does for coins.
 *  Without known hours, only a day before that of the answer is certainly over. */
export function endsInClose({
  dates,
  meta,
}: Pick<StockResponse, 'dates'> & {
  meta: Pick<StockResponse['meta'], 'kind' | 'type' | 'session' | 'retrievedAt'>
}): boolean {
  if (isCoin(meta) || meta.session === 'open') return false
  if (meta.session === 'closed') return true
  const lastDay = dates.at(-1)
  return lastDay !== undefined && lastDay < utcDay(meta.retrievedAt)
}
