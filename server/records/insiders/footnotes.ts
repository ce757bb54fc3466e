import { isCalendarDay } from '../../lib/dates.ts'
import { tidyWords } from '../names/trade-kinds.ts'

/** How the shares of a Form 4 line with code P or S changed hands, by its footnotes: not a trade (reinvestment, employee
 *  plan, gift; 'transfer': a conversion, distribution, merger, settlement, mistake or the like), or a trade told apart from
 *  others. */
export type InsiderVia = NoTradeVia | TradeVia
/** A trade with the company or its banks instead of the market, or a sale to cover taxes only. */
export type TradeVia = OfferVia | 'taxes'
export type NoTradeVia = 'reinvestment' | 'employee plan' | 'gift' | 'transfer'
export type OfferVia = 'offering' | 'placement'

/** The reason for a sale by the seller's own footnote, except taxes alone (that is a `via`). 'part taxes': taxes among other
 *  reasons. */
export type SaleReason =
  | 'part taxes'
  | 'option cost'
  | 'tax planning'
  | 'estate planning'
  | 'loan'
  | 'diversification'

/** Notes are cut here, in characters; the schema allows 1,000. */
const MAX_NOTE = 2_000
/** Notes read per line; real lines have a handful. */
const MAX_NOTES = 20

const ABBREVIATED =
  /\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.(?= \d)|\b(?:u\.s|inc|corp|co|ltd|l\.p|l\.l\.c|no|mr|mrs|ms|dr|jr|sr)\./g

/** Splits each footnote into sentences, in lower case and without the full stops of abbreviations. */
function listNoteSentences(notes: readonly string[]): string[][] {
  return notes.slice(0, MAX_NOTES).map((note) =>
    note
      .slice(0, MAX_NOTE)
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .replaceAll('’', "'")
      .replaceAll(ABBREVIATED, (word) => word.replaceAll('.', ''))
      .split(/(?<=[.;]) /),
  )
}

const SOLD =
  /\b(?:sold|sales?|sell|selling|dispos(?:ed|itions?|al)|sell-to-cover|transactions? (?:was|were) (?:made|effected))\b/
/** From 'to cover' to the tax, or (FOR_OPTIONS) to the cost of an option. */
const FOR_TAXES =
  /\b(?:to|for|of) (?:\w+ly )?(?:cover(?:ing)?|satisf(?:y|ying)|pay(?:ing)?|fund(?:ing)?|meet(?:ing)?|discharg(?:e|ing))(?: [\w$',()/-]+){0,12}? (?:tax|taxes|taxation|tax-related|withholding)\b/
const FOR_OPTIONS =
  /\b(?:to|for|of) (?:\w+ly )?(?:cover(?:ing)?|satisf(?:y|ying)|pay(?:ing)?|fund(?:ing)?|meet(?:ing)?)(?: [\w$',()/-]+){0,12}? (?:exercise (?:price|costs?)|option price|strike price|costs? of (?:the )?exercis(?:e|ing))\b/
const SELL_TO_COVER = /\bsell[- ]to[- ]cover\b/
const OF_TAX = /\b(?:tax|taxes|withholding)\b/
/** Words that refer to shares other than the line's, or to shares not sold. */
const ASIDE =
  /\b(?:includ(?:es?|ing)|exclud(?:es?|ing)|other than|except|previously|in addition to|will|may|would|intends?|expects?|withheld|retained|surrendered)\b|\b(?:not|nor|never|neither|rather than)(?: \w+){0,3} ?$/
const IN_PART =
  /\b(?:part|partly|partially|portion|some|certain|primarily|mainly|principally|among other|as well as|remainder|remaining|balance)\b/
/** Reasons other than taxes. */
const MORE_REASONS =
  /\bdiversif|\bliquidity\b|\b(?:financial|estate|personal|charitable|investment)\b|\bother (?:purposes|expenses|reasons|needs)\b|\b(?:loan|debt|margin|mortgage|home)\b/

type ForTaxes = 'taxes' | 'part taxes' | 'option cost' | 'unclear'

/** Tells from the sentences of one note whether the sale was made to cover taxes. A note that names further reasons, or only
 *  part of the sale, makes it 'part taxes'; 'unclear' if the part may refer to something else. */
function readForTaxes(sentences: readonly string[]): ForTaxes | undefined {
  const isOfTax = sentences.some((sentence) => OF_TAX.test(sentence))
  for (const sentence of sentences) {
    if (!SOLD.test(sentence)) continue
    const options = FOR_OPTIONS.exec(sentence)
    if (options && !ASIDE.test(sentence.slice(0, options.index))) return 'option cost'
    const purpose =
      FOR_TAXES.exec(sentence) ??
      (isOfTax && !/\bexercise (?:price|cost)/.test(sentence) ? SELL_TO_COVER.exec(sentence) : null)
    if (!purpose || ASIDE.test(sentence.slice(0, purpose.index))) continue
    if (IN_PART.test(sentence) || MORE_REASONS.test(sentence)) return 'part taxes'
    return sentences.some((other) => IN_PART.test(other)) ? 'unclear' : 'taxes'
  }
  return undefined
}

const REASONS: readonly (readonly [SaleReason, RegExp])[] = [
  ['tax planning', /\btax(?:[ -]\w+)?[ -]planning\b|\btax[- ]loss harvesting\b/],
  ['estate planning', /\bestate[ -]planning\b/],
  [
    'loan',
    /\bmargin calls?\b|\bforeclos\w*|\bpledgee\b|\bby the lenders?\b|\brepay(?:ment|ing)?(?: of)?(?: \w+){0,4} (?:loans?|debt|indebtedness|borrowings?)\b/,
  ],
  ['diversification', /\bdiversif(?:y|ying|ication)\b/],
]

/** Reads why shares were sold from the footnotes on the trade itself.
 *  @param code  the line's code; a reason is read for S only
 *  @returns 'taxes' for taxes alone; undefined if the notes give no clear reason */
export function readSaleReason(code: string, notes: readonly string[]): SaleReason | 'taxes' | undefined {
  if (code !== 'S') return undefined
  const all = listNoteSentences(notes)
  const forTaxes = all.map(readForTaxes).filter((found) => found !== undefined)
  const options = forTaxes.find((found) => found === 'option cost')
  if (options) return options
  if (forTaxes.length > 0)
    return forTaxes.find((found) => found !== 'taxes' && found !== 'unclear') ?? soleOf(forTaxes)
  const sold = all.flat().filter((sentence) => SOLD.test(sentence))
  return REASONS.find(([, words]) =>
    sold.some((sentence) => {
      const found = words.exec(sentence)
      return found !== null && !ASIDE.test(sentence.slice(0, found.index))
    }),
  )?.[0]
}

const soleOf = (found: readonly ForTaxes[]) => (found.every((one) => one === 'taxes') ? 'taxes' : undefined)

/** Words that introduce shares of the holding, not of the trade: 'includes 20 shares acquired under the plan'. */
const OF_THE_HOLDING =
  /\b(?:includ(?:es?|ing)|as well as|in addition to|together with|previously|prior to|following|since the (?:date|last))\b/
const EMPLOYEE_PLAN =
  /\bemployee(?:s['’]|['’]s|s)? (?:stock|share) (?:purchase|ownership) plan\b|\bespp\b|\b401 ?\(k\)|\bdeferred compensation plan\b|\bpayroll deductions?\b/
const IN_OFFERING =
  /\b(?:in|through|from|under|of|as part of|pursuant to|at|participat\w+ in|closing of|connection with) (?:an? |the |its |this |such |(?:the )?(?:issuer|company)['’]s )?(?:[\w.,'’-]+ ){0,4}?(?:public|common stock|direct|registered|rights|secondary|follow-on|underwritten) (?:offerings?|offering price)\b|\bdirected share program\b|\b(?:in|at) (?:the |its |the (?:issuer|company)['’]s )?ipo\b|\b(?:to|from|by) the underwriters?\b/
const IN_PLACEMENT =
  /\bprivate(?:ly)?[ -](?:placements?|sales?|purchases?|transactions?|negotiated)\b|\bpurchase agreements?\b|\bsubscription agreements?\b|\bpipe (?:financing|transaction|investment)\b|\b(?:backstop|standby) (?:purchase|commitment|agreement)|\bdirectly from the (?:issuer|company)\b|\b(?:acquired|purchased|bought|sold|sales?|issued)(?: (?:shares|stock|back))? (?:from|to) the (?:issuer|company)\b(?!['’])|\b(?:issuer|company) (?:repurchased|redeemed|bought back)\b|\brepurchased? by the (?:issuer|company)\b/
const GIVEN_AWAY =
  /\b(?:bona fide|charitable) (?:gifts?|contributions?|donations?)\b|\bgift(?:ed)? (?:of|to|by|from)\b|\bdonat(?:ed|ion)\b|\bdonor[- ]advised\b/
/** Shares that changed their owner, or their form, without a purchase or a sale. */
const MOVED: readonly RegExp[] = [
  /\b(?:no|any|without|mere|not) (?:a )?change (?:in|of)(?: the)?(?: [\w'’]+){0,4} (?:ownership|interest)\b/,
  /\btransfer(?:red|s)?(?: [\w'’]+){0,6} (?:to|into|between|from)(?: [\w'’]+){0,6} (?:trusts?|llc|l\.l\.c|spouse|wife|husband|partnership|affiliates?|entity|foundation)\b/,
  /\bdomestic relations order\b|\bdivorce\b|\bmarital (?:settlement|separation|dissolution)\b/,
  /\bin[- ]kind\b|\bpro[- ]rata(?: \w+){0,3} distributions?\b|\bdistribut(?:ed|ions?)(?: [\w'’]+){0,6} (?:to|from|by)(?: [\w'’]+){0,6} (?:partners|members|partnership|fund|beneficiar(?:y|ies)|(?:stock|share|unit)?holders)\b|\bfor no consideration\b|\bwithout consideration\b/,
  /\bmerger agreement\b|\bplan of merger\b|\beffective time\b|\b(?:in|through|by|pursuant to|result of) (?:the |a )?merger\b|\btender(?:ed)?(?: [\w'’]+){0,6} offer\b|\bexchange offer\b/,
  /\bexchange fund\b|\bin exchange for(?: [\w'’]+){0,4} (?:units|interests?|shares|stock|notes?|securities|membership)\b/,
  /\bforward (?:sales?|purchase) (?:contract|agreement|transaction)\b|\b(?:prepaid|postpaid)(?: \w+){0,2} forward\b/,
]
/** The same of a purchase: what was owed, held or earned became shares. */
const TURNED =
  /\b(?:conver(?:ted|sions?)|exercis(?:ed|es?|ing)|vest(?:ed|ing)|settle(?:d|ment)|satisfaction|cancellation|extinguishment|repayment) (?:of|into|from)\b|\bin (?:lieu|payment|consideration) (?:of|for)\b|\bas (?:compensation|payment|consideration)\b|\binherit(?:ed|ance)\b|\bbequ(?:est|eathed)\b/
const OF_A_DEAL = /\b(?:sales?|sold|purchased?|trades?|transactions?|shares)\b/
const MISTAKEN =
  /\bin error\b|\berroneous(?:ly)?\b|\binadvertent(?:ly)?\b|\brescinded\b|\breversed\b|\bunwound\b/
const OF_THE_FORM =
  /\b(?:form|reports?|reported|reporting(?! (?:persons?|owners?)\b)|fil(?:ed|ing)|amend(?:ed|ment)?|previously|omitted|disclos\w*)\b/

/** Reads how shares changed hands from the footnotes on the trade itself (title, date, code, number and price), not on the
 *  holding.
 *  @param code  only P and S are read: any other code speaks for itself
 *  @returns undefined if the footnotes say nothing: on the open market or in private */
export function readInsiderVia(code: string, footnotes: readonly string[]): InsiderVia | undefined {
  if (code !== 'P' && code !== 'S') return undefined
  const sentences = footnotes.slice(0, MAX_NOTES).flatMap((note) => tidyWords(note).split(/(?<=[.;]) /))
  const says = (words: RegExp) =>
    sentences.some((sentence) => words.test(sentence) && !OF_THE_HOLDING.test(sentence))
  if (
    code === 'P' &&
    says(/\bdividends? reinvest|\breinvest\w* (?:of )?(?:cash )?(?:dividends?|distributions?)|\bdrip\b/)
  ) {
    return 'reinvestment'
  }
  if (says(EMPLOYEE_PLAN)) return 'employee plan'
  if (says(GIVEN_AWAY)) return 'gift'
  if (readSaleReason(code, footnotes) === 'taxes') return 'taxes'
  if (code === 'P' && says(IN_OFFERING)) return 'offering'
  const isMistake = (sentence: string) =>
    MISTAKEN.test(sentence) && OF_A_DEAL.test(sentence) && !OF_THE_FORM.test(sentence)
  const isMoved = (sentence: string) =>
    MOVED.some((words) => words.test(sentence)) &&
    !OF_THE_HOLDING.test(sentence) &&
    !/\b(?:sold|proceeds)\b/.test(sentence)
  if (sentences.some(isMoved) || (code === 'P' && says(TURNED)) || sentences.some(isMistake))
    return 'transfer'
  if (says(IN_PLACEMENT)) return 'placement'
  return says(IN_OFFERING) ? 'offering' : undefined
}

// "10b5-1" as filers type it: 10B-5-1, 10(b)5-1, 10b-5(1), with any dash.
const PLAN = /10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1(?!\d)/u
/** Asides that stand between commas inside a denial. */
const IN_WHOLE = /, in whole or in part,/g
/** "not made under a Rule 10b5-1 plan", "outside of his 10b5-1 plan", "intends to adopt a 10b5-1 plan". */
const NOT_OF_PLAN =
  /(?:n't|\b(?:not|no|none|neither|nor|never|without|outside|apart|independent(?:ly)?|separate(?:ly)?|unrelated|other than|except(?:ing)?|rather than|instead of|in addition to|prior to|terminat\w*|cancel\w*|expir\w*|intend\w*|may(?! \d)|will|would|anticipate\w*|remain\w* [^.,;]{0,60}\bsubject to))\b[^.,;]{0,80}10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1(?!\d)[^.,;]*/gu
/** "The Rule 10b5-1 plan was terminated": a plan that has ended, or only begun, is not said to be that of the trade. */
const ENDED = /\b(?:terminat|cancel|expired|suspend)/
const UNDER =
  /\b(?:under|pursuant to|according to|in accordance with|in compliance with|by|through|via|per|as part of|in connection with|consistent with) (?:[\w'’.()-]+ ){0,8}?(?:rule )?10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1(?!\d)/u

/** Whether a note says that a trade was made under a plan; false for a denial ("not made under a Rule 10b5-1 plan"), and for a
 *  plan that had ended or is still to come. */
export function namesPlan(text: string): boolean {
  return listNoteSentences([text])
    .flat()
    .map((sentence) => sentence.replaceAll(IN_WHOLE, '').replaceAll(NOT_OF_PLAN, ''))
    .some((sentence) => PLAN.test(sentence) && (!ENDED.test(sentence) || UNDER.test(sentence)))
}

/** Whether a note says that a trade was made without a plan. */
export function deniesPlan(text: string): boolean {
  return (
    !namesPlan(text) &&
    listNoteSentences([text])
      .flat()
      .some(
        (sentence) =>
          PLAN.test(sentence) && /\b(?:not|outside|independent|separate|unrelated)\b/.test(sentence),
      )
  )
}

/** Currencies as notes name them, in lower case. */
const FOREIGN =
  /\b(?:canadian|australian|hong kong|singapore|new zealand|new taiwan|taiwan) dollars?\b|\b(?:cad|aud|eur|gbp|gbx|jpy|chf|nok|sek|dkk|ils|nis|rmb|cny|inr|brl|krw|hkd|twd|sgd|zar|mxn)\b|(?:\bc|\bcdn|\ba|\bau|\bhk|\bnt|\br)\$|[€£¥₪₩₹]|\beuros?\b|\bpounds? sterling\b|\bbritish pounds?\b|\bpence\b|\b(?:japanese )?yen\b|\bswiss francs?\b|\b(?:norwegian|swedish|danish) (?:kron\w*)\b|\b(?:israeli )?(?:new )?shekels?\b|\brenminbi\b|\byuan\b|\brupees?\b|\breais\b|\bkorean won\b|\bmexican pesos?\b|\bsouth african rand\b/
const IN_DOLLARS =
  /\bu\.? ?s\.?\b|us ?\$|\busd\b|\bunited states\b|\bconver(?:t|sion)|\bexchange rate|\bequivalent\b|\btranslat/

const NOT_CONVERTED =
  /\b(?:not|never|without)(?: [\w'’]+){0,4} (?:conver(?:t|sion)\w*|translat\w*|u\.?s\.? dollars?|usd)/
const OF_PRICES = /\b(?:prices?|amounts?|values?|denominated|reported)\b/

/** Whether notes give the price in another currency, and say nothing of dollars.
 *  @param onPrice  notes on the price itself
 *  @param others  on the rest of the trade, and the remarks: these must speak of prices */
export function isForeignPrice(onPrice: readonly string[], others: readonly string[] = []): boolean {
  const about = listNoteSentences(others)
    .flat()
    .filter((sentence) => OF_PRICES.test(sentence))
  const sentences = [...listNoteSentences(onPrice).flat(), ...about]
  const isInDollars = (sentence: string) => IN_DOLLARS.test(sentence) && !NOT_CONVERTED.test(sentence)
  return sentences.some((sentence) => FOREIGN.test(sentence)) && !sentences.some(isInDollars)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ADOPTED = /\b(?:adopted|entered into|established|executed|dated|adoption date of)\b/g
/** Words in between that point to another event, which the date would belong to. */
const ANOTHER_EVENT = /\b(?:amend|modif|terminat|expir|grant|vest|and\b|or\b)/
/** 'august 16, 2021', '16 august 2021', '8/16/2021', '2021-08-16' */
const A_DAY =
  /\b(?:([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2}) ([a-z]{3,9}),? (\d{4})|(\d{1,2})[/-](\d{1,2})[/-](\d{4})|(\d{4})-(\d{2})-(\d{2}))\b/
/** Characters that may stand between, such as who adopted it. */
const MOST_BETWEEN = 100

/** Reads the day on which the plan was adopted, if the notes that name the rule give exactly one.
 *  @param notes  footnotes of the line, and the remarks
 *  @returns 'YYYY-MM-DD'; undefined if there is none, more than one, or one after the trade */
export function readPlanAdoption(notes: readonly string[], tradedOn: string): string | undefined {
  const days = new Set(
    notes.filter(namesPlan).flatMap((note) =>
      listNoteSentences([note])
        .flat()
        .flatMap((sentence) => findAdoption(sentence) ?? []),
    ),
  )
  const [day, second] = [...days]
  return second === undefined && day !== undefined && day <= tradedOn ? day : undefined
}

function findAdoption(sentence: string): string | undefined {
  for (const { index, 0: word } of sentence.matchAll(ADOPTED)) {
    const rest = sentence.slice(index + word.length, index + word.length + MOST_BETWEEN)
    const found = A_DAY.exec(rest)
    if (found && !ANOTHER_EVENT.test(rest.slice(0, found.index))) return toDay(found)
  }
  return undefined
}

function toDay(found: RegExpExecArray): string | undefined {
  const [, name1, day1, year1, day2, name2, year2, month3, day3, year3, year4, month4, day4] = found
  const name = name1 ?? name2
  const month = name === undefined ? Number(month3 ?? month4) : MONTHS.indexOf(name.slice(0, 3)) + 1
  const two = (figure: number | string | undefined) => String(figure).padStart(2, '0')
  const written = `${year1 ?? year2 ?? year3 ?? year4}-${two(month)}-${two(day1 ?? day2 ?? day3 ?? day4)}`
  return isCalendarDay(written) ? written : undefined
}

const RANGE =
  /\b(?:ranging|ranged|range|between)(?: [a-z]+){0,4} \$ ?(\d[\d,]{0,12}(?:\.\d{1,8})?)(?: per share)?,? ?(?:to|and|through|-|–) ?\$ ?(\d[\d,]{0,12}(?:\.\d{1,8})?)/g

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
  return range[0] <= price && price <= range[1] ? range : undefined
}

const toDollars = (text: string) => Number(text.replaceAll(',', ''))
