import { onceEach } from '../../lib/once.ts'
import { wordsOf } from '../names/known-words.ts'
import { presentPerson } from '../names/present-names.ts'
import type { InsiderFiling, InsiderOwner, InsiderTransaction } from './insider-filing.ts'

// What follows is worked out once for each filing, line or owner, however many others it is compared with.

/** The lines with code P or S. */
export const listTrades = onceEach(({ transactions }: InsiderFiling) =>
  transactions.filter(({ code }) => code === 'P' || code === 'S'),
)

export const wholeKey = onceEach(({ tradedOn, code, security, shares, price }: InsiderTransaction) =>
  [tradedOn, code, security, shares, price].join('|'),
)

/** 'class a', if the title of a line says it. */
export const classOf = onceEach(({ security }: InsiderTransaction) =>
  (/\b(?:class|series) [a-z]\b/i.exec(security)?.[0] ?? '').toLowerCase(),
)

const IN_COMMON = /\bjoint(?:ly)?\b/i
const OF_SPOUSES = /\b(?:spouse|wife|husband)\b/i

export const isInCommon = onceEach(({ ownershipNature = '' }: InsiderTransaction) =>
  IN_COMMON.test(ownershipNature),
)

export const areOwn = onceEach((lines: readonly InsiderTransaction[]) =>
  lines.every(({ ownership }) => ownership === 'direct'),
)

export const areOfSpouse = onceEach((lines: readonly InsiderTransaction[]) =>
  lines.every(
    ({ ownership, ownershipNature = '' }) => ownership === 'indirect' && OF_SPOUSES.test(ownershipNature),
  ),
)

/** Whether a price is an average to fractions of a cent, which two buyers do not share by chance. */
export const haveOddPrice = onceEach((lines: readonly InsiderTransaction[]) =>
  lines.every(({ price = 0 }) => Math.abs(price * 100 - Math.round(price * 100)) > 1e-6),
)

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
/** The words for the holder of a line, without signs. */
export const holderOf = onceEach(({ ownershipNature = '' }: InsiderTransaction) => plainName(ownershipNature))

/** Whether the words for a holder identify one: 'By Roe Holdings LLC'. Two reports of the same trades by such a holder are
 *  about one trade. */
export const namesHolder = onceEach(
  ({ ownership, ownershipNature = '' }: InsiderTransaction) =>
    ownership === 'indirect' &&
    !IN_ACCOUNT.test(ownershipNature) &&
    ownershipNature
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => word.length > 2 && !ANY_HOLDER.has(word)),
)

const plainName = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const plainNameOf = onceEach(({ name }: InsiderOwner) => plainName(name))

/** Whether a line says that it is held through one of the owners. */
export const isHeldThrough = (line: InsiderTransaction, owners: readonly InsiderOwner[]): boolean =>
  plainNamesOf(owners).some((name) => holderOf(line).includes(name))

const plainNamesOf = onceEach((owners: readonly InsiderOwner[]) =>
  owners.map(plainNameOf).filter((name) => name.length >= 5),
)

const personOf = onceEach((owner: InsiderOwner) => presentPerson(owner))

/** Whether one of the owners may be a fund or a trust. */
export const haveFirm = onceEach((owners: readonly InsiderOwner[]) =>
  owners.some((owner) => personOf(owner) === undefined),
)

export const ciksOf = onceEach(
  (owners: readonly InsiderOwner[]): ReadonlySet<string> => new Set(owners.map(({ cik }) => cik)),
)

export const shareOwner = (owners: readonly InsiderOwner[], others: readonly InsiderOwner[]): boolean =>
  owners.some(({ cik }) => ciksOf(others).has(cik))

/** Whole names by surname, in lower case. */
const surnamesOf = onceEach((owners: readonly InsiderOwner[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const people = owners.flatMap((owner) => personOf(owner) ?? [])
  const bySurname = Map.groupBy(people, ({ last }) => last.toLowerCase())
  return new Map(
    [...bySurname].map(([last, some]) => [last, new Set(some.map(({ name }) => name.toLowerCase()))]),
  )
})

/** Whether one of the owners has the surname, but not the whole name, of one of the others. */
export function shareSurname(owners: readonly InsiderOwner[], others: readonly InsiderOwner[]): boolean {
  const ofOthers = surnamesOf(others)
  return [...surnamesOf(owners)].some(([last, names]) => {
    const known = ofOthers.get(last)
    return known !== undefined && new Set([...names, ...known]).size > 1
  })
}
