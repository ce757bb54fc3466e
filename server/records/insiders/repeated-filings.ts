import {
  areOfSpouse,
  areOwn,
  ciksOf,
  classOf,
  haveFirm,
  haveOddPrice,
  holderOf,
  isHeldThrough,
  isInCommon,
  listTrades,
  namesHolder,
  shareOwner,
  shareSurname,
  wholeKey,
} from './compare-lines.ts'
import type { InsiderFiling, InsiderOwner, InsiderTransaction } from './insider-filing.ts'

/** A filing after amendments are applied and repeats merged. */
export interface EffectiveFiling {
  readonly filing: InsiderFiling
  /** When the trades were first reported; for an amendment, the day of the original. */
  readonly reportedOn: string
  /** Everyone who reports the trades, including on repeats of the filing: fifty at most, unless the filing itself has more. */
  readonly owners: readonly InsiderOwner[]
  /** Whether a 4/A seems to correct it, without saying which report it amends or what happens to the other lines. */
  readonly isDisputed?: boolean
}

/** A report with its newest amendment. */
export interface Report {
  readonly original: InsiderFiling
  current: InsiderFiling
  isDisputed: boolean
  isWithdrawn: boolean
}

/** More reports of the same trades in one company are repeats, whatever they say: each is compared with all before it, and a filer
 *  could send thousands. */
const MOST_ALIKE = 100
/** The same for long reports: how many lines each may be compared with. */
const MOST_LINES_ALIKE = 1_000

/** A group of more than ten owners files the same trades again for its other members, and some filers send a report twice.
 *  Reports with the same issuer and trades are the same, unless each is somebody's own. */
export function mergeRepeats(reports: readonly Report[]): {
  readonly effective: readonly EffectiveFiling[]
  /** Accessions of filings that repeat the trades of another filing. */
  readonly repeatsLeftOut: readonly string[]
} {
  const kept = new Map<string, EffectiveFiling[]>()
  const repeatsLeftOut: string[] = []
  for (const { original, current, isDisputed } of reports) {
    const key = tradesKey(current) ?? current.accession
    const alike = kept.get(key) ?? []
    if (alike.length >= Math.min(MOST_ALIKE, MOST_LINES_ALIKE / listTrades(current).length)) {
      repeatsLeftOut.push(current.accession)
      continue
    }
    const same = alike.findIndex((before) => mayRepeat(before, current))
    const before = alike[same]
    const areContradicted = alike.length > 0 && alike.every((one) => contradicts(one, current))
    if (!before && areContradicted) {
      for (const [index, one] of alike.entries()) alike[index] = { ...one, isDisputed: true }
    }
    if (before) {
      repeatsLeftOut.push(current.accession)
      alike[same] = {
        ...before,
        owners: mergeOwners(before.owners, current.owners),
        ...(isDisputed && { isDisputed }),
      }
    } else {
      const report = { filing: current, reportedOn: original.filedOn, owners: current.owners }
      alike.push(isDisputed || areContradicted ? { ...report, isDisputed: true } : report)
    }
    kept.set(key, alike)
  }
  return { effective: disputeRivals([...kept.values()].flat()), repeatsLeftOut }
}

/** Marks two reports of an owner as disputed if they list different trades of one day in the same holding but end with the same
 *  number, which two sales, or two purchases, cannot. One may be the other, sent again with other figures. */
function disputeRivals(filings: readonly EffectiveFiling[]): EffectiveFiling[] {
  const ends = filings.map(endKey)
  // Two reports of each owner are enough to find one that is not the report itself.
  const byOwner = new Map<string, EffectiveFiling[]>()
  for (const [index, one] of filings.entries()) {
    if (ends[index] === undefined) continue
    for (const cik of ciksOf(one.filing.owners)) {
      const same = byOwner.get(`${cik} ${ends[index]}`)
      if (same === undefined) byOwner.set(`${cik} ${ends[index]}`, [one])
      else if (same.length < 2) same.push(one)
    }
  }
  const isRival = (one: EffectiveFiling, end: string) =>
    one.owners.some(({ cik }) => byOwner.get(`${cik} ${end}`)?.some((other) => other !== one))
  return filings.map((one, index) => {
    const end = ends[index]
    return end !== undefined && isRival(one, end) ? disputed(one) : one
  })
}

const disputed = (one: EffectiveFiling): EffectiveFiling => ({ ...one, isDisputed: true })

/** The end of a report whose lines all go one way. */
function endKey({ filing }: EffectiveFiling): string | undefined {
  const last = listTrades(filing).at(-1)
  const { transactions } = filing
  if (last?.ownedAfter === undefined || transactions.some(({ direction }) => direction !== last.direction))
    return undefined
  const { tradedOn, code, security, ownership, ownershipNature, ownedAfter } = last
  return JSON.stringify([filing.issuer.cik, tradedOn, code, security, ownership, ownershipNature, ownedAfter])
}

/** Whether two people with the same surname report the same trades and hold the same number afterwards: most likely what they hold
 *  together, but perhaps what each of them holds. */
function mayHoldTogether(before: EffectiveFiling, filing: InsiderFiling): boolean {
  const others = listTrades(before.filing)
  return (
    !shareOwner(filing.owners, before.owners) &&
    shareSurname(filing.owners, before.owners) &&
    listTrades(filing).every((line, index) => {
      const other = others[index]
      return (
        other !== undefined &&
        wholeKey(line) === wholeKey(other) &&
        line.ownedAfter !== undefined &&
        line.ownedAfter === other.ownedAfter
      )
    })
  )
}

/** Whether two reports of an owner list the same trade in the same holding, and neither continues from where the other ended. One
 *  may be the other, sent again with a corrected holding. */
function contradicts(before: EffectiveFiling, filing: InsiderFiling): boolean {
  if (mayHoldTogether(before, filing)) return true
  const [[line, ...others], [other]] = [listTrades(filing), listTrades(before.filing)]
  if (line === undefined || other === undefined || others.length > 0) return false
  const isSame =
    shareOwner(filing.owners, before.owners) &&
    wholeKey(line) === wholeKey(other) &&
    line.ownership === other.ownership &&
    line.ownershipNature === other.ownershipNature
  const change = line.direction === 'disposed' ? -1 : 1
  const goesOn = (first = 0, second = 0) => Math.abs(first + change * (line.shares ?? 0) - second) <= 1
  const [a, b] = [other.ownedAfter, line.ownedAfter]
  return isSame && a !== undefined && b !== undefined && a !== b && !goesOn(a, b) && !goesOn(b, a)
}

/** The number that the SEC's form has room for. */
const MOST_OWNERS = 10

/** Whether two reports of trades of the same days, codes and numbers can be about the same shares. Two directors who each buy the
 *  same number of new shares, and then hold the same number, are two buyers: the reports share no owner, and each person holds
 *  directly. */
function mayRepeat(before: EffectiveFiling, filing: InsiderFiling): boolean {
  const { owners } = filing
  const [trades, others] = [listTrades(filing), listTrades(before.filing)]
  const isSame = (isEnough: (a: InsiderTransaction, b: InsiderTransaction) => boolean) =>
    trades.every((line, index) => {
      const other = others[index]
      return other !== undefined && isEnough(line, other)
    })
  if (!isSame((a, b) => classOf(a) === '' || classOf(b) === '' || classOf(a) === classOf(b))) return false
  const isHeldAlike = isSame((a, b) => a.ownedAfter !== undefined && a.ownedAfter === b.ownedAfter)
  // The report may have been sent again with another rounding of the price.
  if (shareOwner(owners, before.owners)) return isHeldAlike && isSame((a, b) => isNear(a.price, b.price))
  if (!isSame((a, b) => a.price === b.price)) return false
  const isHeldByOthers = !areOwn(before.filing.transactions) || !areOwn(filing.transactions)
  if (isHeldAlike) {
    return (
      isHeldByOthers ||
      isSame((a, b) => isInCommon(a) || isInCommon(b)) ||
      Math.max(ciksOf(before.owners).size, owners.length) >= MOST_OWNERS ||
      haveFirm(before.owners) ||
      haveFirm(owners)
    )
  }
  // A fund, its manager and its founder each hold other shares as well; so do husband and wife, and the members of a family.
  return (
    isOfSpouses([trades, owners], [others, before.owners]) ||
    isSame((a, b) => namesHolder(a) && holderOf(a) === holderOf(b)) ||
    holdsThrough(trades, before.owners) ||
    holdsThrough(others, owners) ||
    (isHeldByOthers && haveOddPrice(trades))
  )
}

type Reported = readonly [lines: readonly InsiderTransaction[], owners: readonly InsiderOwner[]]

/** Whether two people with the same surname report the same trades, one as their own and the other as their spouse's. */
const isOfSpouses = ([lines, owners]: Reported, [others, otherOwners]: Reported): boolean =>
  ((areOwn(lines) && areOfSpouse(others)) || (areOfSpouse(lines) && areOwn(others))) &&
  shareSurname(owners, otherOwners)

/** Whether all lines say that they are held through one of the owners. */
const holdsThrough = (lines: readonly InsiderTransaction[], owners: readonly InsiderOwner[]): boolean =>
  lines.every((line) => isHeldThrough(line, owners))

/** How much the prices of a report and its repeat may differ. */
const NEAR = 0.01
const isNear = (a = 0, b = 0) => Math.abs(a - b) <= NEAR * Math.max(a, b)

function tradesKey(filing: InsiderFiling): string | undefined {
  const lines = listTrades(filing)
  if (lines.length === 0) return undefined
  return [filing.issuer.cik, ...lines.map((line) => [line.tradedOn, line.code, line.shares].join('|'))].join(
    ' ',
  )
}

/** Several times as many as a form has room for; a group files one form for each ten members. */
const MOST_JOINED = 50

function mergeOwners(a: readonly InsiderOwner[], b: readonly InsiderOwner[]): readonly InsiderOwner[] {
  const added = b.filter(({ cik }) => !ciksOf(a).has(cik)).slice(0, Math.max(0, MOST_JOINED - a.length))
  return added.length === 0 ? a : [...a, ...added]
}

/** Leaves out lines in which owners who report together list the same shares again: directly for the fund, and indirectly for its
 *  manager. */
export function withoutRepeatedLines(filing: InsiderFiling): InsiderFiling {
  const { owners, transactions } = filing
  if (owners.length < 2) return filing
  const direct = Map.groupBy(
    transactions.filter(({ ownership }) => ownership === 'direct'),
    wholeKey,
  )
  const heldAfter = new Map(
    [...direct].map(([key, some]) => [key, new Set(some.map((one) => one.ownedAfter))]),
  )
  const isRepeated = (line: InsiderTransaction) => {
    const held = line.ownership === 'indirect' ? heldAfter.get(wholeKey(line)) : undefined
    return held !== undefined && (held.has(line.ownedAfter) || isHeldThrough(line, owners))
  }
  const rest = transactions.filter((line) => !isRepeated(line))
  return rest.length === transactions.length ? filing : { ...filing, transactions: rest }
}
