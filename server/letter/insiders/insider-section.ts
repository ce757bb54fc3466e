import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact } from '../facts/fact.ts'
import type { InsiderFiling, InsiderOwner } from '../../records/insiders/insider-filing.ts'
import type { HeldBackReason, TradeSide } from '../../records/insiders/judge-trades.ts'
import type { SaleReason, TradeVia } from '../../records/insiders/footnotes.ts'
import type { InsiderCoverageKind } from './describe-coverage.ts'
import type { describeTotals } from './describe-totals.ts'

export type FilingLink = Pick<InsiderFiling, 'accession' | 'pageUrl' | 'filedOn'>

/** How the shares are held by the form: each line by the owner, each indirectly (a trust, a fund, a spouse), or both. */
export type Ownership = 'direct' | 'indirect' | 'partly indirect'

export type PartOfTrades = 'all' | 'some' | 'none'

/** All that one owner, or owners who report together, bought or sold of one issuer: many lines, one finding. */
export interface InsiderFinding {
  readonly id: string
  readonly side: TradeSide
  /** From the company or its banks, or to them, or sold for taxes alone, by the form's footnotes; undefined: on the open market
   *  or in private. */
  readonly via: TradeVia | undefined
  /** Why it was sold, by the form's footnotes, where they say it of all its lines or of a part of them. */
  readonly reason: { readonly code: SaleReason; readonly isOfAll: boolean } | undefined
  /** Some of it ran on a plan, and for no line of the rest do the footnotes give a reason that we know. */
  readonly isRestWithoutReason: boolean
  readonly issuer: InsiderFiling['issuer']
  readonly owners: readonly InsiderOwner[]
  /** Every filing it is made of, oldest first. */
  readonly filings: readonly FilingLink[]
  /** Under a Rule 10b5-1 plan: all of it, some of it, none by the form's own word, or the form does not say. */
  readonly plan: 'all' | 'some' | 'none' | 'unknown'
  /** By the forms' notes, made by a manager or broker without asking its owner. */
  readonly isUnasked: PartOfTrades
  /** Of preferred shares, whose prices no close of the common ones confirms. */
  readonly isPreferred: PartOfTrades
  /** One of its trades was reported late. */
  readonly isLate: boolean
  /** It is late, and another of its trades was reported in time. */
  readonly isPartlyLate: boolean
  /** By the form's own figures the owner held none of it before. */
  readonly isNewPosition: boolean
  readonly ownership: Ownership
  /** Through what the indirect lines are held, where the form's words leave no doubt and all agree. */
  readonly heldThrough: 'trust' | 'spouse' | 'children' | 'fund' | 'fund or company' | undefined
  /** Of a purchase: a form of it turns other holdings into shares on the day of one of its lines (code C), as at the closing
   *  of a first offering. Whether it was made on the open market is then not certain. */
  readonly isBesideConversion: boolean
  /** On one day at one price, as far as the forms tell: several of an offering need not be one offering. */
  readonly isOneDeal: boolean
  /** Of how many of its trades the day's close is known to us. */
  readonly priceCheck: 'all' | 'some' | 'none'
  /** So late a report that it is no news of the week. */
  readonly isOld: boolean
  /** So late that the report may have the year wrong. */
  readonly isMaybeSlip: boolean
  /** Its lines have prices within days that no market has: told with the lowest and the highest. */
  readonly areFarApart: boolean
  readonly facts: {
    readonly value: Fact
    readonly shares: Fact
    /** Undefined where the trades lie more than a year apart: shares of then and of now may be split. */
    readonly averagePrice: Fact | undefined
    /** In its place, or where they lie far apart: the lowest and the highest price. */
    readonly lowestPrice: Fact | undefined
    readonly highestPrice: Fact | undefined
    /** Between which prices the trades were made, where a price is an average and its note names both. */
    readonly rangeLow: Fact | undefined
    readonly rangeHigh: Fact | undefined
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
    readonly filedOn: Fact
    /** Business days from trade to filing, the longest of its trades. */
    readonly lag: Fact
    /** Bought against what was held before in the one holding that it went to; undefined for a new position, a sale,
     *  several holdings, or where the form does not tell. */
    readonly sizeAgainstHolding: Fact | undefined
    /** Whole months before a purchase in which none of its owners bought of it; undefined where less is kept than would
     *  say something. */
    readonly monthsWithoutPurchase: Fact | undefined
    /** Whole months before in which the owner reported no trade of this side, with all reports of that time read. */
    readonly monthsWithout: Fact | undefined
    /** The most before in a week of twelve months, where this is more. */
    readonly mostBefore: Fact | undefined
    /** Weeks of the twelve months before with such trades, and their sum, where there are several. */
    readonly weeksBefore: Fact | undefined
    readonly sumBefore: Fact | undefined
    /** What of the value stands on lines under a Rule 10b5-1 plan; undefined where all or none of it does. */
    readonly planValue: Fact | undefined
    /** The day on which its plan was set up, where all of it ran on one and the form names that day. */
    readonly planAdoptedOn: Fact | undefined
    /** What of the value stands on lines held indirectly; undefined where all or none of it does. */
    readonly indirectValue: Fact | undefined
    /** Sold against what was held before in the one holding that it came from; undefined for a purchase, several holdings,
     *  a form that reports other changes of the holding, or where it does not tell. */
    readonly partOfHolding: Fact | undefined
  }
}

/** At least three owners, those who file together counted once, bought the same issuer within 30 days, offerings and
 *  placements left out. */
export interface ClusterFinding {
  readonly id: string
  readonly issuer: InsiderFiling['issuer']
  readonly filings: readonly FilingLink[]
  readonly ownership: Ownership
  readonly priceCheck: InsiderFinding['priceCheck']
  readonly isOld: boolean
  readonly facts: {
    readonly buyers: Fact
    readonly value: Fact
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
  }
}

/** Seen, not believed, and in no sum. */
export interface HeldBackTrade {
  readonly id: string
  readonly reason: HeldBackReason
  readonly side: TradeSide
  readonly issuer: InsiderFiling['issuer']
  readonly owners: readonly InsiderOwner[]
  readonly filings: readonly FilingLink[]
  /** The price as typed; for a size that could not be verified, or no price of which was, the value. */
  readonly claimed: Fact
  /** Where the price was held against a close. */
  readonly close: Fact | undefined
}

export interface InsiderSection {
  readonly week: EditionWeek
  /** Whether all of it was read: every day's list, and every filing listed. Below half of it sums say nothing. */
  readonly completeness: 'whole' | 'part' | 'below half'
  /** Those that are checked and recent first, of these the largest first. */
  readonly buys: readonly InsiderFinding[]
  readonly sales: readonly InsiderFinding[]
  /** Of both sides, behind those: for the tables alone. */
  readonly others: readonly InsiderFinding[]
  /** The one with the most buyers first. */
  readonly clusters: readonly ClusterFinding[]
  readonly heldBack: readonly HeldBackTrade[]
  readonly totals: Readonly<ReturnType<typeof describeTotals>>
  /** Business days from trade to report, the middle one of all counted lines; undefined where there is none. */
  readonly usualLag: Fact | undefined
  readonly coverage: Readonly<Record<InsiderCoverageKind, Fact>>
  /** Why filings are unread, in fixed words, the commonest reason first. */
  readonly unreadReasons: readonly { readonly reason: string; readonly filings: Fact }[]
  /** Business days whose index could not be read. */
  readonly daysUnread: readonly Fact[]
  /** Every fact above, and nothing else, in a fixed order. */
  readonly facts: readonly Fact[]
}
