import { z } from 'zod'

import { PRICE_RANGES } from './asset-address.ts'

export { DEFAULT_PRICE_RANGE, type PriceRange } from './asset-address.ts'

/** Distinguishes assets with the same ticker: BTC is a fund on /stocks and Bitcoin on /crypto. */
export const assetKindSchema = z.enum(['stock', 'crypto'])
export type AssetKind = z.infer<typeof assetKindSchema>

export const priceRangeSchema = z.enum(PRICE_RANGES)

/** What an asset is according to its source. A coin priced in another currency than the dollar is listed among stocks. */
export const assetTypeSchema = z.enum(['equity', 'etf', 'fund', 'index', 'currency', 'future', 'coin'])
export type AssetType = z.infer<typeof assetTypeSchema>

/** The source to credit: its name, and a page where a reader can check the data. */
export const sourceSchema = z.object({ name: z.string(), url: z.url() })
export type Source = z.infer<typeof sourceSchema>

/** Where data comes from and how old it is; added to the specified fields. */
export const metaSchema = z.object({
  /** With the answer's ticker, the asset's address: BTC-USD requested as a stock is answered as crypto BTC. */
  kind: assetKindSchema,
  source: sourceSchema,
  /** The time of the newest value, ISO 8601 with Z. */
  asOf: z.iso.datetime(),
  /** When it was fetched from the source. */
  retrievedAt: z.iso.datetime(),
  /** ISO 4217, or the source's own minor unit code such as GBp; missing where the source gives none, and for an index, which is
   *  counted in points. */
  currency: z.string().optional(),
  /** True if the source delays its quotes or the exchange is closed: the last price is not live. */
  delayed: z.boolean(),
  /** Whether the exchange is trading; missing if its hours are not known. */
  session: z.enum(['open', 'closed']).optional(),
  /** True if the source failed and an older answer is shown. */
  stale: z.boolean(),
  /** True for generated prices, which are never real. */
  sample: z.boolean(),
  /** Whether the figures may be passed on as a whole (CSV, other origins). */
  republishable: z.boolean(),
})
export type Meta = z.infer<typeof metaSchema>

/** A company's facts under the keys of the contract; those that no source has are missing. */
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

/** Sources and age of the facts in a profile. */
const profileMetaSchema = z.object({
  sources: z.array(sourceSchema).min(1),
  retrievedAt: z.iso.datetime(),
  /** True if the source failed and an older answer is shown. */
  stale: z.boolean(),
  /** Whether all these sources allow their facts to be passed on. */
  republishable: z.boolean(),
})

const spreadSchema = z.object({ low: z.number(), high: z.number() })

/** GET /api/stocks/:ticker. `dates` are the exchange's local days 'YYYY-MM-DD', oldest first, one price each;
 *  `prices` are closes adjusted for splits and dividends, in `meta.currency`. */
export const stockResponseSchema = z.object({
  ticker: z.string(),
  dates: z.array(z.iso.date()),
  prices: z.array(z.number()),
  info: infoSchema,
  meta: metaSchema.extend({
    range: priceRangeSchema,
    /** False if prices arrived but the profile's source failed, so that `info` is incomplete. */
    profileAvailable: z.boolean(),
    /** Sources of `info`; missing if profileAvailable is false. */
    profile: profileMetaSchema.optional(),
    type: assetTypeSchema.optional(),
    /** The asset of the other kind with the same ticker, if any: BTC the fund and BTC the coin. */
    counterpart: z.object({ kind: assetKindSchema, ticker: z.string(), name: z.string() }).optional(),
    /** Significant digits after the decimal point, if the source gives them: 4 for exchange rates. */
    priceDigits: z.int().min(0).max(12).optional(),
    /** Shares traded on each of `dates`, adjusted for splits; null where the source gives none. Missing if it gives none at all,
     *  and for ranges over five years, whose days could not be told apart. */
    volumes: z.array(z.number().min(0).nullable()).optional(),
    /** Dividends in the range, per share in `currency`, by ex-dividend date ('YYYY-MM-DD'). Missing if none is known, as are
     *  splits. */
    dividends: z.array(z.object({ date: z.iso.date(), amount: z.number().positive() })).optional(),
    /** Splits in the range, by the first day after the split; `factor` is 4 for 4:1, 0.1 for 1:10. */
    splits: z.array(z.object({ date: z.iso.date(), factor: z.number().positive() })).optional(),
    /** The newest price, the close before it, and the spreads it lies in, in `currency` and not adjusted for dividends; the same
     *  for every range. What the source does not give is missing. */
    latest: z
      .object({
        price: z.number(),
        day: z.iso.date(),
        /** Whether that was the exchange's current day at the time of the answer. */
        isToday: z.boolean(),
        previous: z.object({ close: z.number(), day: z.iso.date() }).optional(),
        dayRange: spreadSchema.optional(),
        /** Over 52 weeks. */
        yearRange: spreadSchema.optional(),
        /** Ranges left out because the source's range does not contain the price: one of the two is old or wrong. */
        outside: z.array(z.enum(['day', 'year'])).optional(),
      })
      .optional(),
    /** Final closes, not adjusted for dividends, for which another source was more than half a percent off. Missing if none is
     *  known: a second source is not asked just for this. */
    disagreement: z
      .object({
        source: sourceSchema,
        days: z.array(z.object({ date: z.iso.date(), close: z.number(), otherClose: z.number() })).min(1),
      })
      .optional(),
    /** Days whose close is at least ten times the previous one, or at most a tenth of it; shown as the source has them. */
    suspectDays: z.array(z.iso.date()),
    /** Days without a close here, since the source's is ten times off the closes around it, which are alike. Missing if there are
     *  none. */
    leftOutDays: z.array(z.iso.date()).optional(),
    /** The first day whose close is used: earlier ones are 50 times off, which no split explains. Missing if all are used. */
    cutAt: z.iso.date().optional(),
    /** False if this source's history is shorter than the requested range. */
    coversRange: z.boolean(),
  }),
})
export type StockResponse = z.infer<typeof stockResponseSchema>

/** GET /api/stocks/:ticker/day: the prices of the newest session, some minutes apart and as traded. `times` are ISO 8601 with Z,
 *  oldest first, one price each; both are empty if none are known, and `meta.lacking` says why. */
export const dayResponseSchema = z.object({
  ticker: z.string(),
  times: z.array(z.iso.datetime()),
  prices: z.array(z.number()),
  meta: metaSchema.extend({
    type: assetTypeSchema.optional(),
    priceDigits: z.int().min(0).max(12).optional(),
    /** The session of these prices; missing if there are none. */
    day: z
      .object({
        /** The exchange's local day. */
        date: z.iso.date(),
        /** Whether that was the exchange's current day at the time of the answer. */
        isToday: z.boolean(),
        /** What its clocks showed, such as EDT, and how far ahead of UTC they were. */
        zone: z.object({ name: z.string(), offsetMinutes: z.int() }),
        /** The close before it; missing if it is not known, and for coins, which trade at all hours. */
        previousClose: z.number().positive().optional(),
      })
      .optional(),
    /** Why there are no prices: the source gives none within the day for this symbol, or none of this session yet. */
    lacking: z.enum(['not-given', 'none-yet']).optional(),
    /** Traded in each step that ends at one of `times`; null where the source gives none. Missing if it gives none at all. */
    volumes: z.array(z.number().min(0).nullable()).optional(),
    /** Times whose price is at least ten times the one before, or at most a tenth of it; shown as the source has them. */
    suspectTimes: z.array(z.iso.datetime()),
    /** Times without a price here, since the source's is ten times off the prices around it. Missing if there are none. */
    leftOutTimes: z.array(z.iso.datetime()).optional(),
  }),
})
export type DayResponse = z.infer<typeof dayResponseSchema>

/** GET /api/stats/:ticker. `meta.currency` is that of the listing; for one in pence, sums (marketCap) are in whole pounds.
 *  Reported figures (totalRevenue, ebitda) are in `stats.financialCurrency`. Names are the source's own (trailingPE); the page
 *  prettifies them. */
export const statsResponseSchema = z.object({
  stats: z.record(z.string(), z.union([z.number(), z.string()])),
  meta: metaSchema,
})
export type StatsResponse = z.infer<typeof statsResponseSchema>

/** GET /api/related/:ticker. At most 8, highest change first. `change` is like '+1.2%'. */
export const relatedResponseSchema = z.object({
  related: z
    .array(
      z.object({
        ticker: z.string(),
        company_name: z.string(),
        price: z.number(),
        change: z.string().regex(/^[+-]\d+(\.\d+)?%$/),
        /** Added to the specified fields: the page that the card links to, and the currency of the price. */
        kind: assetKindSchema,
        currency: z.string().optional(),
      }),
    )
    .max(8),
  meta: metaSchema,
})
export type RelatedResponse = z.infer<typeof relatedResponseSchema>

/** A search result, or a suggestion for an unknown ticker. */
export const foundAssetSchema = z.object({
  ticker: z.string(),
  name: z.string(),
  /** The kind of page it links to. */
  kind: assetKindSchema,
  type: assetTypeSchema.optional(),
  exchange: z.string().optional(),
})
export type FoundAsset = z.infer<typeof foundAssetSchema>

/** A search text: part of a ticker or name, 1 to 60 characters after trimming. */
export const searchTextSchema = z
  .string()
  .regex(/^\s*\S([\s\S]{0,58}\S)?\s*$/u)
  .trim()

/** GET /api/search?q=. At most 8, best first. `sources` are those that answered. */
export const searchResponseSchema = z.object({
  results: z.array(foundAssetSchema).max(8),
  meta: z.object({
    sources: z.array(sourceSchema).min(1),
    retrievedAt: z.iso.datetime(),
    /** True if a source failed: an older answer is shown, or results may be missing. */
    stale: z.boolean(),
    sample: z.boolean(),
  }),
})
export type SearchResponse = z.infer<typeof searchResponseSchema>
