import { wordsOf } from '../names/known-words.ts'
import { presentPerson } from '../names/present-names.ts'
import type { InsiderFiling, InsiderOwner, InsiderTransaction } from './insider-filing.ts'

/** A filing after amendments are applied and repeats merged. */
export interface EffectiveFiling {
  readonly filing: InsiderFiling
  /** When the trades were first reported; for an amendment, the day of the original. */
  readonly reportedOn: string
  /** Everyone who reports the trades, including on a repeat of the filing. */
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
    if (alike.length >= MOST_ALIKE) {
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
  const byEnd = Map.groupBy(filings, endKey)
  const isRival = (one: EffectiveFiling) =>
    (byEnd.get(endKey(one)) ?? []).some((other) => other !== one && isOfOwner(other.filing, one))
  return filings.map((one) => (endKey(one) !== undefined && isRival(one) ? disputed(one) : one))
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
    !isOfOwner(filing, before) &&
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
    isOfOwner(filing, before) &&
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
  const known = new Set(before.owners.map(({ cik }) => cik))
  const isShared = owners.some(({ cik }) => known.has(cik))
  const isSame = (isEnough: (a: InsiderTransaction, b: InsiderTransaction) => boolean) =>
    trades.every((line, index) => {
      const other = others[index]
      return other !== undefined && isEnough(line, other)
    })
  if (!isSame((a, b) => classOf(a) === '' || classOf(b) === '' || classOf(a) === classOf(b))) return false
  const isHeldAlike = isSame((a, b) => a.ownedAfter !== undefined && a.ownedAfter === b.ownedAfter)
  // The report may have been sent again with another rounding of the price.
  if (isShared) return isHeldAlike && isSame((a, b) => isNear(a.price, b.price))
  if (!isSame((a, b) => a.price === b.price)) return false
  const isHeldByOthers = [...before.filing.transactions, ...filing.transactions].some(
    ({ ownership }) => ownership !== 'direct',
  )
  if (isHeldAlike) {
    return (
      isHeldByOthers ||
      isSame((a, b) => IN_COMMON.test(a.ownershipNature ?? '') || IN_COMMON.test(b.ownershipNature ?? '')) ||
      Math.max(known.size, owners.length) >= MOST_OWNERS ||
      [...before.owners, ...owners].some((owner) => presentPerson(owner) === undefined)
    )
  }
  // A fund, its manager and its founder each hold other shares as well; so do husband and wife, and the members of a family.
  return (
    isOfSpouses([trades, owners], [others, before.owners]) ||
    isSame((a, b) => namesHolder(a) && holderOf(a) === holderOf(b)) ||
    holdsThrough(trades, before.owners) ||
    holdsThrough(others, owners) ||
    (isHeldByOthers && hasOddPrice(trades))
  )
}

/** 'class a', if the title of a line says it. */
const classOf = ({ security }: InsiderTransaction) =>
  (/\b(?:class|series) [a-z]\b/i.exec(security)?.[0] ?? '').toLowerCase()

const IN_COMMON = /\bjoint(?:ly)?\b/i
const OF_SPOUSES = /\b(?:spouse|wife|husband)\b/i

/** Whether one of the owners has the surname, but not the whole name, of one of the others. */
function shareSurname(owners: readonly InsiderOwner[], others: readonly InsiderOwner[]): boolean {
  const people = others.flatMap((other) => presentPerson(other) ?? [])
  return owners.some((owner) => {
    const person = presentPerson(owner)
    return people.some(
      ({ name, last }) =>
        last.toLowerCase() === person?.last.toLowerCase() && name.toLowerCase() !== person.name.toLowerCase(),
    )
  })
}

type Reported = readonly [lines: readonly InsiderTransaction[], owners: readonly InsiderOwner[]]

/** Whether two people with the same surname report the same trades, one as their own and the other as their spouse's. */
function isOfSpouses([lines, owners]: Reported, [others, otherOwners]: Reported): boolean {
  const isOwn = (some: readonly InsiderTransaction[]) => some.every(({ ownership }) => ownership === 'direct')
  const isOfSpouse = (some: readonly InsiderTransaction[]) =>
    some.every(
      ({ ownership, ownershipNature = '' }) => ownership === 'indirect' && OF_SPOUSES.test(ownershipNature),
    )
  return (
    ((isOwn(lines) && isOfSpouse(others)) || (isOfSpouse(lines) && isOwn(others))) &&
    shareSurname(owners, otherOwners)
  )
}

/** Words for holders that do not identify one. */
const ANY_HOLDER = wordsOf(`
  by the of a an in for and as s fbo held owned through see foot footnote footnotes note notes remark remarks self reporting person persons owner owners nature indirect indirectly direct directly
  trust trusts trustee trustees co family families revocable irrevocable living grantor grat crut crat qprt gst exempt non annuity retained charitable remainder lead insurance dynasty descendants issue
  marital exemption bypass credit shelter residuary testamentary gift generation skipping special needs education
  spouse spouses wife husband child children son sons daughter daughters grandchild grandchildren grandson granddaughter mother father parent parents brother sister sibling siblings nephew niece law ex former
  minor minors adult dependent dependents joint jointly tenant tenants tenancy common community property survivorship estate executor beneficiary beneficiaries
  llc lp llp inc corp corporation company ltd limited liability partner partners partnership partnerships general managing member members manager managed fund funds foundation affiliate affiliates affiliated
  entity entities control controlled wholly owned investment investments holding holdings vehicle sponsor
`)
/** Words for accounts, which many owners have at the same bank. */
const IN_ACCOUNT =
  /\b(?:ira|roth|accounts?|acct|401|brokerage|rollover|retirement|pension|plan|custod\w+|utma|ugma|529|keogh|sep)\b/i
const holderOf = ({ ownershipNature = '' }: InsiderTransaction) => plainName(ownershipNature)

/** Whether the words for a holder identify one: 'By Roe Holdings LLC'. Two reports of the same trades by such a holder are
 *  about one trade. */
const namesHolder = ({ ownership, ownershipNature = '' }: InsiderTransaction) =>
  ownership === 'indirect' &&
  !IN_ACCOUNT.test(ownershipNature) &&
  ownershipNature
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > 2 && !ANY_HOLDER.has(word))

/** How much the prices of a report and its repeat may differ. */
const NEAR = 0.01
const isNear = (a = 0, b = 0) => Math.abs(a - b) <= NEAR * Math.max(a, b)

/** Whether all lines say that they are held through one of the owners. */
function holdsThrough(lines: readonly InsiderTransaction[], owners: readonly InsiderOwner[]): boolean {
  const names = plainNames(owners)
  return lines.every((line) => isHeldThrough(line, names))
}

function isHeldThrough({ ownershipNature = '' }: InsiderTransaction, names: readonly string[]): boolean {
  const nature = plainName(ownershipNature)
  return names.some((name) => nature.includes(name))
}

const plainNames = (owners: readonly InsiderOwner[]) =>
  owners.map(({ name }) => plainName(name)).filter((name) => name.length >= 5)

const plainName = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a price is an average to fractions of a cent, which two buyers do not share by chance. */
const hasOddPrice = (lines: readonly InsiderTransaction[]) =>
  lines.every(({ price = 0 }) => Math.abs(price * 100 - Math.round(price * 100)) > 1e-6)

function tradesKey(filing: InsiderFiling): string | undefined {
  const lines = listTrades(filing)
  if (lines.length === 0) return undefined
  return [filing.issuer.cik, ...lines.map((line) => [line.tradedOn, line.code, line.shares].join('|'))].join(
    ' ',
  )
}

function mergeOwners(a: readonly InsiderOwner[], b: readonly InsiderOwner[]): readonly InsiderOwner[] {
  const known = new Set(a.map(({ cik }) => cik))
  const added = b.filter(({ cik }) => !known.has(cik))
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
  const names = plainNames(owners)
  const isRepeated = (line: InsiderTransaction) => {
    const held = line.ownership === 'indirect' ? heldAfter.get(wholeKey(line)) : undefined
    return held !== undefined && (held.has(line.ownedAfter) || isHeldThrough(line, names))
  }
  const rest = transactions.filter((line) => !isRepeated(line))
  return rest.length === transactions.length ? filing : { ...filing, transactions: rest }
}

function isOfOwner(filing: InsiderFiling, { owners }: Pick<InsiderFiling, 'owners'>): boolean {
  const ciks = new Set(owners.map(({ cik }) => cik))
  return filing.owners.some(({ cik }) => ciks.has(cik))
}

export const listTrades = ({ transactions }: InsiderFiling) =>
  transactions.filter(({ code }) => code === 'P' || code === 'S')

export const wholeKey = ({ tradedOn, code, security, shares, price }: InsiderTransaction) =>
  [tradedOn, code, security, shares, price].join('|')
