import { cleanText } from './text.ts'

// Many registers write names in capitals, which hides how their owners write them. A longer word that can be pronounced is
// written like a name; a short one may be an abbreviation ("AAR CORP" must not become "Aar Corp."), unless it is an English
// word, a first name or part of a place's name.
const SHORT_WORDS: ReadonlySet<string> = new Set(
  (
    'air all arch ark arm art arts bar bay big bio bit bow box buy cap car cat cut day del eat eco elm end era eye fat fit fix fox ' +
    'fun gap gas gen get hat hub ice jet job key lab las law los map mid net new oak odd oil old one our own owl pan pet pop pro ' +
    'ray red rio run san sea sky six son sun tax tea top toy two via war wax way web win yum zoo ' +
    'amy ann ben bob dan don eli eva jay jim joe kay lee leo max mia roy sam ted tom'
  ).split(' '),
)
/** Household names that no rule can tell, for companies on no list, such as those bought by others, and for when the exchange's
 *  list is unavailable; otherwise `chooseName` takes the spelling from the lists. */
const OWN_SPELLINGS: ReadonlyMap<string, string> = new Map(
  'AutoZone CarMax DocuSign DoorDash eBay FedEx JetBlue LinkedIn PayPal PepsiCo SolarCity SunPower WeWork YouTube'
    .split(' ')
    .map((word) => [word.toUpperCase(), word]),
)
const SET_WORDS: Readonly<Record<string, string>> = {
  AND: 'and',
  OF: 'of',
  FOR: 'for',
  THE: 'The',
  INC: 'Inc.',
  CORP: 'Corp.',
  CO: 'Co.',
  LTD: 'Ltd.',
  LLC: 'LLC',
  LP: 'LP',
  PLC: 'plc',
  GMBH: 'GmbH',
  '&': '&',
}
/** Lower case within a name, but not at its beginning: 'ON Semiconductor'. */
const SMALL_WORDS: ReadonlySet<string> = new Set(['THE', 'IN', 'ON', 'TO', 'BY', 'AT', 'OR'])
/** A web address that lost its dot: 'AMAZON COM INC'. */
const LOST_DOT = /(?<=[A-Z0-9])(?<!\b(?:INC|CORP|LTD|CO|LLC)) (?=COM(?:,? (?:INC|CORP|LTD|CO|LLC)\b|$))/
const DOMAIN = /(?<=[A-Z0-9]{2})\.(?:COM|AI|IO|NET|ORG)(?=[.,]*$)/
const ORDINAL = /^\d+(?:ST|ND|RD|TH)$/
const LEGAL_FORM = /\b(?:Inc|Corp|Co|Ltd|plc)\b/g
const ROMAN = /^[IVX]+$/
/** Words that cannot be pronounced. A long word may have as many consonants in a row as 'BANCSHARES' or 'NORTHROP'. */
const UNSPEAKABLE =
  /^[^AEIOUY]+$|^(?=.{1,5}$).*[^AEIOUY]{4}|^[A-Z]?[^AEIOUY]{3}$|[^AEIOUY][JQX]$|[^AEIOUT][Z]$|^.{0,3}[^AEIOUY]V$/
/** A short word that begins as no English word does: CBRE, AAON. */
const ODD_BEGINNING =
  /^(?=.{4}$)(?!BL|BR|CH|CL|CR|DR|DW|FL|FR|GL|GN|GR|KL|KN|KR|MC|PH|PL|PR|RH|SC|SH|SK|SL|SM|SN|SP|SQ|ST|SW|TH|TR|TW|WH|WR|ZH|X)(?:[^AEIOUY]{2}|AA)/

/** Initials before a name, which no English word begins with: JP-MORGAN. */
const INITIALS =
  /^(?!MC|SCH|SCR|SHR|SPH|SPL|SPR|STR|THR|CHR|PHR|PHL|SCL|SKL|THW)([^AEIOUY]{2,})(?=[^AEIOUY][AEIOUY])(.+)$/

/** EDGAR's suffix that tells companies of the same name apart, a state or an age: 'ACME INC /DE/', '/NEW/', '\DE\'. */
const PLACE = /[/\\](?:\s?[A-Za-z]{2,3}[/\\]?)?$/
/** The class of a share, which exchanges and reports append to a name. */
const SHARE_CLASS =
  /(?<![\s,])[\s,]*(?:[-–] ?)?(?:\bNew )?(?:\bClass [A-Z] )?\b(?:Common (?:Stock|Shares)|Ordinary Shares|(?:American|Global) Depositary (?:Shares|Receipts)\b[^]*|Shares Representing [^]*)$/i
const LEGAL_END =
  /,? (?:Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|LLC|L\.L\.C|LP|L\.P|plc|N\.?V|S\.?A|AG|SE|ASA|S\.?p\.?A)\.?$/i
/** Left at the end without the legal form; or the article, which reports put there: 'Coca-Cola Company (The)'. */
const LEFT_OVER = /(?:,? (?:&|and)| \(The\))?,?$/i

/** The first word of a name, by which names that are written in different ways are joined. */
export const firstWordOf = (name: string): string =>
  /[\p{L}\p{N}]+/u.exec(name.toLowerCase().replace(/^the /, ''))?.[0] ?? ''

/** Removes EDGAR's suffix that tells companies of the same name apart. */
export function dropPlace(name: string): string {
  return name.replace(PLACE, '').trimEnd() || name
}

/** Removes the class of the shares from a name: next to a ticker it tells readers nothing. */
export function dropShareClass(name: string): string {
  return name.replace(SHARE_CLASS, '').trim() || name
}

/** Returns a company's name as people write it, as far as a rule can tell, else as filed; without EDGAR's suffix, with its
 *  legal form: 'TESLA MOTORS INC /DE/' -> 'Tesla Motors Inc.'. */
export function presentCompany(name: string): string {
  let plain = cleanText(name)
  while (plain !== dropPlace(plain)) plain = dropPlace(plain)
  if (!isShouted(plain)) return plain
  return plain
    .replace(LOST_DOT, '.')
    .split(' ')
    .map((word, at) => (at > 0 && SMALL_WORDS.has(word) ? word.toLowerCase() : presentWord(word)))
    .join(' ')
}

/** Returns the name that people know a company by, without legal form and share class: 'Tesla, Inc.' -> 'Tesla',
 *  'ELI LILLY & Co' -> 'Eli Lilly'. Search, letter and trades all use it. */
export function presentCompanyShort(name: string): string {
  const whole = presentCompany(name)
  let short = whole
  for (let longer = ''; short !== longer;) {
    longer = short
    short = dropShareClass(dropPlace(longer)).replace(LEGAL_END, '').replace(LEFT_OVER, '')
  }
  // 'The Boeing Company' becomes 'Boeing'.
  if (short !== whole) short = short.replace(/^The (?=\S)/, '')
  return /[\p{L}\p{N}]/u.test(short) ? short : whole
}

/** Chooses among names of one company the spelling of its owner: an exchange's 'AppFolio, Inc.' replaces a register's
 *  'APPFOLIO INC', but a different name never does, nor one that takes a word apart ('JP Morgan').
 *  @param names  the one that takes precedence first */
export function chooseName(names: readonly [string, ...(string | undefined)[]]): string {
  const [first, ...others] = names
  if (!isShouted(dropPlace(first))) return first
  const letters = lettersOf(first)
  const isSpelling = (name: string | undefined) =>
    name !== undefined &&
    !isShouted(dropPlace(name)) &&
    lettersOf(name) === letters &&
    countWords(name) <= countWords(first)
  return others.find(isSpelling) ?? first
}

/** Names a company by its current title: 'Tesla' for a filing of 'TESLA MOTORS INC'.
 *  @param reported  as in a report that names the ticker
 *  @param listed  the current title under that ticker
 *  @returns its short name; the reported one if the two may be different companies: tickers are mistyped, and used again */
export function presentByTicker(reported: string, listed: string | undefined): string {
  const own = presentCompanyShort(reported)
  if (listed === undefined) return own
  const [was, is] = [lettersOf(reported), lettersOf(listed)]
  return was.startsWith(is) || is.startsWith(was) ? presentCompanyShort(listed) : own
}

const countWords = (name: string) => presentCompanyShort(name).split(' ').length

const lettersOf = (name: string) =>
  presentCompanyShort(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Lower-case letters outside the legal form show that the spelling is its owner's. */
const isShouted = (name: string) => !/\p{Ll}/u.test(name.replaceAll(LEGAL_FORM, ''))

function presentWord(word: string): string {
  if (/[a-z]/.test(word)) return word
  const bare = word.replace(/(?<![.,])[.,]+$/, '')
  const comma = word.endsWith(',') ? ',' : ''
  const set = SET_WORDS[bare]
  if (set !== undefined) return set + comma
  if (ORDINAL.test(bare)) return word.toLowerCase()
  // 'COCA-COLA', 'AMAZON.COM', "LOWE'S"
  return word
    .replace(DOMAIN, (end) => end.toLowerCase())
    .replaceAll(/(?<![\p{Lu}0-9'’])\p{Lu}+(?![\p{Lu}0-9])/gu, quietPart)
    .replace(/['’]S(?![A-Z])/, (end) => end.toLowerCase())
}

function quietPart(part: string): string {
  const own = OWN_SPELLINGS.get(part)
  if (own !== undefined) return own
  if (SHORT_WORDS.has(part.toLowerCase())) return quietWord(part)
  if (part.length <= 3 || ODD_BEGINNING.test(part)) return part
  const [, initials, rest] = INITIALS.exec(part) ?? []
  if (initials !== undefined && rest !== undefined && rest.length > 3) return initials + quietPart(rest)
  const isSpoken = !UNSPEAKABLE.test(part.normalize('NFD').replaceAll(/\p{M}/gu, ''))
  return isSpoken && !ROMAN.test(part) ? quietWord(part) : part
}

/** Turns a word in capitals into a name: 'THIEL' -> 'Thiel', "O'BRIEN" -> "O'Brien"; mixed case stays as it is. */
export function quietWord(word: string): string {
  if (word !== word.toUpperCase()) return word
  return word
    .toLowerCase()
    .replaceAll(
      /(^|[-'’])(\p{L})/gu,
      (_whole, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(/^Mc(\p{L})/u, (_whole, letter: string) => `Mc${letter.toUpperCase()}`)
}
