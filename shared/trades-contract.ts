import { z } from 'zod'

import { sourceSchema } from './market-contract.ts'

const day = z.iso.date()
const count = z.int().min(0)

/** How far a register of public records is read: without it, "no trades" could be a failure of ours.
 *  current: its newest reading was complete · partial: a part of it could not be read · failing: nothing of it · off: it is
 *  left out by a setting · never: nobody has read it yet. */
export const recordCoverageSchema = z.object({
  source: sourceSchema,
  state: z.enum(['current', 'partial', 'failing', 'off', 'never']),
  /** The first day of filing of which records are kept; null where none are. */
  since: day.nullable(),
  /** The day up to which was read; null where nothing was. */
  readTo: day.nullable(),
  /** When that was. */
  readAt: z.iso.datetime().nullable(),
  /** Records of the window that are listed and not read, of whatever company: on paper, or with a fault. */
  unread: count,
})
export type RecordCoverage = z.infer<typeof recordCoverageSchema>

/** So many trades of one company a part holds: all of a year's, of nearly every company. */
export const MOST_TRADES = 200

/** Days of filing, both included; null while nothing was read. */
const windowSchema = z.object({ from: day, to: day }).nullable()

/** What a Form 4 says of one side of the trades in one security, its lines together. */
export const insiderTradeSchema = z.object({
  /** All who report it together; `role` is empty where the form names none. */
  owners: z.array(z.object({ name: z.string(), role: z.string() })).min(1),
  side: z.enum(['buy', 'sale']),
  /** By the form's own footnote: in an offering of the company's shares, in a private placement, or a sale to cover taxes alone;
   *  null: on the open market or in private, the form does not say which. */
  via: z.enum(['offering', 'placement', 'taxes']).nullable(),
  security: z.string(),
  shares: z.number().positive(),
  /** US dollars a share, the average where there are several lines. */
  averagePrice: z.number().positive(),
  /** US dollars. */
  value: z.number().positive(),
  /** The first and the last day of trading. */
  tradedFrom: day,
  tradedTo: day,
  /** When it was first reported. */
  filedOn: day,
  /** When the correction that stands here was filed. */
  correctedOn: day.nullable(),
  /** Business days from the trade to its first report, the longest of its lines. */
  lagBusinessDays: count,
  isLate: z.boolean(),
  /** As filed, over a billion dollars. No price here is checked against a closing price; of these a wrong figure would
   *  weigh the most. */
  isVeryLarge: z.boolean(),
  /** Under a Rule 10b5-1 plan: all of it, some of it, none by the form's own word, or the form does not say. */
  plan: z.enum(['all', 'some', 'none', 'unknown']),
  /** The filing at the SEC. */
  url: z.url(),
})
export type InsiderTrade = z.infer<typeof insiderTradeSchema>

/** One row of a report of a member of Congress. */
export const congressTradeSchema = z.object({
  /** By the list of members, or as the chamber lists who filed. */
  member: z.string(),
  /** Null where the name fits nobody for certain. */
  party: z.string().nullable(),
  state: z.string().nullable(),
  chamber: z.enum(['house', 'senate']),
  /** Whose account. */
  owner: z.enum(['self', 'spouse', 'joint', 'dependent child']),
  /** By the row's own words: the report has boxes for a purchase, a sale and an exchange alone, and marks gifts,
   *  reinvested dividends and redemptions as one of them. 'other': an inheritance, a spin-off, a transfer and the like. */
  type: z.enum([
    'purchase',
    'sale',
    'partial sale',
    'exchange',
    'gift',
    'reinvestment',
    'redemption',
    'other',
  ]),
  asset: z.string(),
  /** False for options, bonds and whatever else of the company is no share. */
  isShares: z.boolean(),
  /** By the report's own words, in an account that others manage. */
  isManaged: z.boolean(),
  /** US dollars, both ends included; no upper end for "over $50,000,000". */
  low: z.number().min(0),
  high: z.number().nullable(),
  tradedOn: day,
  /** When the report became public. */
  filedOn: day,
  isCorrection: z.boolean(),
  /** Calendar days from the trade to its first report; null where the report's days contradict each other. */
  lagDays: count.nullable(),
  isLate: z.boolean(),
  /** The report on the chamber's site. */
  url: z.url(),
})
export type CongressTradeEntry = z.infer<typeof congressTradeSchema>

/** The newest reports first, at most MOST_TRADES of `total`. */
export const insiderTradesSchema = z.object({
  window: windowSchema,
  trades: z.array(insiderTradeSchema).max(MOST_TRADES),
  total: count,
  /** What all of `total` come to: people by name, sums in US dollars. */
  sums: z.object({
    buyers: count,
    bought: z.number().min(0),
    sellers: count,
    sold: z.number().min(0),
    /** The part of `sold` under Rule 10b5-1 plans. */
    soldByPlan: z.number().min(0),
    /** Trades in none of these: in an offering or a placement, only to cover taxes, or very large. */
    apart: count,
  }),
  /** In no trade above. */
  leftOut: z.object({
    /** Lines that contradict themselves or their own filing's day. */
    doubtful: count,
    /** Lines without a price. */
    unpriced: count,
    /** Lines that the filing's own footnote calls a gift, dividends reinvested or a purchase under an employees' plan. */
    noTrades: count,
    /** Corrections whose original cannot be told, or is older than what was read. */
    corrections: count,
  }),
  /** Business days between the first and the last one read whose index of filings is missing. */
  daysUnread: count,
  coverage: recordCoverageSchema,
})
export type InsiderTrades = z.infer<typeof insiderTradesSchema>

/** The newest reports first, at most MOST_TRADES of `total`. */
export const congressTradesSchema = z.object({
  window: windowSchema,
  trades: z.array(congressTradeSchema).max(MOST_TRADES),
  total: count,
  /** What all of `total` come to: members by name; a member may have bought and sold. */
  sums: z.object({
    members: count,
    buyers: count,
    sellers: count,
    late: count,
    /** Trades of which nobody can tell whether they were reported in time. */
    unknownLag: count,
  }),
  leftOut: z.object({
    /** Rows dated after their own report. */
    doubtful: count,
    /** Corrections whose original cannot be told, or is older than what was read. */
    corrections: count,
  }),
  /** The House, then the Senate. */
  coverage: z.array(recordCoverageSchema.extend({ chamber: z.enum(['house', 'senate']) })).length(2),
})
export type CongressTrades = z.infer<typeof congressTradesSchema>

/** GET /api/trades/:ticker. A part is null where our records of it could not be read just now: it is not that nobody
 *  traded. A ticker that no record names has parts without trades. */
export const tradesResponseSchema = z.object({
  ticker: z.string(),
  insiders: insiderTradesSchema.nullable(),
  congress: congressTradesSchema.nullable(),
  meta: z.object({
    /** What the law says of the use of the reports of Congress; stands wherever they do. */
    notice: z.string(),
  }),
})
export type TradesResponse = z.infer<typeof tradesResponseSchema>
