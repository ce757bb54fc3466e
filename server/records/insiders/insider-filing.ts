import type { SourceFault } from '../../lib/errors.ts'
import type { InsiderVia } from '../names/trade-kinds.ts'
import type { SaleReason } from './footnotes.ts'
import type { Unread } from '../core/unread-reason.ts'

/** Why a filing, or a day's index, is not read. */
export type FilingUnreadCode = SourceFault | 'not-read'

/** One Form 4 or 4/A as its filer wrote it: texts are untrusted, figures may be wrong, nothing is repaired. */
export interface InsiderFiling {
  /** '0001127602-25-001055'; a filing has one, however many parties list it. */
  readonly accession: string
  readonly form: '4' | '4/A'
  /** The day of the daily index that lists it, 'YYYY-MM-DD'. */
  readonly filedOn: string
  /** The page of the filing for people, on www.sec.gov. */
  readonly pageUrl: string
  /** The record that was read, on www.sec.gov. */
  readonly recordUrl: string
  /** ISO 8601 in UTC. */
  readonly retrievedAt: string
  readonly issuer: {
    readonly cik: string
    readonly name: string
    /** Upper-case; undefined where the form says NONE, N/A or nothing. */
    readonly ticker: string | undefined
  }
  /** At least one; several owners on one filing report the same trades together. */
  readonly owners: readonly InsiderOwner[]
  readonly periodOfReport: string | undefined
  /** Of a 4/A: the day on which the report that it amends was filed. */
  readonly originalFiledOn: string | undefined
  readonly transactions: readonly InsiderTransaction[]
  /** Lines that report a holding and no trade. */
  readonly holdings: readonly InsiderHolding[]
  /** Lines of the derivative table: options, swaps; counted, never summed. */
  readonly derivativeTransactionCount: number
}

export interface InsiderOwner {
  readonly cik: string
  readonly name: string
  readonly isDirector: boolean
  readonly isOfficer: boolean
  readonly isTenPercentOwner: boolean
  /** Undefined where the form says "See Remarks" or nothing. */
  readonly officerTitle: string | undefined
}

/** One line of a form's table. */
export interface InsiderTransaction {
  /** Its place in the form, from 1. */
  readonly line: number
  readonly security: string
  /** 'YYYY-MM-DD' */
  readonly tradedOn: string
  readonly deemedExecutedOn: string | undefined
  /** One letter: P bought, S sold, A granted, M exercised, F kept for tax, G given, ... */
  readonly code: string
  readonly direction: 'acquired' | 'disposed' | undefined
  /** Undefined where the form gives a value in dollars instead. */
  readonly shares: number | undefined
  /** US dollars a share as typed; undefined where it is only in a footnote. */
  readonly price: number | undefined
  /** Of the line's security, after the trade; undefined where the form gives a value in dollars instead. */
  readonly ownedAfter: number | undefined
  readonly ownership: 'direct' | 'indirect' | undefined
  readonly ownershipNature: string | undefined
  /** Rule 10b5-1: true by the form's box, a footnote of this line or the remarks; false by the box alone; undefined:
   *  the form does not say. */
  readonly isPlanned: boolean | undefined
  /** By the footnotes of a line with code P or S: how the shares came or went, where it was not simply a trade. */
  readonly via: InsiderVia | undefined
  /** By the same footnotes, of a line with code S: why it was sold. */
  readonly reason: SaleReason | undefined
  /** Of a planned one: the day on which its plan was set up, 'YYYY-MM-DD'. */
  readonly planAdoptedOn: string | undefined
  /** Of a price that is an average: the lowest and the highest price, US dollars a share. */
  readonly priceRange: readonly [low: number, high: number] | undefined
}

export interface InsiderHolding {
  readonly security: string
  readonly owned: number | undefined
  readonly ownership: 'direct' | 'indirect' | undefined
  readonly ownershipNature: string | undefined
}

/** What was looked for and what was read: every filing listed is either read or unread with a reason. */
export interface InsiderCoverage {
  /** Days whose index was read, 'YYYY-MM-DD'. */
  readonly daysRead: readonly string[]
  /** Business days without a readable index, each with the reason. */
  readonly daysUnread: readonly (Unread<FilingUnreadCode> & { readonly day: string })[]
  /** Forms 4 and 4/A, each once. */
  readonly listed: number
  readonly read: number
  readonly unread: readonly (Unread<FilingUnreadCode> & {
    readonly accession: string
    readonly pageUrl: string
  })[]
  /** Forms 3, 3/A, 5 and 5/A seen and left out: they report no trade of the week. */
  readonly otherOwnershipForms: number
}

export interface InsiderCollection {
  readonly filings: readonly InsiderFiling[]
  readonly coverage: InsiderCoverage
  /** When the collection ended, ISO 8601 in UTC. */
  readonly retrievedAt: string
}

/** What is kept of the time before a week: enough to say that somebody bought for the first time in a while. */
export interface PurchaseHistory {
  /** 'YYYY-MM-DD': of every business day from then to the week, the filings are kept. */
  readonly unbrokenSince: string
  /** 'ISSUER_CIK/OWNER_CIK' of each who reported a purchase in that time. */
  readonly buyers: ReadonlySet<string>
}
