import type { SourceFault } from '../../lib/errors.ts'
import type { InsiderVia, SaleReason } from './footnotes.ts'
import type { Unread } from '../core/unread-reason.ts'

/** Why a filing or a daily index was not read. */
export type FilingUnreadCode = SourceFault | 'not-read'

/** One Form 4 or 4/A as filed: text is untrusted, figures may be wrong, nothing is corrected. */
export interface InsiderFiling {
  /** '0001127602-25-001055'; one per filing, however many parties it is listed under. */
  readonly accession: string
  readonly form: '4' | '4/A'
  /** The day of the daily index that lists it, 'YYYY-MM-DD'. */
  readonly filedOn: string
  /** The filing's page for people, on www.sec.gov. */
  readonly pageUrl: string
  /** The full submission that was read, on www.sec.gov. */
  readonly recordUrl: string
  /** ISO 8601 in UTC. */
  readonly retrievedAt: string
  readonly issuer: {
    readonly cik: string
    readonly name: string
    /** Upper-case; undefined if the form says NONE, N/A or nothing. */
    readonly ticker: string | undefined
  }
  /** At least one; several owners on one filing report the same trades together. */
  readonly owners: readonly InsiderOwner[]
  readonly periodOfReport: string | undefined
  /** 4/A only: the day on which the amended report was filed. */
  readonly originalFiledOn: string | undefined
  /** 4/A only: its remarks or footnotes say that what it amends is withdrawn. */
  readonly withdraws: boolean
  /** 4/A only, without trades of shares: its remarks or footnotes could not all be read, or it lists a trade as one of derivatives.
   *  The line that it amends may not be a trade. */
  readonly isUnclear?: boolean
  readonly transactions: readonly InsiderTransaction[]
  /** Lines that report a holding, not a transaction. */
  readonly holdings: readonly InsiderHolding[]
}

export interface InsiderOwner {
  readonly cik: string
  readonly name: string
  readonly isDirector: boolean
  readonly isOfficer: boolean
  readonly isTenPercentOwner: boolean
  /** Undefined if the form says "See Remarks" or nothing. */
  readonly officerTitle: string | undefined
  /** According to the form, the owner has left this role and reports what remains to be reported. */
  readonly hasLeft?: boolean
  /** Neither director nor officer by this form, but a person according to another form or the names next to it. Not stored, but
   *  derived on each read. */
  readonly isPerson?: boolean
}

/** One line of a form's table. */
export interface InsiderTransaction {
  /** Position in its table, from 1. */
  readonly line: number
  readonly security: string
  /** 'YYYY-MM-DD' */
  readonly tradedOn: string
  readonly deemedExecutedOn: string | undefined
  /** One letter: P purchase, S sale, A grant, M exercise, F withheld for taxes, G gift, ... */
  readonly code: string
  readonly direction: 'acquired' | 'disposed' | undefined
  /** Undefined if the form gives a value in dollars instead. */
  readonly shares: number | undefined
  /** US dollars a share as typed; undefined if only a footnote gives it. */
  readonly price: number | undefined
  /** Holding of the line's security after the trade; undefined if the form gives a value in dollars instead. */
  readonly ownedAfter: number | undefined
  readonly ownership: 'direct' | 'indirect' | undefined
  readonly ownershipNature: string | undefined
  /** Rule 10b5-1: true by the form's box, a footnote of this line or the remarks; false by the box alone; undefined if the
   *  form does not say. */
  readonly isPlanned: boolean | undefined
  /** Code P or S: by the line's footnotes a manager or broker made the trade without asking its owner. */
  readonly isUnasked: boolean
  /** By the footnotes more is held than `ownedAfter`, or it counts the shares after a split. */
  readonly isMoreHeld: boolean
  /** According to the form, the law did not require a report of it yet, however long ago it was. */
  readonly isNotDue?: boolean
  /** How many of these shares one American Depositary Share stands for, by the form's notes: the company's close is that of
   *  the latter, and the price may be too. */
  readonly sharesPerDepositary?: number
  /** Code P or S, from the line's footnotes: how the shares changed hands, if not by an ordinary trade. */
  readonly via: InsiderVia | undefined
  /** Code S, from the same footnotes: why they were sold. */
  readonly reason: SaleReason | undefined
  /** Planned trades only: the day on which the plan was adopted, 'YYYY-MM-DD'. */
  readonly planAdoptedOn: string | undefined
  /** Average prices only: the lowest and highest price behind it, US dollars a share. */
  readonly priceRange: readonly [low: number, high: number] | undefined
}

export interface InsiderHolding {
  readonly security: string
  readonly owned: number | undefined
  readonly ownership: 'direct' | 'indirect' | undefined
  readonly ownershipNature: string | undefined
}

/** What was listed and what was read: every listed filing is either read or unread with a reason. A line of an index that cannot be
 *  read counts as an unread filing, with the index as its page. */
export interface InsiderCoverage {
  /** Days whose index was read, 'YYYY-MM-DD'. */
  readonly daysRead: readonly string[]
  /** Business days without a readable index, each with the reason. */
  readonly daysUnread: readonly (Unread<FilingUnreadCode> & { readonly day: string })[]
  /** Forms 4 and 4/A, each once. */
  readonly listed: number
  readonly read: number
  readonly unread: readonly (Unread<FilingUnreadCode> & {
    /** Undefined for a line of an index that cannot be read. */
    readonly accession?: string
    readonly pageUrl: string
  })[]
}

export interface InsiderCollection {
  readonly filings: readonly InsiderFiling[]
  readonly coverage: InsiderCoverage
  /** When the collection ended, ISO 8601 in UTC. */
  readonly retrievedAt: string
}

/** Purchases before a week: enough to tell who bought for the first time in a while. */
export interface PurchaseHistory {
  /** 'YYYY-MM-DD': the filings of every business day from then to the week are stored. */
  readonly unbrokenSince: string
  /** 'ISSUER_CIK/OWNER_CIK' of everyone who reported a purchase in that time. */
  readonly buyers: ReadonlySet<string>
}
