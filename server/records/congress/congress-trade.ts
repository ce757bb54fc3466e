import type { SourceFault } from '../../lib/errors.ts'
import type { Unread } from '../core/unread-reason.ts'
import type { TradeKind } from '../names/trade-kinds.ts'

export type Chamber = 'house' | 'senate'

/** Why a report is not read, or not whole. */
export type ReportUnreadCode = SourceFault | 'not-read' | 'rows'

/** read · in part: some rows are missing, with the reason · on paper: a scan, never guessed at · unread, with the reason. */
export type CongressReportStatus = 'read' | 'in part' | 'on paper' | 'unread'

/** One row of a periodic transaction report as its filer wrote it: texts are untrusted, nothing is repaired. */
export interface CongressTrade {
  readonly chamber: Chamber
  /** The chamber's own number of the report. */
  readonly reportId: string
  /** From 1, the report's own number of it. */
  readonly row: number
  /** The day on which it became public, 'YYYY-MM-DD'. */
  readonly filedOn: string
  /** The day on which its filer signed it, by the report itself. */
  readonly signedOn?: string | undefined
  /** The report for people, on the chamber's site. */
  readonly reportUrl: string
  /** As the chamber lists them. */
  readonly filer: string
  /** By the report itself, 'NC'; the Senate's do not say. */
  readonly filerState: string | undefined
  /** Undefined where the name fits nobody for certain: then party and committees are not known. */
  readonly member: CongressMember | undefined
  readonly owner: 'self' | 'SP' | 'DC' | 'JT'
  readonly asset: string
  /** Of the Senate: an option's type, strike and expiry, a bond's coupon. */
  readonly assetDetail: string | undefined
  /** As written; undefined where there is none. */
  readonly ticker: string | undefined
  /** The House's two letters ('ST'), the Senate's words ('Stock'). */
  readonly assetType: string | undefined
  /** By the box that is marked: purchase, sale, sale of a part, exchange. */
  readonly type: 'P' | 'S' | 'S (partial)' | 'E'
  /** By the row's own words: what is marked as a sale may be a gift. Read from what is kept whenever it is asked for. */
  readonly kind: TradeKind
  /** 'YYYY-MM-DD' */
  readonly tradedOn: string
  /** Of the House: when the member learned of it. */
  readonly notifiedOn: string | undefined
  /** US dollars, both included; no `high` for "Over $50,000,000". */
  readonly low: number
  readonly high: number | undefined
  /** amended: in place of an earlier row or report · deleted: the row was reported by mistake. Undefined where the report
   *  does not say. */
  readonly status: 'new' | 'amended' | 'deleted' | undefined
  /** The report, filed later within the days asked for, that has this row anew or takes it back. Undefined when there is
   *  none, or none that can be told for certain: an amended row of the House does not name the report of the first. */
  readonly replacedBy: string | undefined
  readonly description: string | undefined
  readonly comments: string | undefined
  /** What is odd about it: 'notified-before-traded', 'unknown-range', 'exact-amount', 'unknown-asset-type'. */
  /** Of the House: the account that holds it, in the filer's words: 'Doe Family Trust > Brokerage'. */
  readonly subholding?: string | undefined
  readonly doubts: readonly string[]
  /** ISO 8601 in UTC, when the report was read. */
  readonly retrievedAt: string
}

/** Who filed a report, as of the day on which it was filed. */
export interface CongressMember {
  readonly bioguideId: string
  readonly name: string
  /** As people say it, and the last name alone: 'Gilbert Cisneros' for 'Gilbert Ray Cisneros, Jr.'. */
  readonly commonName?: string | undefined
  readonly lastName?: string | undefined
  readonly party: string
  readonly state: string
  /** Of the House; 0 where a state has only one. */
  readonly district: number | undefined
  /** Of today: the list has no history. */
  readonly committees: readonly CommitteeSeat[]
}

/** A seat on a committee or, with `parent`, on a subcommittee. */
export interface CommitteeSeat {
  /** 'HSAG', of a subcommittee 'HSAG15'. */
  readonly id: string
  readonly name: string
  readonly parent?: string | undefined
  readonly title?: string | undefined
}

/** A term, or a part of it under one party. */
export interface MemberTerm {
  readonly chamber: Chamber
  /** 'YYYY-MM-DD' */
  readonly start: string
  readonly end: string
  readonly state: string
  readonly district?: number | undefined
  readonly party: string
}

/** What a chamber listed for some days, and what of it was read. */
export interface CongressCoverage {
  readonly chamber: Chamber
  readonly listed: number
  /** Wholly. */
  readonly read: number
  readonly onPaper: readonly { readonly reportId: string; readonly filer: string; readonly url: string }[]
  /** Not at all, or in part. */
  readonly unread: readonly (Unread<ReportUnreadCode> & {
    readonly reportId: string
    readonly filer: string
    readonly url: string
  })[]
  /** Filers who fit no member for certain, with the reason. */
  readonly unknownFilers: readonly {
    readonly reportId: string
    readonly filer: string
    readonly reason: string
  }[]
}
