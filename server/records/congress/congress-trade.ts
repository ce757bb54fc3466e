import type { SourceFault } from '../../lib/errors.ts'
import type { Unread } from '../core/unread-reason.ts'
import type { TradeKind } from '../names/trade-kinds.ts'

export type Chamber = 'house' | 'senate'

/** Why a report was not read completely. */
export type ReportUnreadCode = SourceFault | 'not-read' | 'rows'

/** read · in part: some rows are missing, with a reason · on paper: a scan, never guessed at · unread, with a reason. */
export type CongressReportStatus = 'read' | 'in part' | 'on paper' | 'unread'

/** One row of a periodic transaction report as filed: text is untrusted, nothing is corrected. */
export interface CongressTrade {
  readonly chamber: Chamber
  /** The chamber's own report number. */
  readonly reportId: string
  /** The report's own row number, from 1. */
  readonly row: number
  /** The day the report became public, 'YYYY-MM-DD'. */
  readonly filedOn: string
  /** The day the filer signed the report, as stated in it. */
  readonly signedOn?: string | undefined
  /** The report's page for people, on the chamber's site. */
  readonly reportUrl: string
  /** The filer's name as the chamber lists it. */
  readonly filer: string
  /** As stated in the report: 'NC'. Senate reports do not give it. */
  readonly filerState: string | undefined
  /** Undefined if the name does not match exactly one member; party and committees are unknown then. */
  readonly member: CongressMember | undefined
  readonly owner: 'self' | 'SP' | 'DC' | 'JT'
  readonly asset: string
  /** Senate only: an option's type, strike and expiry, or a bond's coupon. */
  readonly assetDetail: string | undefined
  /** As written; undefined if there is none. */
  readonly ticker: string | undefined
  /** Two letters for the House ('ST'), words for the Senate ('Stock'). */
  readonly assetType: string | undefined
  /** The marked box: purchase, sale, partial sale, exchange. */
  readonly type: 'P' | 'S' | 'S (partial)' | 'E'
  /** What the row says in words: a row marked as a sale may be a gift. Derived from the stored row on each read. */
  readonly kind: TradeKind
  /** 'YYYY-MM-DD' */
  readonly tradedOn: string
  /** House only: when the member learned of the trade. */
  readonly notifiedOn: string | undefined
  /** US dollars, both ends inclusive; no `high` for "Over $50,000,000". */
  readonly low: number
  readonly high: number | undefined
  /** amended: replaces an earlier row or report, by its mark or since its report repeats another for the most part · deleted: the row was reported by mistake. Undefined if the report does not
   *  say. */
  readonly status: 'new' | 'amended' | 'deleted' | undefined
  /** The later report, filed within the requested days, that amends or deletes this row. Undefined if there is none, or it
   *  cannot be identified for certain: an amended row of the House does not name the original report. */
  readonly replacedBy: string | undefined
  /** The earlier report that has this row, too, word for word, and that this row's report repeats for the most part, neither being
   *  marked as a correction. */
  readonly repeats: string | undefined
  readonly description: string | undefined
  readonly comments: string | undefined
  /** House only: the account that holds the asset, in the filer's words: 'Doe Family Trust > Brokerage'. */
  readonly subholding?: string | undefined
  /** When the report was fetched, ISO 8601 in UTC. */
  readonly retrievedAt: string
}

/** The filer of a report, as of the filing day. */
export interface CongressMember {
  readonly bioguideId: string
  readonly name: string
  /** The everyday name, 'Gilbert Cisneros' for 'Gilbert Ray Cisneros, Jr.', and the last name alone. */
  readonly commonName?: string | undefined
  readonly lastName?: string | undefined
  readonly party: string
  readonly state: string
  /** Current committees: the list has no history. */
  readonly committees: readonly CommitteeSeat[]
}

/** A seat on a committee or, with `parent`, on a subcommittee. */
export interface CommitteeSeat {
  /** 'HSAG', or 'HSAG15' for a subcommittee. */
  readonly id: string
  readonly name: string
  readonly parent?: string | undefined
}

/** A term, or the part of a term under one party. */
export interface MemberTerm {
  readonly chamber: Chamber
  /** 'YYYY-MM-DD' */
  readonly start: string
  readonly end: string
  readonly state: string
  readonly district?: number | undefined
  readonly party: string
}

/** What a chamber listed for a range of days, and how much was read. */
export interface CongressCoverage {
  readonly chamber: Chamber
  readonly listed: number
  /** Reports read completely. */
  readonly read: number
  readonly readReports: readonly { readonly reportId: string; readonly url: string }[]
  readonly onPaper: readonly { readonly reportId: string; readonly filer: string; readonly url: string }[]
  /** Reports read in part or not at all. */
  readonly unread: readonly (Unread<ReportUnreadCode> & {
    readonly reportId: string
    readonly filer: string
    readonly url: string
  })[]
  /** Filers who do not match exactly one member, with the reason. */
  readonly unknownFilers: readonly {
    readonly reportId: string
    readonly filer: string
    readonly reason: string
  }[]
}
