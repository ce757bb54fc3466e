import type { Chamber, CongressCoverage, CongressTrade } from '../../records/congress/congress-trade.ts'
import type { CongressHistory } from '../../records/congress/member-histories.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact } from '../facts/fact.ts'
import type { TradeKind } from '../../records/names/trade-kinds.ts'

/** The newest run of a chamber's source, as far as the section tells of it. */
export interface CongressRun {
  /** 'house' or 'senate'; runs of other sources are passed over. */
  readonly source: string
  readonly outcome: 'complete' | 'partial' | 'failed' | 'off' | 'unfinished'
  /** ISO 8601 in UTC. */
  readonly startedAt: string
}

/** What the section is made of. */
export interface CongressInput {
  /** Of the week, and of earlier weeks where they are at hand: those are in no sum. */
  readonly trades: readonly CongressTrade[]
  /** Of the week. */
  readonly coverage: readonly CongressCoverage[]
  /** Left out: both chambers were asked and answered. */
  readonly runs?: readonly CongressRun[]
  /** When the newest of the week's records was retrieved, ISO 8601 in UTC: the same however often they are read again.
   *  Left out: when the newest run started. */
  readonly retrievedAt?: string | undefined
  /** What the members of the week reported before it, as far as it is kept whole. */
  readonly history?: CongressHistory | undefined
}

export type CongressSide = 'buy' | 'sale'

/** Who filed a report. */
export interface CongressFiler {
  readonly chamber: Chamber
  /** Of the member where one is known, else as the chamber lists it, on one line. */
  readonly name: string
  /** As people say it, and the last name alone; the name itself where that is not known. */
  readonly commonName: string
  readonly lastName: string
  /** 'Democrat'; undefined where the filer fits no member for certain. */
  readonly party: string | undefined
  /** 'CA': of the member, else as the report says. */
  readonly state: string | undefined
}

export interface ReportLink {
  readonly reportId: string
  /** The report's own page. */
  readonly url: string
  readonly filedOn: string
}

/** What a report's own words say of a row, in words of ours. */
export type ReportNote = 'gift' | 'capital call' | 'reinvested' | 'redemption' | 'option exercise'

/** An asset of a field that a committee of the filer works on. A heuristic: no proof of access or intent. */
export interface CommitteeOverlap {
  /** As the list of today names it. */
  readonly committee: string
  /** 'banking' */
  readonly field: string
  /** How the field is known. */
  readonly ground: 'a word of its name' | 'its type in the report'
}

/** All that one filer, with the accounts of spouse and children, bought or sold of one asset in the week's reports. */
export interface CongressFinding {
  readonly id: string
  readonly side: CongressSide
  readonly filer: CongressFiler
  /** In a fixed order. */
  readonly accounts: readonly CongressTrade['owner'][]
  /** Oldest first. */
  readonly reports: readonly ReportLink[]
  /** Every row of it is marked as the sale of a part. */
  readonly isPartial: boolean
  /** A row was reported more than 45 days after its trade. */
  readonly isLate: boolean
  /** It is late, and another row of it was reported in time. */
  readonly isPartlyLate: boolean
  readonly isInHerd: boolean
  /** So late that the report may have the year wrong, or is one of long ago: in no counted sum. */
  readonly isMaybeSlip: boolean
  /** Held by a trust, and in an account that others manage, by the report's own words: every row, some, none. */
  readonly inTrust: PartOfRows
  readonly isManaged: PartOfRows
  /** USD; ranks, and is never printed. */
  readonly midpoint: number
  /** Of the asset: 'Apple' for 'Apple Inc. (AAPL)'. */
  readonly shortName: string
  /** Of every row of it. */
  readonly notes: readonly ReportNote[]
  /** Of some of its rows alone. */
  readonly notesOfSome: readonly ReportNote[]
  /** What the report's own type of the asset means, in words; undefined where that tells nothing new. */
  readonly assetType: string | undefined
  readonly overlap: CommitteeOverlap | undefined
  readonly facts: {
    /** Both ends in USD; text such as 'more than $50,000,000' where the report names no upper end; one number where it
     *  names one exact sum. */
    readonly amount: Fact
    readonly asset: Fact
    readonly rows: Fact
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
    readonly filedOn: Fact
    /** Calendar days from trade to report, signed or else filed, the longest of its rows; undefined where a report's days
     *  contradict each other. */
    readonly lag: Fact | undefined
    /** The same to the day on which the report became public. */
    readonly publicLag: Fact | undefined
    /** Whole months before the week in which the filer reported no trade of it, with all reports of that time read. */
    readonly monthsWithout: Fact | undefined
    /** The largest range of one asset on this side in a week before, where it lies below this one. */
    readonly mostBefore: Fact | undefined
  }
}

export type PartOfRows = 'all' | 'some' | 'none'

/** What stands under a purchase or a sale, and is none by the report's own words: of one filer, of one asset. */
export interface NoTradeFinding {
  readonly id: string
  readonly kind: Exclude<TradeKind, 'purchase' | 'sale'>
  /** The box that is marked. */
  readonly markedAs: CongressSide | 'exchange'
  readonly filer: CongressFiler
  readonly accounts: readonly CongressTrade['owner'][]
  readonly reports: readonly ReportLink[]
  readonly inTrust: PartOfRows
  readonly isManaged: PartOfRows
  readonly isMaybeSlip: boolean
  readonly midpoint: number
  readonly shortName: string
  /** To whom a gift went, where the report's note says it in one of a few words. */
  readonly to: string | undefined
  readonly facts: Pick<CongressFinding['facts'], 'amount' | 'asset' | 'firstTradedOn' | 'lastTradedOn'> & {
    /** The number of shares, where the note of the only row names one. */
    readonly shares: Fact | undefined
  }
}

/** What counts: without what may be a slip, or is of long ago. */
export interface CountedTrades {
  readonly filers: Fact
  readonly buySum: Fact | undefined
  readonly saleSum: Fact | undefined
}

/** At least three filers traded the same shares in the same direction within 30 days: a count, no claim that they did so
 *  together. What is in an account that others manage is not among it. */
export interface HerdFinding {
  readonly id: string
  readonly side: CongressSide
  readonly reports: readonly ReportLink[]
  readonly shortName: string
  /** USD; they rank, and are never printed. */
  readonly midpoint: number
  readonly otherMidpoint: number
  readonly facts: {
    readonly members: Fact
    readonly asset: Fact
    readonly sum: Fact
    /** Filers on the other side in all of the week's reports, and their ranges; undefined where there is none. */
    readonly otherMembers: Fact | undefined
    readonly otherSum: Fact | undefined
    readonly firstTradedOn: Fact
    readonly lastTradedOn: Fact
  }
}

/** Filers who bought and who sold, and the sums of their ranges. A filer who did both counts on both sides. */
export interface NetOfTrades {
  /** A ticker, or a party. */
  readonly key: string
  readonly buyers: Fact
  readonly sellers: Fact
  /** Who are among the buyers and among the sellers. */
  readonly both: Fact
  /** buyers - sellers */
  readonly net: Fact
  /** Undefined where nobody was on that side. */
  readonly bought: Fact | undefined
  readonly sold: Fact | undefined
}

/** off: by a setting · failed: its newest run gave nothing · partial: its list was not read whole · read. */
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
  /** Names as listed, of reports that were read. */
  readonly unknownNames: readonly string[]
}

export type CongressCoverageKind =
  | 'listed'
  | 'read'
  | 'onPaper'
  | 'unread'
  | 'rows'
  | 'impossibleDays'
  | 'doubtfulDays'
  | 'exchanges'
  | 'gifts'
  | 'reinvestments'
  | 'redemptions'
  | 'otherChanges'
  | 'deletedRows'
  | 'replacedRows'
  | 'correctionsApplied'
  | 'correctionsLeftOut'
  | 'lateFindings'
  | 'committeeOverlaps'

/** Rows of one report that date a trade after the day on which it became public: in no sum. */
export interface HeldBackReport extends ReportLink {
  readonly filer: string
}

/** Rows of one report that are neither a purchase nor a sale, by their own words: in no sum. */
export interface NotTradedReport extends ReportLink {
  readonly filer: string
  readonly kind: Exclude<TradeKind, 'purchase' | 'sale'>
}

export interface CongressSection {
  readonly week: EditionWeek
  /** The first is told first; see the ranker. */
  readonly findings: readonly CongressFinding[]
  /** Behind those: for the tables alone. */
  readonly others: readonly CongressFinding[]
  /** The one with the most filers first. */
  readonly herds: readonly HerdFinding[]
  /** The largest first. */
  readonly noTrades: readonly NoTradeFinding[]
  readonly counted: CountedTrades & {
    /** The chamber and the party of all of them, where they have the same. */
    readonly chamber: Chamber | undefined
    readonly party: string | undefined
    /** Who they are, by their names, where they are few; empty where they are more. */
    readonly people: readonly CongressFiler[]
    /** By party, the most filers first; filers who fit no member are in none. */
    readonly parties: readonly (CountedTrades & { readonly party: string })[]
    /** Rows that may be slips, or are of long ago. */
    readonly slipRows: Fact
    /** Rows in accounts that others manage, among those that count. */
    readonly managedRows: Fact
    readonly rows: Fact
  }
  /** The finding with the longest lag, and what the law allows; undefined where nothing was late. */
  readonly latest: { readonly finding: CongressFinding; readonly limit: Fact } | undefined
  /** What makes a herd; of use beside one. */
  readonly herdRule: { readonly members: Fact; readonly window: Fact }
  /** Shares that several filers traded; the most filers first. */
  readonly tickers: readonly NetOfTrades[]
  /** By the party's name; filers who fit no member are in none. */
  readonly parties: readonly NetOfTrades[]
  /** Filers who fit no member, so that no party is known of them. */
  readonly withoutParty: Fact
  readonly heldBack: readonly HeldBackReport[]
  /** Oldest first; a report once for each kind. */
  readonly notTraded: readonly NotTradedReport[]
  readonly totals: {
    readonly filers: Fact
    readonly buyFilers: Fact
    readonly saleFilers: Fact
    /** Undefined where there is nothing on that side. */
    readonly buySum: Fact | undefined
    readonly saleSum: Fact | undefined
  }
  readonly coverage: Readonly<Record<CongressCoverageKind, Fact>>
  /** The House, then the Senate. */
  readonly chambers: readonly ChamberCoverage[]
  /** Every fact above, and nothing else, in a fixed order. */
  readonly facts: readonly Fact[]
}
