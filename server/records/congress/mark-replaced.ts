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
  const changed: (typeof placed)[number][] = []
  for (const later of placed) {
    const { trade, amendment, titleOfFirst, place } = later
    if (trade.status !== 'amended' && trade.status !== 'deleted') continue
    const alike = amendment === null ? byRow.get(correctionKey(trade)) : byTitle.get(titleOfFirst)
    const earlier = (alike ?? []).filter(
      (one) =>
        one.place < place &&
        isEarlierOfSameFiler(one.trade, trade) &&
        // If a row was corrected before, the newer correction replaces that correction.
        (amendment !== null || !replacedBy.has(one.trade)),
    )
    const copies = earlier.filter((one) => one.trade.repeats !== undefined)
    // A trade that was reported twice and deleted once stays reported once.
    const [only, second] =
      trade.status === 'deleted' && copies.length > 0
        ? copies
        : earlier.filter((one) => one.trade.repeats === undefined)
    if (amendment !== null) {
      for (const one of earlier) if (isAmendedBy(one, later)) replacedBy.set(one.trade, trade.reportId)
    } else if (only !== undefined && second === undefined) {
      replacedBy.set(only.trade, trade.reportId)
    } else if (only === undefined) {
      changed.push(later)
    }
  }
  // These come last, since a row that is repeated unchanged is not the one that another row corrects.
  for (const { trade, place } of changed) {
    const [only, second] = placed.filter(
      (one) =>
        one.place < place &&
        !replacedBy.has(one.trade) &&
        one.trade.repeats === undefined &&
        isEarlierOfSameFiler(one.trade, trade) &&
        isCorrectedBy(one.trade, trade),
    )
    if (only !== undefined && second === undefined) replacedBy.set(only.trade, trade.reportId)
  }
  return marked.map(({ trade }) => {
    const by = replacedBy.get(trade)
    return by === undefined ? trade : withReplacedBy(trade, by)
  })
}

const withReplacedBy = (trade: CongressTrade, replacedBy: string): CongressTrade => ({ ...trade, replacedBy })

/** @param later  a report of the same title */
function isAmendedBy(one: Marked, later: Marked): boolean {
  return (one.amendment ?? 0) < (later.amendment ?? 0)
}

function isEarlierOfSameFiler(one: CongressTrade, later: CongressTrade): boolean {
  const isSame =
    one.member === undefined || later.member === undefined
      ? one.filer === later.filer
      : one.member.bioguideId === later.member.bioguideId
  return isSame && one.chamber === later.chamber && one.reportId !== later.reportId
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
