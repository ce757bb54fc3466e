import { cleanText } from './text.ts'

// Many registers write names in capitals, which hides how their owners write them. A longer word that can be pronounced is
// written like a name; a short one may be an abbreviation ("AAR CORP" must not become "Aar Corp."), unless it is an English
// word or a first name.
const SHORT_WORDS: ReadonlySet<string> = new Set(
  (
    'air all art bay big bio car day eye fit fun gas gen ice key lab law map net new oil one our own pet pro ray red sea sky sun ' +
    'tax tea toy via war way zoo ' +
    'amy ann ben bob dan don eli eva jay jim joe kay lee leo max mia roy sam ted tom'
  ).split(' '),
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
  COM: 'com',
  '&': '&',
}
const LEGAL_FORM = /\b(?:Inc|Corp|Co|Ltd|plc)\b/g
const ROMAN = /^[IVX]+$/
const UNSPEAKABLE = /^[^AEIOUY]+$|[^AEIOUY]{4}|^[A-Z]?[^AEIOUY]{3}$|[^AEIOUY][JQXZ]$|^.{0,3}[^AEIOUY]V$/

/** Initials before a name, as no English word begins: JP-MORGAN. */
const INITIALS =
  /^(?!MC|SCH|SCR|SHR|SPH|SPL|SPR|STR|THR|CHR|PHR|PHL|SCL|SKL|THW)([^AEIOUY]{2,})(?=[^AEIOUY][AEIOUY])(.+)$/

/** The suffix by which EDGAR tells companies of the same name apart, a state or an age: 'ACME INC /DE/', '/NEW/', '\DE\'. */
const PLACE = /[/\\](?:\s?[A-Za-z]{2,3}[/\\]?)?$/
/** The class of a share, which exchanges and reports append to a name. */
const SHARE_CLASS =
  /(?<![\s,])[\s,]*(?:[-–] ?)?(?:\bNew )?(?:\bClass [A-Z] )?\b(?:Common (?:Stock|Shares)|Ordinary Shares|(?:American|Global) Depositary (?:Shares|Receipts)\b[^]*|Shares Representing [^]*)$/i
const LEGAL_END =
  /,? (?:Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|LLC|L\.L\.C|LP|L\.P|plc|N\.?V|S\.?A|AG|SE|ASA|S\.?p\.?A)\.?$/i
const LEFT_OVER = /(?:,? (?:&|and))?,?$/i

/** Removes the suffix by which EDGAR tells companies of the same name apart. */
export function dropPlace(name: string): string {
  return name.replace(PLACE, '').trimEnd() || name
}

/** Removes the class of the shares from a name: beside a ticker it tells readers nothing. */
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
    .split(' ')
    .map((word) => presentWord(word))
    .join(' ')
}

/** Returns the name by which people know a company, without legal form and share class: 'Tesla, Inc.' -> 'Tesla',
 *  'ELI LILLY & Co' -> 'Eli Lilly'. Used in search, letter and trades alike. */
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
  // 'COCA-COLA', 'AMAZON.COM', "LOWE'S"
  return word
    .replaceAll(/(?<![\p{Lu}0-9'’])\p{Lu}+(?![\p{Lu}0-9])/gu, quietPart)
    .replace(/['’]S(?![A-Z])/, (end) => end.toLowerCase())
}

function quietPart(part: string): string {
  if (part.length <= 3) {
    if (part === 'COM') return 'com'
    return SHORT_WORDS.has(part.toLowerCase()) ? quietWord(part) : part
  }
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
