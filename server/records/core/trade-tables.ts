import type { ColumnType, Generated } from 'kysely'

import type {
  Chamber,
  CommitteeSeat,
  CongressReportStatus,
  MemberTerm,
  ReportUnreadCode,
} from '../congress/congress-trade.ts'
import type { InsiderVia, SaleReason } from '../insiders/footnotes.ts'
import type { FilingUnreadCode, InsiderHolding, InsiderOwner } from '../insiders/insider-filing.ts'

export interface TradeTables {
  insider_day: InsiderDayTable
  insider_filing: InsiderFilingTable
  insider_line: InsiderLineTable
  congress_report: CongressReportTable
  congress_line: CongressLineTable
  member: MemberTable
}

/** Lists and objects, written as JSON text. */
type Json<T> = ColumnType<T, string | undefined, string>

/** A day whose SEC daily index was read, or for which the SEC has none, since it was closed by order. The column
 *  other_forms is no longer written. */
export interface InsiderDayTable {
  day: string
  /** Number of lines of Forms 4 and 4/A in it that could not be read. */
  unread_lines: Generated<number>
  document_id: string
}

/** A Form 4 or 4/A listed in a daily index; unread while `unread_reason` is set. */
export interface InsiderFilingTable {
  accession: string
  form: '4' | '4/A'
  filed_on: string
  page_url: string
  record_url: string
  /** Why it is not read; null once it is. */
  unread_code: FilingUnreadCode | null
  /** The details, for people. */
  unread_reason: string | null
  document_id: string | null
  issuer_cik: string | null
  issuer_name: string | null
  issuer_ticker: string | null
  owners: Json<readonly InsiderOwner[]>
  period_of_report: string | null
  original_filed_on: string | null
  /** 4/A only: it withdraws the report that it amends. */
  withdraws: Generated<boolean>
  /** 4/A only: the line that it amends may not be a trade. */
  is_unclear: Generated<boolean>
  /** False if it was read before footnotes were parsed for how shares changed hands and why. */
  footnotes_read: Generated<boolean>
  holdings: Json<readonly InsiderHolding[]>
}

/** One line of a Form 4; derivative lines are numbered after the others. */
export interface InsiderLineTable {
  accession: string
  line: number
  is_derivative: boolean
  security: string
  traded_on: string
  deemed_executed_on: string | null
  code: string
  direction: 'acquired' | 'disposed' | null
  /** Numeric columns are read as strings. */
  shares: ColumnType<string | null, number | null, number | null>
  /** US dollars a share. */
  price: ColumnType<string | null, number | null, number | null>
  owned_after: ColumnType<string | null, number | null, number | null>
  ownership: 'direct' | 'indirect' | null
  ownership_nature: string | null
  is_planned: boolean | null
  /** Code P or S: made by a manager or broker without asking the owner. */
  is_unasked: Generated<boolean>
  /** More is held than `owned_after`. */
  is_more_held: Generated<boolean>
  /** The law did not require a report of it yet. */
  is_not_due: Generated<boolean>
  /** How many of the shares one American Depositary Share stands for. */
  shares_per_depositary: number | null
  via: InsiderVia | null
  reason: SaleReason | null
  plan_adopted_on: string | null
  /** Lowest and highest price behind an average price, in US dollars a share; both or neither are set. */
  price_low: ColumnType<string | null, number | null, number | null>
  price_high: ColumnType<string | null, number | null, number | null>
}

/** A periodic transaction report that a chamber lists. */
export interface CongressReportTable {
  chamber: Chamber
  /** The chamber's own number. */
  report_id: string
  /** The filer's name as listed. */
  member: string
  /** House only, as listed: the Senate does not give the state. */
  state: string | null
  district: number | null
  title: string | null
  /** Senate only: the number of the amendment. */
  amendment: number | null
  filed_on: string
  /** As stated in the report; null if it does not say, or if it was read before this column existed. */
  signed_on: Generated<string | null>
  page_url: string
  status: CongressReportStatus
  /** Why it was not read completely; null if it was, or if it is on paper. */
  unread_code: ReportUnreadCode | null
  /** The details, for people. */
  reason: string | null
  document_id: string | null
}

/** One row of a report. The columns amends_id and doubts are no longer written. */
export interface CongressLineTable {
  chamber: Chamber
  report_id: string
  row: number
  owner: 'self' | 'SP' | 'DC' | 'JT'
  asset: string
  asset_detail: string | null
  ticker: string | null
  asset_type: string | null
  type: 'P' | 'S' | 'S (partial)' | 'E'
  traded_on: string
  notified_on: string | null
  low: ColumnType<string, number, number>
  high: ColumnType<string | null, number | null, number | null>
  filing_status: string | null
  subholding: string | null
  description: string | null
  comments: string | null
}

/** A person who serves in Congress, or did when a list last named them. The columns chamber, party, state and district
 *  are no longer written. */
export interface MemberTable {
  bioguide_id: string
  name: string
  name_forms: Json<MemberNameForms>
  terms: Json<readonly MemberTerm[]>
  committees: Json<readonly CommitteeSeat[]>
  is_serving: Generated<boolean>
  document_id: string
  committees_document_id: string | null
}

/** A name as the list of members gives it. */
export interface MemberNameForms {
  readonly first: string
  readonly last: string
  readonly middle?: string | undefined
  readonly suffix?: string | undefined
  readonly nickname?: string | undefined
  readonly officialFull?: string | undefined
}
