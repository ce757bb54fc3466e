import { listNoteSentences, MAX_NOTE, MAX_NOTES } from './footnotes.ts'

/** Currencies as notes name them, in lower case. */
const FOREIGN =
  /\b(?:canadian|australian|hong kong|singapore|new zealand|new taiwan|taiwan) (?:dollars?|currency|funds)\b|\b(?!american\b)[a-z]{3,20}(?:an|ese) dollars?\b|\b(?:cad|aud|eur|gbp|gbx|jpy|chf|nok|sek|dkk|ils|nis|rmb|cny|inr|brl|krw|hkd|twd|sgd|zar|mxn)\b|(?:\bc|\bcdn|\ba|\bau|\bhk|\bnt|\br)\$|[€£¥₪₩₹₺₱฿]|\beuros?\b|\bpounds? sterling\b|\bbritish pounds?\b|\bpence\b|\b(?:japanese )?yen\b|\bswiss francs?\b|\bkron(?:a|e|er|or|ur)\b|\bfils\b|\bshekels?\b|\bagorot\b|\brenminbi\b|\byuan\b|\brupees?\b|\brupiah\b|\breais\b|\bbrazilian reals?\b|\bkorean won\b|\bpesos?\b|\bsouth african rand\b|\bbaht\b|\bdirhams?\b|\bzloty(?:s|ch)?\b|\bkorun[ay]s?\b|\bforints?\b|\b(?:turkish )?lira\b|\bringgit\b|\btenge\b|\br(?:o)?ubles?\b|\briyals?\b|\bdinars?\b|\bnaira\b|\b(?:local|foreign) currency\b/
/** Codes of currencies that are not words in capitals. */
const CODES: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !/^(?:US[DNS]|X..|ALL|TOP)$/.test(code)),
)
/** A code next to a figure, in brackets, or after 'in'. */
const CODED = /\b([A-Z]{3}) ?\d|\d ?([A-Z]{3})\b|\(([A-Z]{3})\)|\bin ([A-Z]{3})\b/g
const namesCode = (note: string) =>
  [...note.slice(0, MAX_NOTE).matchAll(CODED)].some((found) =>
    found.slice(1).some((code) => code !== undefined && CODES.has(code)),
  )
const IN_DOLLARS =
  /\bu\.? ?s\.?\b|us ?\$|\busd\b|\bunited states\b|\bin dollars\b|\bconver(?:t|sion)|\bexchange rate|\bequivalent\b|\btranslat/

const NOT_CONVERTED =
  /\b(?:not|never|without)(?: [\w'’]+){0,4} (?:conver(?:t|sion)\w*|translat\w*|u\.?s\.? dollars?|usd)/
const OF_PRICES = /\b(?:prices?|amounts?|values?|denominated|reported)\b/
const OF_DEALS = /\b(?:purchased?|bought|sold|sales?|trad(?:es?|ed)|transactions?|executed|effected)\b/
/** 'Bought on the TSX in Canadian dollars' */
const isPaidIn = (sentence: string) =>
  OF_DEALS.test(sentence) &&
  sentence.split(/\bin /).some((after, at) => at > 0 && FOREIGN.test(after.split(' ', 3).join(' ')))

/** Whether notes give the price in another currency, and do not mention dollars.
 *  @param onPrice  notes on the price itself
 *  @param others  notes on the rest of the trade, and the remarks, which must mention prices, or say in what was traded, to count */
export function isForeignPrice(onPrice: readonly string[], others: readonly string[] = []): boolean {
  const about = listNoteSentences(others)
    .flat()
    .filter((sentence) => OF_PRICES.test(sentence) || isPaidIn(sentence))
  const sentences = [...listNoteSentences(onPrice).flat(), ...about]
  const isCoded = onPrice.slice(0, MAX_NOTES).some(namesCode)
  const isInDollars = (sentence: string) => IN_DOLLARS.test(sentence) && !NOT_CONVERTED.test(sentence)
  return (isCoded || sentences.some((sentence) => FOREIGN.test(sentence))) && !sentences.some(isInDollars)
}

const OF_THE_WHOLE =
  /^(?:this |the )?(?:amount |price |figure |value )?(?:shown |reported |listed )?(?:represents?|reflects?|is) (?:the )?(?:aggregate|total)\b|^(?:the )?(?:aggregate|total) (?:\w+ ){0,2}(?:prices?|amount|cost|consideration|value|paid)\b(?! (?:was|is|of) (?:approximately )?\$)|\bfor all (?:of )?(?:the )?shares\b/
/** Another unit than the dollar, or shares as they were before a split. */
const IN_OTHER_UNITS =
  /\bin (?:cents|hundreds|thousands|millions)\b|\bpre-?split\b|\bprices?\b[^.;]*\b(?:before|prior to)\b[^.;]*\bsplit\b/
const ESTIMATED = /\bestimate[ds]?\b|\bto be determined\b|\bnot (?:yet )?(?:known|determin\w+)/
/** Units that a price may be for, and the securities that have such a price. */
const PER_OTHER: readonly (readonly [note: RegExp, title: RegExp])[] = [
  [
    /\b(?:per|(?:of|for) (?:one|an?|each)) (?:ad[rs]s?|american depositary (?:share|receipt))\b/,
    /\bad[rs]s?\b|\bdepositary\b/i,
  ],
  [/\b(?:per|(?:of|for) (?:one|an?|each)) unit\b/, /\bunits?\b/i],
]

const DEPOSITARY = /\bad[rs]s?\b|\bdepositary\b/i
/** More than one share, or a part of one. */
const STANDS_FOR =
  /\b(?:ad[rs]s?|american depositary (?:shares?|receipts?))\b[^.;]*\b(?:represent(?:s|ing)?|equals?|(?:is|are) (?:equal|equivalent) to) (?:(?:an?|the) (?:\w+ )?(?:interest|right) (?:in|to receive) )?(?!(?:one|1|an?|the|such)\b(?![-/ ]?(?:half|third|fourth|fifth|tenth|hundred(?:th)?|\d)))([\w/.,-]+)/
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 }),
  ...Object.entries({ twelve: 12, fifteen: 15, twenty: 20, 'twenty-five': 25, thirty: 30, forty: 40 }),
  ...Object.entries({ fifty: 50, 'one hundred': 100 }),
])
const NUMBER_OF_SHARES =
  /^(?:(one hundred|[a-z]+(?:-[a-z]+)?) )?(?:\(?(\d{1,4})\)? )?(?:of (?:our|the (?:issuer|company)'s) )?(?:(?:class [a-z]|ordinary|common|registered|bearer) )*(?:shares?|stock)\b/
const PER_SHARE = /\bper (?:(?:ordinary|common|class [a-z]) )+share\b/

/** Whether the price of shares may be that of American Depositary Shares, of which each stands for another number of shares.
 *  @param notes  all notes of the form */
export function mayBePerDepositary(security: string, notes: readonly string[]): boolean {
  const sentences = listNoteSentences(notes).flat()
  return (
    !DEPOSITARY.test(security) &&
    sentences.some((sentence) => STANDS_FOR.test(sentence)) &&
    !sentences.some((sentence) => PER_SHARE.test(sentence))
  )
}

/** Reads how many shares an American Depositary Share stands for, if all notes that say so give the same whole number above one.
 *  @param security  the line's title; undefined is returned for that of depositary shares
 *  @param notes  all notes of the form */
export function readSharesPerDepositary(security: string, notes: readonly string[]): number | undefined {
  if (DEPOSITARY.test(security)) return undefined
  const numbers = listNoteSentences(notes)
    .flat()
    .flatMap((sentence) => {
      const found = STANDS_FOR.exec(sentence)
      return found ? [toNumber(sentence.slice(found.index + found[0].length - (found[1] ?? '').length))] : []
    })
  return new Set(numbers).size === 1 ? numbers[0] : undefined
}

/** 'ten (10) ordinary shares' -> 10 */
function toNumber(text: string): number | undefined {
  const [, word, digits] = NUMBER_OF_SHARES.exec(text) ?? []
  const named = word === undefined ? Number(digits) : NUMBERS.get(word)
  const isOne = digits === undefined || Number(digits) === named
  return named !== undefined && named > 1 && isOne ? named : undefined
}

/** Whether notes on a price say that it is not the price of one share: the sum paid, an estimate, or the price of something else.
 *  @param security  the line's title
 *  @param others  notes on the rest of the trade, which must mention prices to count */
export function isOtherPrice(
  onPrice: readonly string[],
  security: string,
  others: readonly string[] = [],
): boolean {
  const about = listNoteSentences(others)
    .flat()
    .filter((sentence) => /\bprices?\b/.test(sentence))
  return [...listNoteSentences(onPrice).flat(), ...about].some(
    (sentence) =>
      OF_THE_WHOLE.test(sentence) ||
      IN_OTHER_UNITS.test(sentence) ||
      ESTIMATED.test(sentence) ||
      PER_OTHER.some(([note, title]) => note.test(sentence) && !title.test(security)),
  )
}

const RANGE =
  /\b(?:ranging|ranged|range|between)(?: [a-z]+){0,4} \$ ?(\d[\d,]{0,12}(?:\.\d{1,8})?)(?: per share)?,? ?(?:to|and|through|-|–) ?\$ ?(\d[\d,]{0,12}(?:\.\d{1,8})?)/g

/** A range of one day with a wider ratio is mistyped. */
const WIDEST_RANGE = 2

/** Reads the lowest and highest price behind an average price, if the notes give exactly one range.
 *  @param notes  footnotes on the trade's amounts
 *  @returns US dollars a share; undefined also if the price lies outside the range */
export function readPriceRange(
  notes: readonly string[],
  price: number | undefined,
): readonly [low: number, high: number] | undefined {
  const [range, second] = notes
    .slice(0, MAX_NOTES)
    .flatMap((note) =>
      Array.from(note.slice(0, MAX_NOTE).toLowerCase().replaceAll(/\s+/g, ' ').matchAll(RANGE)),
    )
    .map(([, low = '', high = '']): readonly [number, number] => [toDollars(low), toDollars(high)])
  if (range === undefined || second !== undefined || price === undefined) return undefined
  const isLikely = range[1] <= WIDEST_RANGE * range[0]
  return isLikely && range[0] <= price && price <= range[1] ? range : undefined
}

const toDollars = (text: string) => Number(text.replaceAll(',', ''))
