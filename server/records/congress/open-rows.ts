import type { CongressTrade } from './congress-trade.ts'

/** Earlier rows, found by their filer and their keys. */
export interface OpenRows<Row> {
  readonly add: (row: Row) => void
  /** Finds rows of the same filer that share a key with this one and are open; two at most, in no order. */
  readonly findTwo: (row: Row) => Row[]
}

/** Keeps rows that a later one may correct. However many rows there are with one key, each is looked at about once, since those
 *  that are found to be closed are dropped.
 *  @param isOpen  whether nothing has corrected it; a closed row stays closed */
export function createOpenRows<Row extends { readonly trade: CongressTrade }>(
  isOpen: (row: Row) => boolean,
  keysOf: (row: Row) => readonly string[],
): OpenRows<Row> {
  const byFiler = createFilerMap<Map<string, Row[]>>(() => new Map())
  return {
    add(row) {
      const keys = keysOf(row)
      for (const byKey of byFiler.toAdd(row.trade)) {
        for (const key of keys) {
          const rows = byKey.get(key)
          if (rows) rows.push(row)
          else byKey.set(key, [row])
        }
      }
    },
    findTwo(row) {
      const found: Row[] = []
      const keys = keysOf(row)
      for (const byKey of byFiler.toFind(row.trade)) {
        for (const key of keys) takeOpen(byKey.get(key) ?? [], isOpen, found)
      }
      return found
    },
  }
}

/** Adds the last open rows to those found, up to two, and drops closed ones on the way. */
function takeOpen<Row>(rows: Row[], isOpen: (row: Row) => boolean, found: Row[]): void {
  for (let at = rows.length - 1; at >= 0 && found.length < 2; at--) {
    const row = rows[at]
    if (row === undefined || !isOpen(row)) rows.splice(at, 1)
    else if (!found.includes(row)) found.push(row)
  }
}

/** Keeps something for each filer. */
export interface FilerMap<T> {
  /** What later reports of the same filer will find. */
  readonly toAdd: (trade: CongressTrade) => T[]
  /** What was added for reports of the same filer; nothing is in two of these. */
  readonly toFind: (trade: CongressTrade) => T[]
}

/** Two reports have the same filer if the member is the same or, where one of them matches no member, the name. */
export function createFilerMap<T>(create: () => T): FilerMap<T> {
  const byName = new Map<string, T>()
  const listOf = (...names: readonly string[]) =>
    names.map((name) => {
      const kept = byName.get(name) ?? create()
      byName.set(name, kept)
      return kept
    })
  const named = ({ chamber, filer }: CongressTrade, as: string) => `${chamber} ${as} ${filer}`
  const ofMember = ({ chamber }: CongressTrade, bioguideId: string) => `${chamber} member ${bioguideId}`
  return {
    toAdd: (trade) =>
      trade.member === undefined
        ? listOf(named(trade, 'unknown'))
        : listOf(ofMember(trade, trade.member.bioguideId), named(trade, 'known')),
    toFind: (trade) =>
      listOf(
        trade.member === undefined ? named(trade, 'known') : ofMember(trade, trade.member.bioguideId),
        named(trade, 'unknown'),
      ),
  }
}
