import type { CongressTrade } from './congress-trade.ts'

export interface Marked {
  readonly trade: CongressTrade
  /** The title shared by a report and its amendments. */
  readonly titleOfFirst: string | undefined
  readonly amendment: number | null
}

/** Marks replaced rows. A Senate amendment replaces its whole report. An amended or deleted House row replaces the one earlier row
 *  of the same filer with the same owner, asset, type and day. If there is none, an amended row replaces the one that differs in
 *  its owner, its type or its day alone, which is what it corrects. If several match, none is marked; a report and its repeat count
 *  as one. */
export function markReplaced(marked: readonly Marked[]): CongressTrade[] {
  const replacedBy = new Map<CongressTrade, string>()
  const placed = marked.map((one, place) => ({ ...one, place }))
  const byRow = Map.groupBy(placed, ({ trade }) => correctionKey(trade))
  const byTitle = Map.groupBy(placed, ({ titleOfFirst }) => titleOfFirst)
  byTitle.delete(undefined)
  const amendments = new Set<string>()
  const changed: Placed[] = []
  for (const later of placed) {
    const { trade, amendment, titleOfFirst } = later
    if (trade.status !== 'amended' && trade.status !== 'deleted') continue
    if (amendment !== null) {
      if (amendments.has(trade.reportId)) continue
      amendments.add(trade.reportId)
      for (const one of byTitle.get(titleOfFirst) ?? [])
        if (isEarlier(one, later) && isAmendedBy(one, later)) replacedBy.set(one.trade, trade.reportId)
      continue
    }
    // If a row was corrected before, the newer correction replaces that correction.
    const isOpen = (one: Placed) => isEarlier(one, later) && !replacedBy.has(one.trade)
    const alike = byRow.get(correctionKey(trade)) ?? []
    const copies = trade.status === 'deleted' ? findTwo(alike, (one) => isCopy(one) && isOpen(one)) : []
    // A trade that was reported twice and deleted once stays reported once.
    const [only, second] = copies.length > 0 ? copies : findTwo(alike, (one) => !isCopy(one) && isOpen(one))
    if (only === undefined) changed.push(later)
    else if (second === undefined) replacedBy.set(only.trade, trade.reportId)
  }
  const original = placed.filter((one) => !isCopy(one))
  const listCorrected = createCorrectedList(changed.length === 0 ? [] : original, ({ trade }) => trade)
  // These come last, since a row that is repeated unchanged is not the one that another row corrects.
  for (const later of changed) {
    const isOpen = (one: Placed) => isEarlier(one, later) && !replacedBy.has(one.trade)
    const [only, second] = findTwo(listCorrected(later.trade), isOpen)
    if (only !== undefined && second === undefined) replacedBy.set(only.trade, later.trade.reportId)
  }
  return marked.map(({ trade }) => {
    const by = replacedBy.get(trade)
    return by === undefined ? trade : withReplacedBy(trade, by)
  })
}

type Placed = Marked & { readonly place: number }

const isCopy = ({ trade }: Placed) => trade.repeats !== undefined

function findTwo<T>(all: Iterable<T>, isWanted: (one: T) => boolean): T[] {
  const found: T[] = []
  for (const one of all) {
    if (!found.includes(one) && isWanted(one)) found.push(one)
    if (found.length === 2) break
  }
  return found
}

const withReplacedBy = (trade: CongressTrade, replacedBy: string): CongressTrade => ({ ...trade, replacedBy })

/** @param later  a report of the same title */
function isAmendedBy(one: Marked, later: Marked): boolean {
  return (one.amendment ?? 0) < (later.amendment ?? 0)
}

/** Whether a row comes first, and is of the same filer but of another report. */
function isEarlier({ trade: one, place }: Placed, later: Placed): boolean {
  const { trade } = later
  if (place >= later.place || one.reportId === trade.reportId) return false
  const isSame =
    one.member === undefined || trade.member === undefined
      ? one.filer === trade.filer
      : one.member.bioguideId === trade.member.bioguideId
  return isSame && one.chamber === trade.chamber
}

/** Whether a row differs only in its owner, only in its type, only in its day (with the same day of notification), or only in its
 *  asset (with the same amount). */
export function isCorrectedBy(one: CongressTrade, later: CongressTrade): boolean {
  const parts = ['owner', 'type', 'tradedOn'] as const
  const [part, more] = parts.filter((name) => one[name] !== later[name])
  if (one.asset !== later.asset) return part === undefined && one.low === later.low && one.high === later.high
  return more === undefined && (part !== 'tradedOn' || one.notifiedOn === later.notifiedOn)
}

/** A key shared by a row and its correction. */
export function correctionKey({ owner, asset, type, tradedOn }: CongressTrade): string {
  return JSON.stringify([owner, asset, type, tradedOn])
}

/** @returns a function that yields those of the rows that a later row may correct, as isCorrectedBy has it,
 *    some more than once, without looking at all */
export function createCorrectedList<T>(rows: readonly T[], tradeOf: (row: T) => CongressTrade) {
  const keyed = rows.flatMap((row) => keysOf(tradeOf(row)).map((key) => ({ key, row })))
  const byKey = Map.groupBy(keyed, ({ key }) => key)
  return function* listCorrected(later: CongressTrade): Generator<T, void> {
    for (const key of keysOf(later)) {
      for (const { row } of byKey.get(key) ?? []) yield row
    }
  }
}

/** Two rows share one of these if, by isCorrectedBy, one may correct the other. */
function keysOf({ owner, asset, type, tradedOn, notifiedOn, low, high }: CongressTrade): string[] {
  return [
    ['any asset', owner, type, tradedOn, low, high],
    ['any owner', asset, type, tradedOn],
    ['any type', asset, owner, tradedOn],
    ['any day', asset, owner, type, notifiedOn],
  ].map((key) => JSON.stringify(key))
}
