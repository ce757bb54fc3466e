import { presentCompany, quietWord } from '../../lib/company-name.ts'
import { cleanText } from '../../lib/text.ts'
import type { InsiderFiling, InsiderOwner } from '../insiders/insider-filing.ts'

/** Formats name and ticker: 'Tesla, Inc. (TSLA)'. */
export function presentIssuer(issuer: InsiderFiling['issuer']): string {
  const name = presentCompany(issuer.name)
  const ticker = presentTicker(issuer)
  return ticker === undefined ? name : `${name} (${ticker})`
}

/** @returns also undefined for a ticker with a numeral, since no fact backs it, unlike one in the company's name */
export function presentTicker({ ticker }: InsiderFiling['issuer']): string | undefined {
  return ticker === undefined || hasNumeral(ticker) ? undefined : ticker
}

const ENTITY =
  /\b(LP|L\.?L?\.?P|LLC|L\.L\.C|INC|CORP|LTD|TRUST|FUND|FUNDS|CAPITAL|PARTNERS|HOLDINGS?|GROUP|MANAGEMENT|FOUNDATION|COMPANY|CO|BANK|ADVISORS|ADVISERS|VENTURES|INVESTMENTS?|INVESTORS|PLC|NV|BV|SA|AG|GMBH|SARL|SPV|ESTATE|FAMILY|PARTNERSHIP|ASSOCIATES|EQUITY|INTERNATIONAL|MASTER|OPPORTUNIT(Y|IES)|PENSION|PLAN|SERIES|UNIVERSITY|COLLEGE|INSTITUTE|MGMT|AUTHORITY|SOCIETY|ASSOCIATION|ENDOWMENT|TRUSTEES|SECURITIES|LIMITED|INCORPORATED|CORPORATION|FINANCIAL|TECHNOLOGIES|VENTURE|GLOBAL|BROS|BROTHERS|SONS|OF|FOR)\b|[&\d/]/i
const SUFFIX: Readonly<Record<string, string>> = {
  JR: 'Jr.',
  SR: 'Sr.',
  II: 'II',
  III: 'III',
  IV: 'IV',
  MD: 'MD',
  PHD: 'PhD',
}
const PARTICLES = new Set([
  'VAN',
  'VON',
  'DER',
  'DEN',
  'DE',
  'LA',
  'LE',
  'DEL',
  'DI',
  'DA',
  'DU',
  'ST',
  'ST.',
  'EL',
  'AL',
  'TEN',
  'TER',
])

/** Particles that are surnames too: nobody can tell which word of 'LE THAI BINH' is the surname. */
const SURNAMES: ReadonlySet<string> = new Set(['LE', 'DU'])

type NamedOwner = Pick<InsiderOwner, 'name'> &
  Partial<Pick<InsiderOwner, 'isDirector' | 'isOfficer' | 'isPerson'>>

/** Formats an owner's name. People are filed as "Last First Middle" and reordered if that is certain; funds and trusts are
 *  written as companies are, and ambiguous names stay as filed. */
export function presentOwner(owner: NamedOwner): string {
  return presentPerson(owner)?.name ?? presentCompany(owner.name)
}

/** Splits a person's name into full name and last name; a name whose order is uncertain is returned whole as both.
 *  @returns undefined for a fund, a trust or an empty name */
export function presentPerson(
  owner: NamedOwner,
): { readonly name: string; readonly last: string } | undefined {
  const filed = cleanText(owner.name.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim())
  if (filed === '' || ENTITY.test(filed)) return undefined
  const words = filed.split(' ')
  const suffixes = words.filter((word, index) => index > 0 && suffixOf(word) !== undefined)
  const parts = words.filter((word, index) => index === 0 || suffixOf(word) === undefined)
  let lastNameLength = 1
  const mayBeSurname = SURNAMES.has(parts[0]?.toUpperCase() ?? '')
  const isSurname = mayBeSurname && parts.slice(2).every(isInitial)
  const longest = isSurname ? 1 : parts.length - 1
  while (PARTICLES.has(parts[lastNameLength - 1]?.toUpperCase() ?? '') && lastNameLength < longest)
    lastNameLength++
  const last = parts.slice(0, lastNameLength)
  const given = parts.slice(lastNameLength)
  // "Last First Middle" is unambiguous; a fourth word might be a second last name, unless it is an initial.
  const isShort = given.length <= 2 || given.slice(1).every(isInitial)
  const isHolder = mayBeFirm(owner)
  const isCertain = isShort && (!isHolder || suffixes.length > 0 || given.some(isInitial))
  if (given.length === 0 || !isCertain || (mayBeSurname && !isSurname)) return { name: filed, last: filed }
  const lastName = last.map((word) => quietWord(word))
  return {
    name: [
      ...given.map((word) => (isInitial(word) ? `${word.slice(0, 1).toUpperCase()}.` : quietWord(word))),
      ...lastName,
      ...suffixes.map((word) => suffixOf(word) ?? word),
    ].join(' '),
    last: lastName.join(' '),
  }
}

/** An owner who is neither director nor officer may be a firm: 'WARBURG PINCUS'. */
const mayBeFirm = ({ isDirector, isOfficer, isPerson }: NamedOwner) =>
  isDirector === false && isOfficer === false && isPerson !== true

/** Marks the people among owners who are neither director nor officer by this filing.
 *  @param ciks  the owners who are director or officer by any form
 *  @returns the owners; one next to a person of the same surname is a person too */
export function markPeople(owners: readonly InsiderOwner[], ciks: ReadonlySet<string>): InsiderOwner[] {
  const known = owners.filter((owner) => !mayBeFirm(owner) || ciks.has(owner.cik))
  const surnames = new Set(
    known.flatMap((owner) => presentPerson({ name: owner.name })?.last.toUpperCase() ?? []),
  )
  return owners.map((owner) => {
    const person = mayBeFirm(owner) ? presentPerson({ name: owner.name }) : undefined
    const isPerson = person && (ciks.has(owner.cik) || surnames.has(person.last.toUpperCase()))
    return isPerson === true ? { ...owner, isPerson } : owner
  })
}

const CHIEF =
  /^(?:chair(?:man|woman|person)?(?: of the board)?,? (?:and|&) )?(?:president,? (?:and|&) )?(?:ceo|chief executive officer)(?:,? (?:and|&) (?:president|director|chair(?:man|woman|person)?))?$/i
const FINANCE_CHIEF =
  /^(?:(?:executive|senior) vice president,? (?:and|&) )?(?:cfo|chief financial officer)(?: (?:and|&) treasurer)?$/i

const LAWYER =
  /^(?:(?:[es]vp|(?:executive|senior) vice president)(?:,| and| &) )?(?:general counsel|gc|chief legal officer)(?:,? (?:and|&) (?:corporate )?secretary)?$/i

/** Titles that name no office, on forms whose officer box is checked. */
const NO_OFFICE =
  /^(?:(?:non-?(?:executive|employee) |independent |lead )*director|(?:(?:more than|over|greater than|>) ?)?(?:10|ten) ?(?:%|per ?cent) ?(?:\+ )?(?:beneficial )?(?:owners?|(?:share|stock)?holders?)|members? of (?:a |the )?(?:10% |13\(?d\)? |section 13\(d\) )?(?:owner(?:ship)? )?group)$/i

/** The owner's role in a plain word or two, if the form leaves no doubt; any other officer's title gives 'executive'. */
export function presentPlainRole(
  owner: Pick<InsiderOwner, 'officerTitle' | 'isOfficer' | 'isDirector' | 'isTenPercentOwner' | 'hasLeft'>,
): 'CEO' | 'finance chief' | 'top lawyer' | 'executive' | 'director' | 'major owner' | undefined {
  const title = cleanText(owner.officerTitle ?? '')
  if (owner.hasLeft === true || /\b(?:former|ex|retired|past)\b/i.test(title)) return undefined
  if (CHIEF.test(title)) return 'CEO'
  if (FINANCE_CHIEF.test(title)) return 'finance chief'
  if (owner.isOfficer && LAWYER.test(title)) return 'top lawyer'
  if (owner.isOfficer && !NO_OFFICE.test(title)) return 'executive'
  if (owner.isDirector) return 'director'
  return owner.isTenPercentOwner ? 'major owner' : undefined
}

/** Titles in the short form that lists use; forms write them in full, in short and in capitals. */
const SHORT_TITLES: readonly (readonly [RegExp, string])[] = [
  [/\bchief (executive|financial|operating|technology|information|marketing|legal) officer\b/gi, ''],
  [/\bexec(?:utive|\.)? v(?:ice)?[ -]?p(?:res(?:ident|\.)?)?\b/gi, 'EVP'],
  [/\b(?:senior|sr\.?) v(?:ice)?[ -]?p(?:res(?:ident|\.)?)?\b/gi, 'SVP'],
  [/\bvice[ -]pres(?:ident|\.)?/gi, 'VP'],
  [/\bpres\b\.?/gi, 'President'],
  [/\bcorp\b\.?(?= sec)/gi, 'Corporate'],
  [/\bsec(?:y\b|'y\b|\b)\.?/gi, 'Secretary'],
  [/\bgc\b/gi, 'General Counsel'],
  [/\bprod\b\.?/gi, 'Product'],
  [/ and /gi, ' & '],
  [/,(?=\S)/g, ', '],
]
const CHIEFS: Readonly<Record<string, string>> = {
  executive: 'CEO',
  financial: 'CFO',
  operating: 'COO',
  technology: 'CTO',
  information: 'CIO',
  marketing: 'CMO',
  legal: 'CLO',
}
const KEPT_SHORT = /^(?:C[A-Z]{1,3}O|[ES]?VP|IR|HR|IT|R&D|US|USA|UK|EMEA|II|III|IV)$/

/** Writes an officer's title in one way: 'Chief Executive Officer' and 'PRESIDENT AND CEO' as 'CEO' and 'President & CEO'. */
function presentTitle(title: string): string {
  const short = SHORT_TITLES.reduce(
    (text, [pattern, words]) =>
      text.replace(pattern, (found, chief: unknown) =>
        typeof chief === 'string' ? (CHIEFS[chief.toLowerCase()] ?? found) : words,
      ),
    title,
  )
  if (/\p{Ll}{2}/u.test(title)) return short
  return short.replaceAll(/\p{L}[\p{L}&]*/gu, (word) =>
    KEPT_SHORT.test(word) ? word : quietWord(word.toUpperCase()),
  )
}

/** The owner's role, its title in a list's short form; '' if the form gives none. */
export function presentRole(owner: InsiderOwner): string {
  if (owner.hasLeft === true) return ''
  const title = cleanText(owner.officerTitle ?? '')
  // A numeral in a title is backed by no fact, and 'See remarks' is not a title.
  if (title !== '' && !hasNumeral(title) && !/^see\b/i.test(title)) return presentTitle(title)
  if (owner.isOfficer || owner.officerTitle !== undefined) return 'officer'
  if (owner.isDirector) return 'director'
  return owner.isTenPercentOwner ? 'holder of over a tenth of the company' : ''
}

function suffixOf(word: string): string | undefined {
  return SUFFIX[word.replaceAll('.', '').toUpperCase()]
}

function isInitial(word: string): boolean {
  return /^\p{L}\.?$/u.test(word)
}

const NUMBER_WORDS = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands ' +
    'million millions billion billions trillion trillions dozen dozens half halves thirds quarters fourths fifths ' +
    'tenths double doubled doubling twice thrice triple tripled tripling quadruple quadrupled'
  ).split(' '),
)
// A number in the digits of any script, a fraction in words ('a third', not 'the third quarter'), or a word.
const RUN =
  /(?:[-−+]\s?)?[$€£]?\p{N}(?:[\p{N}.,]*\p{N})?%?|\b(?:a|one|two|three|four) (?:third|quarter|fifth|sixth|tenth)\b|\p{L}+/giu

export interface Numeral {
  readonly text: string
  readonly index: number
}

/** Finds every number in a text, in digits or words. A ticker in capitals (TWO) is a name, not a number.
 *  @returns numerals in text order */
export function findNumerals(text: string): Numeral[] {
  return [...text.matchAll(RUN)]
    .map((match) => ({ text: match[0], index: match.index }))
    .filter(({ text: run }) => /\p{N}| /u.test(run) || isNumberWord(run))
}

export function hasNumeral(text: string): boolean {
  return findNumerals(text).length > 0
}

function isNumberWord(word: string): boolean {
  const isTicker = word.length > 1 && word === word.toUpperCase()
  return !isTicker && NUMBER_WORDS.has(word.toLowerCase())
}

/** A letter from A to C after a separator is a share class; other letters name exchanges, such as .L for London. */
const SHARE_CLASS = /^([A-Z0-9]{1,6})[\s./-]([A-C])$/

/** Normalizes a ticker for comparison: BRK-B, brk/b and BRK.B become the same.
 *  @param typed  the ticker as somebody wrote it */
export function normaliseTicker(typed: string): string {
  return cleanText(typed).toUpperCase().replace(SHARE_CLASS, '$1.$2')
}

/** Lists all forms in which records may have stored a ticker. */
export function listTickerForms(typed: string): string[] {
  const ticker = normaliseTicker(typed)
  const [, base, shareClass] = SHARE_CLASS.exec(ticker) ?? []
  return base === undefined ? [ticker] : ['.', '-', '/', ' '].map((sign) => `${base}${sign}${shareClass}`)
}
