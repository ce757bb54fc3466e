/** Every range of a price history, the shortest first. Apart from the contract, which needs zod: this goes into the browser. */
export const PRICE_RANGES = ['1M', '6M', '1Y', '5Y', 'MAX'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]
/** Those for which the whole history is looked up, which may be a century of days. */
export const LONG_RANGES: ReadonlySet<string> = new Set<PriceRange>(['5Y', 'MAX'])
export const DEFAULT_PRICE_RANGE: PriceRange = '1Y'
