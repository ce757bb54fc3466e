import type { Fact } from '../facts/fact.ts'
import type { InsiderFiling, InsiderOwner } from '../../records/insiders/insider-filing.ts'
import type { HeldBackReason, Ownership, TradeSide } from '../../records/insiders/judge-trades.ts'
import type { SaleReason, TradeVia } from '../../records/insiders/footnotes.ts'
import type { InsiderCoverageKind } from './describe-coverage.ts'
import type { describeTotals } from './describe-totals.ts'

export type FilingLink = Pick<InsiderFiling, 'accession' | 'pageUrl' | 'filedOn'>

export type PartOfTrades = 'all' | 'some' | 'none'

/** Everything one owner, or owners who report together, bought or sold of one issuer: many lines, one finding. */
export interface InsiderFinding {
  readonly id: string
  readonly side: TradeSide
  /** Set if the form's footnotes say the trade was with the company or its banks, or for taxes alone; undefined if it was on
   *  the open market or in private. */
  readonly via: TradeVia | undefined
  /** Why it was sold, if the form's footnotes give a reason for all or some of its lines. */
  readonly reason: { readonly code: SaleReason; readonly isOfAll: boolean } | undefined
  /** Some of it ran on a plan, and the footnotes give no reason we recognize for any of the other lines. */
  readonly isRestWithoutReason: boolean
  readonly issuer: InsiderFiling['issuer']
  readonly owners: readonly InsiderOwner[]
  /** Every filing it is made of, oldest first. */
  readonly filings: readonly FilingLink[]
  /** How much ran on a Rule 10b5-1 plan: all, some, none if the form says so, or unknown if the form does not say. */
  readonly plan: 'all' | 'some' | 'none' | 'unknown'
  /** How much a manager or broker traded without asking the owner, according to the forms' notes. */
  readonly isUnasked: PartOfTrades
  /** How much is in preferred shares, whose prices cannot be checked against the closes of the common shares. */
  readonly isPreferred: PartOfTrades
  /** One of its trades was reported late. */
  readonly isLate: boolean
  /** One of its trades was reported late, and another on time. */
  readonly isPartlyLate: boolean
  /** The form's own figures show that the owner held none before. */
  readonly isNewPosition: boolean
  readonly ownership: Ownership
  /** What the indirect lines are held through, if the form's words leave no doubt and all agree. */
  readonly heldThrough: 'trust' | 'spouse' | 'children' | 'fund' | 'fund or company' | undefined
  /** For a purchase: one of its forms converts other holdings into shares (code C) on the day of one of its lines, as when an
   *  IPO closes. It is then uncertain whether the purchase was made on the open market. */
  readonly isBesideConversion: boolean
  /** As far as the forms show, all on one day at one price: several lines from an offering may be several offerings. */
  readonly isOneDeal: boolean
  /** For how many of its trades we know the day's close. */
  readonly priceCheck: 'all' | 'some' | 'none'
  /** Reported so late that it is not news this week. */
  readonly isOld: boolean
  /** Reported so late that the form may have the year wrong. */
  readonly isMaybeSlip: boolean
  /** Its lines, only days apart, differ in price by more than any market moves, so the lowest and the highest price are
   *  told. */
  readonly areFarApart: boolean
  readonly facts: {
    readonly value: Fact
    readonly shares: Fact
    /** Undefined if the trades are more than a year apart, since the shares may have split in between. */
    readonly averagePrice: Fact | undefined
    /** The lowest and highest price, told in place of the average or when prices are far apart. */
    readonly lowestPrice: Fact | undefined
    readonly highestPrice: Fact | undefined
    /** The price range of the trades, if a price is an average and its note names both ends. */
    readonly rangeLow: Fact | undefined
    readonly rangeHigh: Fact | undefined
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
    readonly filedOn: Fact
    /** Business days from trade to filing, for the trade with the longest gap; of those reported late if some were, unless the
     *  day may be a slip. */
    readonly lag: Fact
    /** What was bought relative to what the one holding it went to held before; undefined for a new position, a sale,
     *  several holdings, or if the form does not tell. */
    readonly sizeAgainstHolding: Fact | undefined
    /** Whole months before a purchase in which none of its owners bought the stock; undefined if our records are too short to
     *  mean anything. */
    readonly monthsWithoutPurchase: Fact | undefined
    /** Whole months before in which the owner reported no trade on this side, if every report from that time was read. */
    readonly monthsWithout: Fact | undefined
    /** The largest week of the twelve months before, if this one is larger. */
    readonly mostBefore: Fact | undefined
    /** Weeks of the twelve months before with such trades, and their sum, if there are several. */
    readonly weeksBefore: Fact | undefined
    readonly sumBefore: Fact | undefined
    /** The value of the lines under a Rule 10b5-1 plan; undefined if that is all or none of it. */
    readonly planValue: Fact | undefined
    /** The day its plan was set up, if all of it ran on one plan and the form names that day. */
    readonly planAdoptedOn: Fact | undefined
    /** The value of the lines held indirectly; undefined if that is all or none of it. */
    readonly indirectValue: Fact | undefined
    /** What was sold relative to what the one holding it came from held before; undefined for a purchase, several holdings,
     *  a form that reports other changes to the holding, or if the form does not tell. */
    readonly partOfHolding: Fact | undefined
  }
}

/** At least three owners, those who file together counted once, bought the same issuer within 30 days, offerings and
 *  placements left out. */
export interface ClusterFinding {
  readonly id: string
  readonly issuer: InsiderFiling['issuer']
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

/** What the same owners traded of one issuer that was read but is not believed, so it is in no sum. */
export interface HeldBackTrade {
  readonly id: string
  readonly reason: HeldBackReason
  readonly side: TradeSide
  readonly issuer: InsiderFiling['issuer']
  readonly owners: readonly InsiderOwner[]
  readonly filings: readonly FilingLink[]
  /** The dollars of all its lines, as typed. */
  readonly value: Fact
  /** The price as typed, if it is one line that is left out for its own sake. */
  readonly price: Fact | undefined
  /** Set if that price was compared with a close. */
  readonly close: Fact | undefined
}

export interface InsiderSection {
  /** Whether everything was read: the list of each day, and each filing listed. If less than half was read, sums say
   *  nothing. */
  readonly completeness: 'whole' | 'part' | 'below half'
  /** Checked and recent findings first, the largest of these first. */
  readonly buys: readonly InsiderFinding[]
  readonly sales: readonly InsiderFinding[]
  /** The findings of both sides that rank below those, only for the tables. */
  readonly others: readonly InsiderFinding[]
  /** Every finding of both sides that is in a sum or was sold for taxes alone, listed or not. */
  readonly counted: readonly InsiderFinding[]
  /** The cluster with the most buyers first. */
  readonly clusters: readonly ClusterFinding[]
  readonly heldBack: readonly HeldBackTrade[]
  readonly totals: Readonly<ReturnType<typeof describeTotals>>
  /** Median business days from trade to report over all forms, for each of which its median line counts; undefined if no line is
   *  counted. */
  readonly usualLag: Fact | undefined
  readonly coverage: Readonly<Record<InsiderCoverageKind, Fact>>
  /** Why filings are unread, in fixed words, the commonest reason first. */
  readonly unreadReasons: readonly { readonly reason: string; readonly filings: Fact }[]
  /** The business days whose index could not be read. */
  readonly daysUnread: readonly Fact[]
  /** Every fact above, and nothing else, in a fixed order; those of `counted` only if listed. */
  readonly facts: readonly Fact[]
}
