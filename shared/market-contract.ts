import { z } from 'zod'

import { PRICE_RANGES } from './price-ranges.ts'

export { DEFAULT_PRICE_RANGE, type PriceRange } from './price-ranges.ts'

/** Which asset a ticker means: BTC is a fund on /stocks and Bitcoin on /crypto. */
export const assetKindSchema = z.enum(['stock', 'crypto'])
export type AssetKind = z.infer<typeof assetKindSchema>

export const priceRangeSchema = z.enum(PRICE_RANGES)

/** Where a block of data comes from and how old it is; stands beside the specified fields. */
export const metaSchema = z.object({
  kind: assetKindSchema,
  source: z.object({ name: z.string(), url: z.url() }),
  /** When the newest value was true, ISO 8601 with Z. */
  asOf: z.iso.datetime(),
  /** When we got it from the source. */
  retrievedAt: z.iso.datetime(),
  /** ISO 4217, or the source's own minor unit code such as GBp; left out where the source gives none. */
  currency: z.string().optional(),
  /** True where the source delays its quotes or the exchange is closed: the last price is not a live one. */
  delayed: z.boolean(),
  /** True where the source failed and an older answer is shown. */
  stale: z.boolean(),
  /** True for generated prices: never real ones. */
  sample: z.boolean(),
  /** Whether the whole series may leave this site (CSV, other origins). */
  republishable: z.boolean(),
})
export type Meta = z.infer<typeof metaSchema>

/** A company's facts under the keys of the contract; a fact the sources do not have is left out. */
export const infoSchema = z.object({
  'Company Name': z.string(),
  About: z.string().optional(),
  Founded: z.string().optional(),
  Website: z.string().optional(),
  Headquarters: z.string().optional(),
  CEO: z.string().optional(),
  Employees: z.number().optional(),
  Ticker: z.string(),
  'Primary exchange': z.string().optional(),
})
export type Info = z.infer<typeof infoSchema>

/** GET /api/stocks/:ticker. `dates` are the exchange's local days 'YYYY-MM-DD', oldest first, one price each;
 *  `prices` are closes adjusted for splits and dividends, in `meta.currency`. */
export const stockResponseSchema = z.object({
  ticker: z.string(),
  dates: z.array(z.iso.date()),
  prices: z.array(z.number()),
  info: infoSchema,
  meta: metaSchema.extend({
    range: priceRangeSchema,
    /** False where prices came but the profile's source failed: the info is short for that reason alone. */
    profileAvailable: z.boolean(),
  }),
})
export type StockResponse = z.infer<typeof stockResponseSchema>

/** GET /api/stats/:ticker. Names are the source's own (trailingPE); the screen prettifies them. */
export const statsResponseSchema = z.object({
  stats: z.record(z.string(), z.union([z.number(), z.string()])),
  meta: metaSchema,
})
export type StatsResponse = z.infer<typeof statsResponseSchema>

/** GET /api/related/:ticker. At most 8, by change, the highest first. `change` is like '+1.2%'. */
export const relatedResponseSchema = z.object({
  related: z
    .array(
      z.object({
        ticker: z.string(),
        company_name: z.string(),
        price: z.number(),
        change: z.string().regex(/^[+-]\d+(\.\d+)?%$/),
        /** Beside the specified fields: which screen the card leads to, and what the price is in. */
        kind: assetKindSchema,
        currency: z.string().optional(),
      }),
    )
    .max(8),
  meta: metaSchema,
})
export type RelatedResponse = z.infer<typeof relatedResponseSchema>
