import type { Chamber, CongressCoverage, CongressTrade } from '../../records/congress/congress-trade.ts'
import type { AccountEntity } from '../../records/congress/present-asset.ts'
import type { CongressHistory } from '../../records/congress/member-histories.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact } from '../facts/fact.ts'
import type { TradeKind } from '../../records/names/trade-kinds.ts'
import type { CongressCoverageKind } from './describe-coverage.ts'

export type { CongressCoverageKind }

/** The part of the newest run of a chamber's source that the section uses. */
export interface CongressRun {
  /** 'house' or 'senate'; runs of other sources are ignored. */
  readonly source: string
  readonly outcome: 'complete' | 'partial' | 'failed' | 'off' | 'unfinished'
  /** ISO 8601 in UTC. */
  readonly startedAt: string
}

/** The input of the analysis. */
export interface CongressInput {
  /** The week's trades, and those of earlier weeks if available, which are left out of all sums. */
  readonly trades: readonly CongressTrade[]
  /** Of the week. */
  readonly coverage: readonly CongressCoverage[]
  /** Left out if both chambers were asked and answered. */
  readonly runs?: readonly CongressRun[]
  /** When the newest of the week's records was retrieved, ISO 8601 in UTC: the same however often they are read again. If
   *  left out, the time when the newest run started is used. */
  readonly retrievedAt?: string | undefined
  /** What the week's filers reported earlier, as far as it is stored completely. */
  readonly history?: CongressHistory | undefined
}

export type CongressSide = 'buy' | 'sale'

/** Who filed a report. */
export interface CongressFiler {
  readonly chamber: Chamber
  /** The member's name if known, otherwise as listed by the chamber, on one line. */
  readonly name: string
  /** The name in its common form, and the last name alone; each is the full name if it is not known. */
  readonly commonName: string
  readonly lastName: string
  /** 'Democrat'; undefined unless the filer is certainly a known member. */
  readonly party: string | undefined
  /** 'CA': the member's state, otherwise as the report says. */
  readonly state: string | undefined
}

export interface ReportLink {
  readonly reportId: string
  /** A page about the report alone. */
  readonly url: string
  readonly filedOn: string
}

/** What the report itself says about a row, in our words. */
export type ReportNote =
  | 'gift'
  | 'capital call'
  | 'reinvested'
  | 'redemption'
  | 'short sale'
  | 'option exercise'

/** The asset belongs to a field that a committee of the filer works on. A heuristic: no proof of access or intent. */
export interface CommitteeOverlap {
  /** Its name in today's list. */
  readonly committee: string
  /** 'banking' */
  readonly field: string
}

/** Everything that one filer, including the accounts of spouse and children, bought or sold of one asset in the week's
 *  reports. */
export interface CongressFinding {
  readonly id: string
  readonly side: CongressSide
  readonly filer: CongressFiler
  /** In a fixed order. */
  readonly accounts: readonly CongressTrade['owner'][]
  /** Oldest first. */
  readonly reports: readonly ReportLink[]
  /** Every row is marked as a partial sale. */
  readonly isPartial: boolean
  /** A row was reported after the day on which the law asks for it. */
  readonly isLate: boolean
  /** It is late, but another row was reported in time. */
  readonly isPartlyLate: boolean
  /** So late that the report may be an old one or have a wrong year; left out of all sums. */
  readonly isMaybeSlip: boolean
  /** Whether every row, some or none is held by a trust, in an account named for a firm or a foundation, or in an account
   *  that others manage, as the report itself says. */
  readonly inTrust: PartOfRows
  readonly inEntity: Readonly<Record<AccountEntity, PartOfRows>>
  readonly isManaged: PartOfRows
  /** USD; used for ranking, never printed. */
  readonly midpoint: number
  /** The asset's short name: 'Apple' for 'Apple Inc. (AAPL)'. */
  readonly shortName: string
  /** Shares themselves, rather than options on them, a company's debt or anything else. */
  readonly isShares: boolean
  /** True of every row. */
  readonly notes: readonly ReportNote[]
  /** True of only some rows. */
  readonly notesOfSome: readonly ReportNote[]
  /** The report's own type of the asset in words; undefined if that adds nothing. */
  readonly assetType: string | undefined
  readonly overlap: CommitteeOverlap | undefined
  readonly facts: {
    /** Both ends in USD; text such as 'more than $50,000,000' if the report names no upper end; one number if it names one
     *  exact sum. */
    readonly amount: Fact
    readonly asset: Fact
    readonly rows: Fact
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
    readonly filedOn: Fact
    /** Calendar days from trade to report (the day of signing, or of filing if that is unknown) for the slowest of its
     *  rows, of the late ones if there are any; undefined if a report's dates contradict each other. */
    readonly lag: Fact | undefined
    /** Calendar days until the report became public, for the slowest of all its rows; undefined if `lag` is. */
    readonly publicLag: Fact | undefined
    /** Whole months before the week in which the filer traded none of the asset, with all reports of that time read. */
    readonly monthsWithout: Fact | undefined
    /** The largest range on this side of any one asset in an earlier week, if it is below this one. */
    readonly mostBefore: Fact | undefined
  }
}

export type PartOfRows = 'all' | 'some' | 'none'

/** Listed like a purchase or sale, but neither according to the report itself: rows of one filer and one asset. */
export interface NoTradeFinding extends Pick<
  CongressFinding,
  | 'id'
  | 'filer'
  | 'accounts'
  | 'reports'
  | 'inTrust'
  | 'inEntity'
  | 'isManaged'
  | 'isMaybeSlip'
  | 'midpoint'
  | 'shortName'
> {
  readonly kind: Exclude<TradeKind, 'purchase' | 'sale'>
  /** The box that is marked on the form. */
  readonly markedAs: CongressSide | 'exchange'
  /** Who received a gift, if the report's note says so in one of a few known words. */
  readonly to: string | undefined
  readonly facts: Pick<CongressFinding['facts'], 'amount' | 'asset' | 'firstTradedOn' | 'lastTradedOn'> & {
    /** The number of shares, if there is only one row and its note names one. */
    readonly shares: Fact | undefined
  }
}

/** The trades that count: without possible slips and old trades. */
export interface CountedTrades {
  readonly filers: Fact
  readonly buySum: Fact | undefined
  readonly saleSum: Fact | undefined
}

/** At least three filers traded the same shares in the same direction within 30 days: a count, not a claim that they acted
 *  together. Accounts that others manage are left out. */
export interface HerdFinding {
  readonly id: string
  readonly side: CongressSide
  readonly shortName: string
  /** USD; used for ranking, never printed. */
  readonly midpoint: number
  readonly otherMidpoint: number
  /** False if others traded the same ticker under another name, which may or may not be the same share. */
  readonly isOtherSideKnown: boolean
  /** Whether some of them report only trades of a spouse or a child. */
  readonly isPartlyFamily: boolean
  readonly areOthersPartlyFamily: boolean
  readonly facts: {
    readonly members: Fact
    readonly asset: Fact
    readonly sum: Fact
    /** Filers on the other side in all of the week's reports, and their ranges; undefined if there are none, or if it is not
     *  known who they are. */
    readonly otherMembers: Fact | undefined
    readonly otherSum: Fact | undefined
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
  }
}

/** The filers who bought and those who sold, with the sums of their ranges. A filer who did both counts on both sides. */
export interface SidesOfTrades {
  readonly buyers: Fact
  readonly sellers: Fact
  /** Undefined if nobody was on that side. */
  readonly bought: Fact | undefined
  readonly sold: Fact | undefined
}

/** off: by a setting · failed: its newest run gave nothing · partial: its list was not read completely · read. */
export type ChamberState = 'off' | 'failed' | 'partial' | 'read'

export interface ChamberCoverage {
  readonly chamber: Chamber
  readonly state: ChamberState
  readonly listed: Fact
  readonly read: Fact
  readonly onPaper: Fact
  readonly unread: Fact
  readonly unknownFilers: Fact
  readonly paperReports: CongressCoverage['onPaper']
  readonly unreadReports: readonly { readonly filer: string; readonly url: string; readonly reason: string }[]
  /** Names as listed, from reports that were read. */
  readonly unknownNames: readonly string[]
}

/** Rows of one report that date a trade after the day on which the report became public; left out of all sums. */
export interface HeldBackReport extends ReportLink {
  readonly filer: string
}

/** Rows of one report that are neither a purchase nor a sale according to the report itself; left out of all sums. */
export interface NotTradedReport extends ReportLink {
  readonly filer: string
  readonly kind: Exclude<TradeKind, 'purchase' | 'sale'>
}

export interface CongressSection {
  readonly week: EditionWeek
  /** The order in which they are told; see rank-findings.ts. */
  readonly findings: readonly CongressFinding[]
  /** The remaining findings, which only the tables have. */
  readonly others: readonly CongressFinding[]
  /** Largest number of filers first. */
  readonly herds: readonly HerdFinding[]
  /** Largest first. */
  readonly noTrades: readonly NoTradeFinding[]
  readonly counted: CountedTrades & {
    /** The chamber and the party, if all filers have the same. */
    readonly chamber: Chamber | undefined
    readonly party: string | undefined
    /** The filers, if they are few; empty if they are more. */
    readonly people: readonly CongressFiler[]
    /** By party, the most filers first; leaves out filers who match no known member. */
    readonly parties: readonly (CountedTrades & { readonly party: string })[]
    /** Rows that may be slips, or are about old trades. */
    readonly slipRows: Fact
    /** Rows in accounts that others manage, among those that count. */
    readonly managedRows: Fact
    readonly rows: Fact
  }
  /** The counted finding that took longest to become public, and whether no other took as long; undefined if none has known
   *  days. */
  readonly slowest: { readonly finding: CongressFinding; readonly isAlone: boolean } | undefined
  /** The number of days that the law allows. */
  readonly limit: Fact
  /** Some row of the week gives an exact sum in place of a range. */
  readonly hasExactSum: boolean
  /** Shares that several filers traded; largest number of filers first. */
  readonly tickers: readonly SidesOfTrades[]
  readonly heldBack: readonly HeldBackReport[]
  /** Oldest first; each report once for each kind. */
  readonly notTraded: readonly NotTradedReport[]
  readonly coverage: Readonly<Record<CongressCoverageKind, Fact>>
  /** The House, then the Senate. */
  readonly chambers: readonly ChamberCoverage[]
  /** Every fact above, and nothing else, in a fixed order. */
  readonly facts: readonly Fact[]
}
