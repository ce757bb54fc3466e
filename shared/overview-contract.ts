import { z } from 'zod'

import { assetKindSchema, sourceSchema } from './market-contract.ts'
import { congressTradeSchema, insiderTradeSchema } from './trades-contract.ts'

const day = z.iso.date()

/** The newest kept price of an asset: up to a quarter of an hour old while its exchange trades, older where nobody has asked. */
const quoteSchema = z.object({
  kind: assetKindSchema,
  ticker: z.string(),
  name: z.string(),
  price: z.number(),
  /** As in the price's own answer; left out for what is counted in points. */
  currency: z.string().optional(),
  priceDigits: z.int().min(0).max(12).optional(),
  /** Since the close before; null where that is not known. */
  changeFraction: z.number().nullable(),
  /** The exchange's local day of the price. */
  day,
  source: sourceSchema,
  /** Made-up prices. */
  sample: z.boolean(),
})
export type Quote = z.infer<typeof quoteSchema>

/** GET /api/quotes: of those asked for whatever is kept. */
export const quotesResponseSchema = z.object({ quotes: z.array(quoteSchema).max(20).readonly() })
export type QuotesResponse = z.infer<typeof quotesResponseSchema>

/** Days of filing, both included. */
const windowSchema = z.object({ from: day, to: day })

const insiderTradeOfTickerSchema = insiderTradeSchema.extend({ ticker: z.string(), company: z.string() })
export type InsiderTradeOfTicker = z.infer<typeof insiderTradeOfTickerSchema>
const congressTradeOfTickerSchema = congressTradeSchema.extend({ ticker: z.string(), company: z.string() })
export type CongressTradeOfTicker = z.infer<typeof congressTradeOfTickerSchema>

/** The largest trades that were reported in the last seven days read. A part is null where nothing was read yet, or cannot be
 *  read just now: it is not that nobody traded. */
const largestTradesSchema = z.object({
  insiders: windowSchema.extend({ trades: z.array(insiderTradeOfTickerSchema).max(5).readonly() }).nullable(),
  congress: windowSchema
    .extend({ trades: z.array(congressTradeOfTickerSchema).max(5).readonly() })
    .nullable(),
  /** What the law says of the use of the reports of Congress; stands wherever they do. */
  notice: z.string(),
})
export type LargestTrades = z.infer<typeof largestTradesSchema>

/** GET /api/overview?kind=: what the page of the search shows before any. */
export const overviewSchema = z.object({
  kind: assetKindSchema,
  /** The large indexes, or coins; those that nobody could tell of in time are left out. */
  markets: z.array(quoteSchema).max(6).readonly(),
  /** Null for coins, which have no insiders. */
  trades: largestTradesSchema.nullable(),
  /** What was looked up here most in the last seven days, the most first; without how often, and without by which clients. */
  lookedUp: z
    .array(z.object({ kind: assetKindSchema, ticker: z.string(), quote: quoteSchema.nullable() }))
    .max(6)
    .readonly(),
})
export type Overview = z.infer<typeof overviewSchema>
