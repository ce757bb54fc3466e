import type { EditionWeek } from './edition-week.ts'
import type { Fact } from './fact.ts'
import type { InsiderFiling, InsiderOwner } from './insider-filing.ts'

export type TradeSide = 'buy' | 'sale'

export type FilingLink = Pick<InsiderFiling, 'accession' | 'pageUrl' | 'filedOn'>

/** All that one owner, or owners who report together, bought or sold of one issuer: many lines, one finding. */
export interface InsiderFinding {
  readonly id: string
  readonly side: TradeSide
  readonly issuer: InsiderFiling['issuer']
  readonly owners: readonly InsiderOwner[]
  /** Every filing it is made of, oldest first. */
  readonly filings: readonly FilingLink[]
  /** Under a Rule 10b5-1 plan: all of it, some of it, none by the form's own word, or the form does not say. */
  readonly plan: 'all' | 'some' | 'none' | 'unknown'
  readonly isLate: boolean
  /** By the form's own figures the owner held none of it before. */
  readonly isNewPosition: boolean
  /** False where the day's close of at least one of its trades is not known to us. */
  readonly isPriceChecked: boolean
  readonly facts: {
    readonly value: Fact
    readonly shares: Fact
    readonly averagePrice: Fact
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
    readonly filedOn: Fact
    /** Business days from trade to filing, the longest of its trades. */
    readonly lag: Fact
    /** Bought against what was held before; undefined for a new position, a sale, or where the form does not tell. */
    readonly sizeAgainstHolding: Fact | undefined
  }
}

/** At least three owners, those who file together counted once, bought the same issuer within 30 days. */
export interface ClusterFinding {
  readonly id: string
  readonly issuer: InsiderFiling['issuer']
  readonly filings: readonly FilingLink[]
  readonly facts: {
    readonly buyers: Fact
    /** Distinct buyers less distinct sellers of the week. */
    readonly net: Fact
    readonly value: Fact
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
  }
}

/** Seen, not believed, and in no sum. */
export interface HeldBackTrade {
  readonly id: string
  readonly reason: 'suspect-price' | 'unverified-size' | 'impossible-date' | 'contradictory'
  readonly side: TradeSide
  readonly issuer: InsiderFiling['issuer']
  readonly owners: readonly InsiderOwner[]
  readonly filings: readonly FilingLink[]
  /** The price as typed; for a size that could not be verified, the value. */
  readonly claimed: Fact
  /** Where the price was held against a close. */
  readonly close: Fact | undefined
}

export interface InsiderSection {
  readonly week: EditionWeek
  /** The largest first. */
  readonly buys: readonly InsiderFinding[]
  readonly sales: readonly InsiderFinding[]
  /** The one with the most buyers first. */
  readonly clusters: readonly ClusterFinding[]
  /** Distinct buyers less distinct sellers, of each issuer named above. */
  readonly nets: readonly Fact[]
  readonly heldBack: readonly HeldBackTrade[]
  readonly totals: Readonly<
    Record<'buyValue' | 'saleValue' | 'buyFindings' | 'saleFindings' | 'buyIssuers' | 'saleIssuers', Fact>
  >
  readonly coverage: Readonly<Record<InsiderCoverageKind, Fact>>
  /** Why filings are unread, in fixed words, the commonest reason first. */
  readonly unreadReasons: readonly { readonly reason: string; readonly filings: Fact }[]
  /** Business days whose index could not be read. */
  readonly daysUnread: readonly Fact[]
  /** Every fact above, and nothing else, in a fixed order. */
  readonly facts: readonly Fact[]
}

export type InsiderCoverageKind =
  | 'listed'
  | 'read'
  | 'unread'
  | 'daysUnread'
  | 'lateFindings'
  | 'suspectPrices'
  | 'unverifiedSizes'
  | 'impossibleTrades'
  | 'unpricedLines'
  | 'uncheckedFindings'
  | 'correctionsApplied'
  | 'correctionsLeftOut'
  | 'repeatsLeftOut'
