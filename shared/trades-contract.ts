import { z } from 'zod'

import { sourceSchema } from './market-contract.ts'

const day = z.iso.date()
const count = z.int().min(0)

/** How far a register of public records has been read: without it, "no trades" could be a failure of ours.
 *  current: the newest run was complete · partial: a part could not be read · failing: nothing could be read · off: disabled by
 *  a setting · never: not read yet. */
export const recordCoverageSchema = z.object({
  source: sourceSchema,
  state: z.enum(['current', 'partial', 'failing', 'off', 'never']),
  /** The first filing day of our records; null if there are none. */
  since: day.nullable(),
  /** The last day read; null if nothing was. */
  readTo: day.nullable(),
  /** When that was. */
  readAt: z.iso.datetime().nullable(),
  /** Records in the window, of any company, that are listed but not read: on paper, or with a fault. */
  unread: count,
})
export type RecordCoverage = z.infer<typeof recordCoverageSchema>

/** Limit of trades in one part: enough for a year's trades in nearly every company. */
export const MOST_TRADES = 200

/** Which filing days to answer for: twelve months, or everything on record, at most ten years. */
export const tradesWindowSchema = z.enum(['year', 'all'])
export type TradesWindow = z.infer<typeof tradesWindowSchema>

/** Filing days, both included; null as long as nothing was read. */
const windowSchema = z.object({ from: day, to: day }).nullable()

/** As many as the SEC's form has room for. */
export const MOST_OWNERS_SHOWN = 10

/** The trades of one side in one security on a Form 4, its lines combined. */
export const insiderTradeSchema = z.object({
  /** Those who report it together, ten at most; `role` is empty if the form names none. */
  owners: z
    .array(z.object({ name: z.string(), role: z.string() }))
    .min(1)
    .max(MOST_OWNERS_SHOWN),
  /** How many more report it with them; left out if nobody does. */
  moreOwners: z.int().positive().optional(),
  side: z.enum(['buy', 'sale']),
  /** According to the form's footnotes: in an offering of the company's shares, in a private placement, a sale only to cover
   *  taxes, or with a note that we do not understand, so that it may not be a trade at all. Null: on the open market or in private; the
   *  form does not say which. */
  via: z.enum(['offering', 'placement', 'taxes', 'unread note']).nullable(),
  /** How the shares are held, by the form: by the owners, through others such as a trust, a fund or a spouse, or both. */
  ownership: z.enum(['direct', 'indirect', 'partly indirect']),
  /** According to the form's notes, a manager or broker decided on it, or on part of it, without asking the owner. */
  isUnasked: z.boolean(),
  security: z.string(),
  shares: z.number().positive(),
  /** US dollars per share, averaged over its lines; with an unread note perhaps in another currency. */
  averagePrice: z.number().positive(),
  /** US dollars; with an unread note perhaps in another currency. */
  value: z.number().positive(),
  /** The first and the last day of trading. */
  tradedFrom: day,
  tradedTo: day,
  /** When it was first reported. */
  filedOn: day,
  /** When the correction shown here was filed. */
  correctedOn: day.nullable(),
  /** Business days from the trade to its first report; the longest among its late lines, or among all if none is late. */
  lagBusinessDays: count,
  isLate: z.boolean(),
  /** A value over a hundred million dollars, as filed, whose prices no known close confirms: an error would weigh most here. */
  isVeryLarge: z.boolean(),
  /** The close of that day, or the last one before it, if the price as filed is over five times that close or under a fifth of
   *  it, which is more often a slip than a price. Null if the price is closer, or if no close of that day is known. */
  farFromClose: z.object({ close: z.number().positive(), day, source: sourceSchema }).nullable(),
  /** Whether it was made under a Rule 10b5-1 plan: all, some, none according to the form, or not stated. */
  plan: z.enum(['all', 'some', 'none', 'unknown']),
  /** The filing at the SEC. */
  url: z.url(),
})
export type InsiderTrade = z.infer<typeof insiderTradeSchema>

/** A row of a report by a member of Congress. */
export const congressTradeSchema = z.object({
  /** According to the list of members, else as the chamber lists the filer. */
  member: z.string(),
  /** Null if the name matches nobody for certain. */
  party: z.string().nullable(),
  state: z.string().nullable(),
  chamber: z.enum(['house', 'senate']),
  /** Whose account it was. */
  owner: z.enum(['self', 'spouse', 'joint', 'dependent child']),
  /** According to the row's text: the report has boxes only for purchase, sale and exchange, and marks gifts, reinvested
   *  dividends and redemptions as one of them. 'other': an inheritance, a spin-off, a transfer and the like;
   *  'unread note': a purchase or a sale by its box, with a note that we do not understand. */
  type: z.enum([
    'purchase',
    'sale',
    'partial sale',
    'exchange',
    'gift',
    'reinvestment',
    'redemption',
    'other',
    'unread note',
  ]),
  asset: z.string(),
  /** False for options, bonds and other assets of the company that are not shares. */
  isShares: z.boolean(),
  /** Whether its name begins differently from that of the company that the SEC lists under the ticker: then no sum counts it. */
  isOtherCompany: z.boolean(),
  /** According to the report, in an account managed by others. */
  isManaged: z.boolean(),
  /** According to the name of the account, held by a trust. */
  isTrust: z.boolean(),
  /** What else the account is named for; null if for nothing else. */
  entity: z.enum(['firm', 'foundation']).nullable(),
  /** US dollars, both ends included; no upper end for "over $50,000,000". */
  low: z.number().min(0),
  high: z.number().nullable(),
  tradedOn: day,
  /** When the report became public. */
  filedOn: day,
  isCorrection: z.boolean(),
  /** Calendar days from the trade to the day on which its first report was signed, or became public where it names no such day; null
   *  if the report's dates contradict each other. */
  lagDays: count.nullable(),
  /** Calendar days from the trade until its first report became public; null if `lagDays` is. */
  publicDays: count.nullable(),
  /** By `lagDays`. False if it became public after more than a year: then it is more likely an old trade, or the year is wrong. */
  isLate: z.boolean(),
  /** The report on the chamber's site. */
  url: z.url(),
})
export type CongressTradeEntry = z.infer<typeof congressTradeSchema>

/** Newest reports first, at most MOST_TRADES of `total`. */
export const insiderTradesSchema = z.object({
  window: windowSchema,
  trades: z.array(insiderTradeSchema).max(MOST_TRADES),
  total: count,
  /** Totals over all of `total`: people by name, sums in US dollars. */
  sums: z.object({
    buyers: count,
    bought: z.number().min(0),
    sellers: count,
    sold: z.number().min(0),
    /** The part of `sold` under Rule 10b5-1 plans. */
    soldByPlan: z.number().min(0),
    /** Trades in neither sum: in an offering or a placement, only to cover taxes, with an unread note, very large, or priced far
     *  from the close. */
    apart: count,
  }),
  /** Not contained in any trade above. */
  leftOut: z.object({
    /** Lines that contradict themselves or the day of their filing. */
    doubtful: count,
    /** Lines without a price in dollars. */
    unpriced: count,
    /** Lines whose title is not known as that of shares, such as notes and warrants, and those that a footnote calls a gift, reinvested dividends or a purchase under an
     *  employees' plan. */
    noTrades: count,
    /** Corrections whose original cannot be identified, or is older than what was read. */
    corrections: count,
    /** Lines of this company's filings that name another of its tickers, or the class of another one. */
    otherTickers: count,
    /** Filings under this ticker about another company than the one that the SEC lists under it. */
    otherCompanies: count,
  }),
  /** Business days between the first and the last one read for which the index of filings is missing. */
  daysUnread: count,
  coverage: recordCoverageSchema,
})
export type InsiderTrades = z.infer<typeof insiderTradesSchema>

/** Newest reports first, at most MOST_TRADES of `total`. */
export const congressTradesSchema = z.object({
  window: windowSchema,
  trades: z.array(congressTradeSchema).max(MOST_TRADES),
  total: count,
  /** Totals over those of `total` that are not of another company: members by name who bought or sold,
   *  or did both. */
  sums: z.object({
    trades: count,
    members: count,
    buyers: count,
    sellers: count,
    late: count,
    /** Trades for which it is not known whether they were reported in time: the dates contradict each other or lie more than a year
     *  apart, or there is a note that we do not understand. */
    unknownLag: count,
  }),
  leftOut: z.object({
    /** Rows dated after their own report. */
    doubtful: count,
    /** Corrections whose original cannot be identified, or is older than what was read. */
    corrections: count,
    /** Rows of reports that have the same rows as an earlier one by the same member, neither marked as a correction. */
    repeats: count,
    /** Trades in a cryptocurrency that has this ticker too. */
    coins: count,
  }),
  /** The House, then the Senate. */
  coverage: z.array(recordCoverageSchema.extend({ chamber: z.enum(['house', 'senate']) })).length(2),
})
export type CongressTrades = z.infer<typeof congressTradesSchema>

/** GET /api/trades/:ticker. A part is null if our records of it could not be read right now; that does not mean that nobody
 *  traded. A ticker that no record names has parts without trades. */
export const tradesResponseSchema = z.object({
  ticker: z.string(),
  insiders: insiderTradesSchema.nullable(),
  congress: congressTradesSchema.nullable(),
  meta: z.object({
    /** What the law says about the use of reports to Congress; shown wherever such reports are. */
    notice: z.string(),
  }),
})
export type TradesResponse = z.infer<typeof tradesResponseSchema>
