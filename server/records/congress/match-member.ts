import { addDays } from '../../lib/dates.ts'
import type { Chamber, CommitteeSeat, MemberTerm } from './congress-trade.ts'
import type { MemberNameForms } from '../core/trade-tables.ts'

/** A member as given by the list of members. */
export interface ListedMember {
  readonly bioguideId: string
  readonly name: string
  readonly nameForms: MemberNameForms
  /** Oldest first; a term under several parties is split. */
  readonly terms: readonly MemberTerm[]
  readonly committees: readonly CommitteeSeat[]
}

/** The filer named in a report, and the seat. */
export interface ReportFiler {
  readonly chamber: Chamber
  /** Given names first: "Donald Sternoff Beyer, Jr". */
  readonly filer: string
  /** Undefined if the report does not say; if given, only holders of that seat are considered. */
  readonly state?: string | undefined
  readonly district?: number | undefined
  /** 'YYYY-MM-DD' */
  readonly filedOn: string
}

/** Members who leave report on their last weeks afterwards. */
export const DAYS_AFTER_A_TERM = 90

/** The member a report belongs to, or why there is no match. */
export type MemberMatch =
  | { readonly member: ListedMember; readonly term: MemberTerm }
  | { readonly problem: string }

/** Finds the member a report belongs to; caches its results. */
export type MemberMatcher = (report: ReportFiler) => MemberMatch

/** Parses the members' names once, for any number of reports.
 *  @returns a matcher: the surname must be equal, a given name must agree (in full, shortened, or by a common nickname), and
 *    the member must have held a seat in that chamber (for the House, that seat) on that day. It gives a reason if nobody or
 *    several fit; it never guesses */
export function createMemberMatcher(members: readonly ListedMember[]): MemberMatcher {
  const all = members.map((member) => ({
    member,
    name: readMemberName(member.nameForms),
    terms: member.terms,
  }))
  const known = { all, bySurname: Map.groupBy(all, ({ name }) => name.surname.at(-1)) }
  const found = new Map<string, MemberMatch>()
  return (report) => {
    const key = JSON.stringify([report.chamber, report.filer, report.state, report.district, report.filedOn])
    const match = found.get(key) ?? matchMember(known, report)
    found.set(key, match)
    return match
  }
}

interface KnownMember {
  readonly member: ListedMember
  readonly name: MemberName
  readonly terms: readonly MemberTerm[]
}

interface KnownMembers {
  readonly all: readonly KnownMember[]
  /** Members by the last word of their surname. */
  readonly bySurname: ReadonlyMap<string | undefined, readonly KnownMember[]>
}

function matchMember({ all, bySurname }: KnownMembers, report: ReportFiler): MemberMatch {
  const ofReport = readName(report.filer)
  // Computed once per report, since there are thousands of terms.
  const endsFrom = addDays(report.filedOn, -DAYS_AFTER_A_TERM)
  const fitting = (bySurname.get(ofReport.words.at(-1)) ?? []).flatMap(({ member, name, terms }) => {
    const term = agrees(name, ofReport) ? findTerm(terms, report, endsFrom) : undefined
    return term === undefined ? [] : [{ member, term }]
  })
  const [only, second] = fitting
  if (only !== undefined && second === undefined) return { member: only.member, term: only.term }
  const where =
    report.state === undefined ? 'the Senate' : `${report.state}${formatDistrict(report.district)}`
  if (only !== undefined) {
    const names = fitting.map(({ member }) => member.name).join(', ')
    return { problem: `several members of ${where} fit the name: ${names}` }
  }
  const isSeated = all.some(({ terms }) => findTerm(terms, report, endsFrom) !== undefined)
  if (!isSeated) return { problem: `the list of members has nobody for ${where} on that day` }
  return { problem: `the list of members has nobody of that name for ${where} on that day` }
}

/** '07'; '' for a state or a seat that cannot be read. */
export const formatDistrict = (district: number | undefined) =>
  district === undefined ? '' : String(district).padStart(2, '0')

/** @param endsFrom  the earliest day on which a term may have ended for its member to file this report */
function findTerm(
  terms: readonly MemberTerm[],
  report: ReportFiler,
  endsFrom: string,
): MemberTerm | undefined {
  const own = terms.filter(
    (term) =>
      term.chamber === report.chamber &&
      (report.state === undefined || term.state === report.state) &&
      (report.district === undefined || term.district === report.district) &&
      term.start <= report.filedOn &&
      endsFrom <= term.end,
  )
  return own.findLast((term) => report.filedOn <= term.end) ?? own.at(-1)
}

interface ReadName {
  /** Lower-case, without accents, titles and suffixes. */
  readonly words: readonly string[]
  readonly suffix: string | undefined
}

const TITLES = new Set(
  'the hon honorable mr mrs ms miss dr rep sen senator representative md facs phd dds esq'.split(' '),
)
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])

function readName(text: string): ReadName {
  const words = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['\u2018\u2019.`]/g, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !TITLES.has(word))
  return {
    words: words.filter((word) => !SUFFIXES.has(word)),
    suffix: words.find((word) => SUFFIXES.has(word)),
  }
}

/** Whether a report can be by the person its chamber lists it under: the surname in one is among the names in the other. Given
 *  names vary, and the list may use a name taken later. */
export function mayBeSamePerson(listed: string, named: string): boolean {
  const [one, other] = [readName(listed).words, readName(named).words]
  const isAmong = (surname: string | undefined, names: readonly string[]) =>
    surname !== undefined && names.includes(surname)
  return isAmong(one.at(-1), other) || isAmong(other.at(-1), one)
}

/** A member's name, parsed for comparison with a report's. */
interface MemberName {
  readonly surname: readonly string[]
  readonly suffix: string | undefined
  /** Every given name and nickname. */
  readonly given: readonly string[]
  /** The first word of each form of the name. */
  readonly first: readonly string[]
}

function readMemberName({
  first,
  nickname,
  middle,
  last,
  suffix,
  officialFull,
}: MemberNameForms): MemberName {
  const surname = readName(last).words
  const own = readName([first, nickname ?? '', middle ?? ''].join(' ')).words
  const full = readName(officialFull ?? '').words.filter((word) => !surname.includes(word))
  return {
    surname,
    suffix: readName(suffix ?? '').suffix,
    given: [...own, ...full],
    first: [readName(first).words, readName(nickname ?? '').words, full]
      .map(firstWord)
      .filter((word) => word !== undefined),
  }
}

function agrees(member: MemberName, report: ReadName): boolean {
  const { surname, suffix } = member
  const hasSurname = surname.join(' ') === report.words.slice(-surname.length).join(' ')
  if (!hasSurname || surname.length === 0) return false
  if (suffix !== undefined && report.suffix !== undefined && suffix !== report.suffix) return false
  const given = report.words.slice(0, -surname.length)
  // A shared middle name is not enough: the first name of one must be among the given names of the other.
  const isAmong = (first: string, others: readonly string[]) =>
    others.some((other) => isSameGivenName(first, other))
  const first = firstWord(given)
  // 'Jo' may be John or, next to him, Joan, so two letters are enough only if the list itself has them.
  const isClear =
    first !== undefined && (first.length > 2 || member.given.includes(first) || isNickname(first))
  return (
    (isClear && isAmong(first, member.given)) ||
    member.first.some((one) =>
      isAmong(
        one,
        given.filter((word) => word.length > 2 || word === one || isNickname(word)),
      ),
    )
  )
}

/** The first word that is not an initial. */
function firstWord(words: readonly string[]): string | undefined {
  return words.find((word) => word.length > 1)
}

/** Tells whether the names are equal, one begins with the other (Dan, Daniel), or both are in one row of NICKNAMES. */
function isSameGivenName(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 2 && long.startsWith(short)) return true
  return NICKNAMES.some((names) => names.includes(a) && names.includes(b))
}

const isNickname = (name: string) => NICKNAMES.some((names) => names.includes(name))

const NICKNAMES: readonly (readonly string[])[] = [
  ['andrew', 'andy', 'drew'],
  ['anthony', 'tony'],
  ['charles', 'chuck', 'charlie'],
  ['deborah', 'debbie'],
  ['donald', 'don'],
  ['edward', 'ed', 'eddie', 'ted'],
  ['elizabeth', 'liz', 'beth', 'betsy', 'lisa'],
  ['gerald', 'jerry'],
  ['henry', 'hank'],
  ['james', 'jim', 'jimmy'],
  ['john', 'jack'],
  ['katherine', 'kathryn', 'catherine', 'kathy', 'kate', 'katie'],
  ['lawrence', 'larry'],
  ['margaret', 'maggie', 'peggy'],
  ['michael', 'mike'],
  ['patricia', 'patty', 'tricia'],
  ['patrick', 'pat'],
  ['rafael', 'ted'],
  ['richard', 'rick', 'dick', 'rich'],
  ['robert', 'bob', 'bobby', 'rob'],
  ['ronald', 'ron'],
  ['stephen', 'steven', 'steve'],
  ['suzanne', 'susan', 'suzan', 'sue'],
  ['thomas', 'tom', 'tommy'],
  ['virginia', 'ginny'],
  ['william', 'bill', 'billy', 'will'],
]
