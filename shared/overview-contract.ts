import { z } from 'zod'

import { assetKindSchema, sourceSchema } from './market-contract.ts'
import { congressTradeSchema, insiderTradeSchema } from './trades-contract.ts'

const day = z.iso.date()

/** The newest cached price of an asset: up to 15 minutes old while its exchange trades, days old if nobody has asked. */
const quoteSchema = z.object({
  kind: assetKindSchema,
  ticker: z.string(),
  name: z.string(),
  price: z.number(),
  /** As in the answer for the asset itself; missing for an index, which is counted in points. */
  currency: z.string().optional(),
  priceDigits: z.int().min(0).max(12).optional(),
  /** Since the previous close; null if that is not known. */
  changeFraction: z.number().nullable(),
  /** The exchange's local day of the price. */
  day,
  source: sourceSchema,
  /** True if the price has expired: a newer one is being requested, and may be there in some seconds. */
  stale: z.boolean(),
  /** True for generated prices. */
  sample: z.boolean(),
})
export type Quote = z.infer<typeof quoteSchema>

/** GET /api/quotes: the cached quotes of the requested assets. */
export const quotesResponseSchema = z.object({ quotes: z.array(quoteSchema).max(20).readonly() })
export type QuotesResponse = z.infer<typeof quotesResponseSchema>

/** Filing days, both included. */
const windowSchema = z.object({ from: day, to: day })

const insiderTradeOfTickerSchema = insiderTradeSchema.extend({ ticker: z.string(), company: z.string() })
export type InsiderTradeOfTicker = z.infer<typeof insiderTradeOfTickerSchema>
const congressTradeOfTickerSchema = congressTradeSchema.extend({ ticker: z.string(), company: z.string() })
export type CongressTradeOfTicker = z.infer<typeof congressTradeOfTickerSchema>

/** The largest trades reported in the last seven days read. A part is null if nothing was read yet, or it cannot be read right
 *  now; that does not mean that nobody traded. */
const largestTradesSchema = z.object({
  insiders: windowSchema.extend({ trades: z.array(insiderTradeOfTickerSchema).max(5).readonly() }).nullable(),
  congress: windowSchema
    .extend({ trades: z.array(congressTradeOfTickerSchema).max(5).readonly() })
    .nullable(),
  /** What the law says about the use of reports to Congress; shown wherever such reports are. */
  notice: z.string(),
})
export type LargestTrades = z.infer<typeof largestTradesSchema>

/** GET /api/overview?kind=: what the search page shows before a search. */
export const overviewSchema = z.object({
  kind: assetKindSchema,
  /** Large indexes or coins, without those whose price did not arrive in time. */
  markets: z.array(quoteSchema).max(6).readonly(),
  /** Null for coins, which have no insiders. */
  trades: largestTradesSchema.nullable(),
  /** The assets looked up most here in the last seven days, most first, without counts or clients; null if that cannot be read
   *  right now. */
  lookedUp: z
    .array(z.object({ kind: assetKindSchema, ticker: z.string(), quote: quoteSchema.nullable() }))
    .max(6)
    .readonly()
    .nullable(),
})
export type Overview = z.infer<typeof overviewSchema>
