import { hash } from 'node:crypto'

import type { CongressTrade } from './congress-trade.ts'
import { createFilerMap, createOpenRows, type FilerMap } from './open-rows.ts'

export interface Marked {
  readonly trade: CongressTrade
  /** The title shared by a report and its amendments. */
  readonly titleOfFirst: string | undefined
  readonly amendment: number | null
}

/** The rows of one report, in its order; they have its filer, title and amendment. */
interface Report {
  readonly rows: readonly Row[]
  /** The last amendment of the whole report. */
  amendedBy: string | undefined
}

interface Row extends Marked {
  readonly report: Report
  /** The report that corrects this row alone. */
  replacedBy: string | undefined
}

/** How many reports of one title and filer an amendment may replace: the newest before it. */
const MOST_AMENDED = 100

/** Marks replaced rows. A Senate amendment replaces its whole report. An amended or deleted House row replaces the one earlier row
 *  of the same filer with the same owner, asset, type and day. If there is none, an amended row replaces the one that differs in
 *  its owner, its type or its day alone, which is what it corrects. If several match, none is marked; a report and its repeat count
 *  as one. Takes linear time, whatever the rows say.
 *  @param marked  by filing day, the rows of each report together */
export function markReplaced(marked: readonly Marked[]): CongressTrade[] {
  const reports = groupByReport(marked)
  const changed = markRepeated(reports)
  // These come last, since a row that is repeated unchanged is not the one that another row corrects.
  if (changed.size > 0) markChanged(reports, changed)
  return reports.flatMap(({ rows }) =>
    rows.map((row) => {
      const by = replacedByOf(row)
      return by === undefined ? row.trade : withReplacedBy(row.trade, by)
    }),
  )
}

/** Marks the rows of amended reports, and those that a correction repeats.
 *  @returns the corrections that repeat no row */
function markRepeated(reports: readonly Report[]): ReadonlySet<Row> {
  const byFiler = createFilerMap<Map<string, Report[]>>(() => new Map())
  const originals = createOpenRows(isOpen, ({ trade }: Row) => [correctionKey(trade)])
  const copies = createOpenRows(isOpen, ({ trade }: Row) => [correctionKey(trade)])
  const changed = new Set<Row>()
  for (const report of reports) {
    markAmended(report, byFiler)
    for (const row of report.rows) {
      if (!isCorrection(row) || row.amendment !== null) continue
      // A trade that was reported twice and deleted once stays reported once.
      const alike = row.trade.status === 'deleted' ? copies.findTwo(row) : []
      const [only, second] = alike.length > 0 ? alike : originals.findTwo(row)
      // If a row was corrected before, the newer correction replaces that correction.
      if (only === undefined) changed.add(row)
      else if (second === undefined) only.replacedBy = row.trade.reportId
    }
    for (const row of report.rows) (isCopy(row) ? copies : originals).add(row)
  }
  return changed
}

/** Marks the reports that this one amends, and adds it to those of its title. */
function markAmended(report: Report, byFiler: FilerMap<Map<string, Report[]>>): void {
  const [first] = report.rows
  if (first?.titleOfFirst === undefined) return
  const { trade, titleOfFirst: title, amendment } = first
  if (amendment !== null && report.rows.some(isCorrection)) {
    for (const ofTitle of byFiler.toFind(trade))
      for (const one of ofTitle.get(title)?.slice(-MOST_AMENDED) ?? [])
        if ((one.rows[0]?.amendment ?? 0) < amendment) one.amendedBy = trade.reportId
  }
  for (const ofTitle of byFiler.toAdd(trade)) {
    const reports = ofTitle.get(title)
    if (reports) reports.push(report)
    else ofTitle.set(title, [report])
  }
}

/** Marks the row that differs in one thing from a correction, if there is just one. */
function markChanged(reports: readonly Report[], changed: ReadonlySet<Row>): void {
  const originals = createOpenRows(isOpen, ({ trade }: Row) => correctionKeys(trade))
  for (const { rows } of reports) {
    for (const row of rows) {
      if (!changed.has(row)) continue
      const [only, second] = originals.findTwo(row)
      if (only !== undefined && second === undefined) only.replacedBy = row.trade.reportId
    }
    for (const row of rows) if (!isCopy(row)) originals.add(row)
  }
}

function groupByReport(marked: readonly Marked[]): Report[] {
  const reports: (Report & { rows: Row[] })[] = []
  for (const one of marked) {
    const last = reports.at(-1)?.rows[0]?.trade
    const isNext = last?.reportId === one.trade.reportId && last.chamber === one.trade.chamber
    if (!isNext) reports.push({ rows: [], amendedBy: undefined })
    const report = reports.at(-1)
    report?.rows.push({ ...one, report, replacedBy: undefined })
  }
  return reports
}

const isCopy = ({ trade }: Row) => trade.repeats !== undefined
const isCorrection = ({ trade }: Row) => trade.status === 'amended' || trade.status === 'deleted'
const replacedByOf = ({ report, replacedBy }: Row) => report.amendedBy ?? replacedBy
const isOpen = (row: Row) => replacedByOf(row) === undefined

const withReplacedBy = (trade: CongressTrade, replacedBy: string): CongressTrade => ({ ...trade, replacedBy })

/** Whether a row differs only in its owner, only in its type, only in its day (with the same day of notification), or only in its
 *  asset (with the same amount). */
export function isCorrectedBy(one: CongressTrade, later: CongressTrade): boolean {
  const isDayOther = one.tradedOn !== later.tradedOn
  const others = [one.owner !== later.owner, one.type !== later.type, isDayOther].filter(Boolean).length
  if (one.asset !== later.asset) return others === 0 && one.low === later.low && one.high === later.high
  return others < 2 && (!isDayOther || one.notifiedOn === later.notifiedOn)
}

/** A key shared by a row and its correction. */
export function correctionKey({ owner, asset, type, tradedOn }: CongressTrade): string {
  return JSON.stringify([owner, shorten(asset), type, tradedOn])
}

/** Two rows share one of these if, by isCorrectedBy, one may correct the other. Those of one asset come first. */
export function correctionKeys(trade: CongressTrade): string[] {
  const { owner, type, tradedOn, notifiedOn, low, high } = trade
  const asset = shorten(trade.asset)
  return [
    ['any owner', asset, type, tradedOn],
    ['any type', asset, owner, tradedOn],
    ['any day', asset, owner, type, notifiedOn],
    ['any asset', owner, type, tradedOn, low, high],
  ].map((key) => JSON.stringify(key))
}

/** Longer names of assets are replaced by their hash, since keys of thousands of rows are held at once. */
const LONGEST_ASSET = 200

const shorten = (asset: string) => (asset.length > LONGEST_ASSET ? [hash('sha256', asset)] : asset)
