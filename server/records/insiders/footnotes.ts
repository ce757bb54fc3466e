import { tidyWords } from '../names/trade-kinds.ts'

/** How the shares of a Form 4 line with code P or S changed hands, by its footnotes: not a trade (reinvestment, employee
 *  plan, gift; 'transfer': a conversion, distribution, merger, settlement, mistake or the like), or a trade told apart from
 *  others. */
export type InsiderVia = NoTradeVia | TradeVia
/** A trade with the company or its banks instead of the market, a sale to cover taxes only, or a trade whose notes could not all be
 *  read, which may be anything. */
export type TradeVia = OfferVia | 'taxes' | 'unread note'
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
export const MAX_NOTE = 2_000
/** Notes read per line; real lines have a handful. */
export const MAX_NOTES = 20

const ABBREVIATED =
  /\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.(?= \d)|\b(?:u\.s|inc|corp|co|ltd|l\.p|l\.l\.c|no|mr|mrs|ms|dr|jr|sr)\./g

/** Splits each footnote into sentences, in lower case and without the full stops of abbreviations. */
export function listNoteSentences(notes: readonly string[]): string[][] {
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
/** Another person's taxes, or taxes on something other than what was sold. */
const OF_OTHER_TAXES =
  /\btax(?:es)?(?: (?:obligations?|liabilit(?:y|ies)|due|owed|payable|arising|resulting))* (?:of|on|for|from) (?:the |an? |its )?(?:issuer|company|corporation|employer|another|others?|earlier|prior|previous|spouse|wife|husband)\b(?!')|\b(?:issuer|company|corporation|employer|spouse|wife|husband)'s (?:\w+ )?tax(?:es)?\b(?! withholding)|\bproperty tax|\b(?:sold|sell) no\b|\bno (?:shares|sales?)\b/
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
    if (OF_OTHER_TAXES.test(sentence)) return 'unclear'
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
  /\b(?:includ(?:es?|ing)|as well as|in addition to|together with|previously|prior to|following(?! (?:the|their|his|her) (?:divorce|death|dissolution|closing))|since the (?:date|last))\b/
/** Words of a sale that tell where its shares came from: 'acquired under the ESPP', 'received as a gift from'. */
const OF_THE_ORIGIN =
  /\b(?:shares|stock|securities|ads[s]?)(?: [\w'’]+){0,4} (?:were|was|had been|have been) (?:originally |previously |first )?(?:acquired|received|obtained|purchased|bought|issued|granted|vested|(?:distributed|delivered|transferred) to the reporting (?:person|owner)s?(?!['’]))\b|^(?:reflects |represents )?(?:(?:shares|stock)(?: [\w'’]+){0,4} )?(?:acquired|received|obtained|(?:shares )?(?:distributed|delivered) to the reporting (?:person|owner)s?(?!['’]))\b/
const EMPLOYEE_PLAN =
  /\b(?:employee|associate|team member|colleague|worldwide|international|management|executive|director)(?:s['’]|['’]s|s)? (?:stock|share) (?:purchase|ownership|savings) plan\b|\bespp\b|\besop\b|\b401 ?\(?k\b|\b(?:issuer|company|employer|corporation|bank)(?:['’]s)? (?:[\w-]+ ){0,3}(?:savings|retirement|profit[- ]sharing)(?: \w+)? plan\b|\bthrift (?:savings )?plan\b|\bdeferred (?:compensation|fees?) plan\b|\bpayroll (?:deductions?|contributions?)\b/
const NOT_IN_PLAN = /\b(?:not|no|none|nor)\b/
const IN_OFFERING =
  /\b(?:in|through|from|under|of|as part of|pursuant to|at|participat\w+ in|closing of|connection with) (?:an? |the |its |this |such |(?:the )?(?:issuer|company)['’]s )?(?:[\w.,'’-]+ ){0,4}?(?:public|common stock|direct|registered|rights|secondary|follow-on|underwritten) (?:offerings?|offering price)\b|\bdirected share program\b|\b(?:in|at) (?:the |its |the (?:issuer|company)['’]s )?ipo\b|\b(?:to|from|by) (?:the|an) underwriters?\b|\bunderwriting (?:agreement|discounts?|commissions?)\b|\bunderwriters['’]? (?:option|exercise)|\bover-?allotment\b|\bpublic offering price\b|\bregistered secondary\b/
/** An offering that is mentioned for another reason. */
const OF_LOCK_UP = /\block(?:ed)?-? ?up\b/
const IN_PLACEMENT =
  /\bprivate(?:ly)?[ -](?:placements?|sales?|purchases?|transactions?|negotiated)\b|\b(?:purchase|investment) agreements?\b|\bsubscription agreements?\b|\b(?:a|the) pipe\b|\bpipe (?:financing|transaction|investment)\b|\bdirect placements?\b|\boff[- ]market\b|\b(?:backstop|standby) (?:purchase|commitment|agreement)|\bdirectly from the (?:issuer|company)\b|\b(?:acquired|purchased|bought|sold|sales?|issued)(?: (?:shares|stock|back))? (?:from|to) the (?:issuer|company)\b(?!['’])|\b(?:issuer|company) (?:repurchased|redeemed|bought back)\b|\brepurchased? by the (?:issuer|company)\b/
const GIVEN_AWAY =
  /\b(?:bona fide|charitable) (?:gifts?|contributions?|donations?)\b|\bgift(?:ed)? (?:of|to|by|from)\b|\bby (?:way of )?gift\b|\bas a gift\b|\bdonat(?:ed|ion)\b|\bdonor[- ]advised\b/
const OF_A_SALE = /\b(?:sold|proceeds|open[- ]market)\b/
/** Shares that changed their owner, or their form, without a purchase or a sale. */
const MOVED: readonly RegExp[] = [
  /\bdirect to indirect\b|\bindirect to direct\b|\b(?:no|any|without|mere|not) (?:a )?change (?:in|of)(?: the)?(?: [\w'’]+){0,4} (?:ownership|interest)\b/,
  /\btransfer(?:red|s)?(?: [\w'’]+){0,6} (?:to|into|between|from)(?: [\w'’]+){0,6} (?:trusts?|llc|l\.l\.c|spouse|wife|husband|partnership|affiliates?|entity|foundation)\b/,
  /\bdomestic relations order\b|\bdivorce\b|\bmarital (?:settlement|separation|dissolution)\b/,
  /\bin[- ]kind\b|\bpro[- ]rata(?: \w+){0,3} distributions?\b|\bdistribut(?:ed|ions?)(?: [\w'’]+){0,6} (?:to|from|by)(?: [\w'’]+){0,6} (?:partners|members|partnership|fund|beneficiar(?:y|ies)|(?:stock|share|unit)?holders)\b|\bfor no consideration\b|\bwithout consideration\b/,
  /\bmerger agreement\b|\bplan of merger\b|\beffective time\b|\b(?:in|through|by|pursuant to|result of) (?:the |a )?merger\b/,
  /\bexchange fund\b|\bin exchange for(?: [\w'’]+){0,4} (?:units|interests?|shares|stock|notes?|securities|membership)\b/,
  /\bforward (?:sales?|purchase) (?:contract|agreement|transaction)\b|\b(?:prepaid|postpaid)(?: \w+){0,2} forward\b/,
]
/** An offer to all holders is neither the market nor a private deal, even where its note says that shares were sold. */
const TENDERED = /\btender(?:ed)?(?: [\w'’]+){0,6} offer\b|\bexchange offer\b/
/** The same for a purchase: something owed, held or earned became shares. */
const TURNED =
  /\b(?:conver(?:ted|sions?)|exercis(?:ed|es?|ing)|vest(?:ed|ing)|settle(?:d|ment)|satisfaction|cancellation|extinguishment|repayment) (?:of|into|from)\b|\bin (?:lieu|payment|consideration) (?:of|for)\b|\bas (?:compensation|payment|consideration)\b|\binherit(?:ed|ance)\b|\bbequ(?:est|eathed)\b/
const OF_A_DEAL = /\b(?:sales?|sold|purchased?|trades?|transactions?|shares)\b/
const MISTAKEN =
  /\bin error\b|\berroneous(?:ly)?\b|\binadvertent(?:ly)?\b|\brescinded\b|\breversed\b|\bunwound\b/
const OF_THE_FORM =
  /\b(?:form|reports?|reported|reporting(?! (?:persons?|owners?)\b)|fil(?:ed|ing)|amend(?:ed|ment)?|previously|omitted|disclos\w*)\b/
/** A deal that came to nothing, in words that would not describe a mistake in the form. */
const UNDONE =
  /\b(?:transactions?|trades?|sales?|purchases?)\b(?: [\w'’,-]+){0,6} (?:was|were|been|be) (?:\w+ )?(?:cancell?ed|voided|rescinded|reversed|busted|unwound|nullified)\b|\b(?:transactions?|trades?|sales?|purchases?)\b(?: [\w'’,-]+){0,6} (?:failed to|did not|never) (?:settled?|closed?|occur(?:red)?|take place|took place)\b/

const CONDITIONAL = /\b(?:may|will|would|can|could|shall|if|until|when|unless|intends?)\b/
/** A price that was converted. */
const OF_CURRENCY = /\b(?:dollars?|euros?|usd|currency|exchange rate)\b/

/** Reads how shares changed hands from the footnotes on the trade itself (title, date, code, number and price), not on the
 *  holding.
 *  @param code  only P and S are read: any other code speaks for itself
 *  @returns undefined if the footnotes do not say it in words that are known here */
export function readInsiderVia(code: string, footnotes: readonly string[]): InsiderVia | undefined {
  if (code !== 'P' && code !== 'S') return undefined
  const sentences = footnotes.slice(0, MAX_NOTES).flatMap((note) => tidyWords(note).split(/(?<=[.;]) /))
  const isOfTrade = (sentence: string) =>
    !OF_THE_HOLDING.test(sentence) && !(code === 'S' && OF_THE_ORIGIN.test(sentence))
  const says = (words: RegExp, ...not: readonly RegExp[]) =>
    sentences.some(
      (sentence) =>
        words.test(sentence) && isOfTrade(sentence) && !not.some((others) => others.test(sentence)),
    )
  if (
    code === 'P' &&
    says(/\bdividends? reinvest|\breinvest\w* (?:of )?(?:\w+ ){0,2}(?:dividends?|distributions?)|\bdrip\b/)
  ) {
    return 'reinvestment'
  }
  if (says(EMPLOYEE_PLAN, NOT_IN_PLAN)) return 'employee plan'
  if (says(GIVEN_AWAY, ...(code === 'S' ? [OF_A_SALE] : []))) return 'gift'
  if (readSaleReason(code, footnotes) === 'taxes') return 'taxes'
  if (code === 'P' && says(IN_OFFERING, OF_LOCK_UP)) return 'offering'
  const isMistake = (sentence: string) =>
    UNDONE.test(sentence) ||
    (MISTAKEN.test(sentence) && OF_A_DEAL.test(sentence) && !OF_THE_FORM.test(sentence))
  const isMoved = (sentence: string) =>
    isOfTrade(sentence) &&
    (TENDERED.test(sentence) || (MOVED.some((words) => words.test(sentence)) && !OF_A_SALE.test(sentence)))
  if (
    sentences.some(isMoved) ||
    (code === 'P' && says(TURNED, CONDITIONAL, OF_CURRENCY)) ||
    sentences.some(isMistake)
  )
    return 'transfer'
  if (says(IN_PLACEMENT)) return 'placement'
  return says(IN_OFFERING, OF_LOCK_UP) ? 'offering' : undefined
}

/** Accounts that buy automatically: dividend reinvestment, and employers' plans. */
const OF_REINVESTING = /\bdividend|\breinvest|\bdrip\b/i
const OF_EMPLOYERS =
  /\b401 ?\(?k\b|\b(?:esop|espp|deferred|savings|thrift|pension|profit[- ]sharing|employees?|retirement (?:savings )?plan)\b/i

/** Reads how shares were bought from the words for their holder: 'By DRIP', 'By 401(k) plan'. Sales are not read, since
 *  somebody decided on those. */
export function readHolderVia(code: string, ownershipNature = ''): InsiderVia | undefined {
  if (code !== 'P') return undefined
  if (OF_REINVESTING.test(ownershipNature)) return 'reinvestment'
  return OF_EMPLOYERS.test(ownershipNature) ? 'employee plan' : undefined
}

/** Sentences about the transactions outside the notes on them: 'The transaction reported was a gift.' */
const OF_THE_TRANSACTION =
  /\b(?:transactions?|dispositions?|acquisitions?|transfers?)\b(?: [\w'’]+){0,6} (?:was|were|is|are|represents?|reflects?)\b/

/** @param notes  the remarks, and footnotes on other columns
 *  @returns their sentences that say what the transaction is */
export function listOfTransaction(notes: readonly string[]): string[] {
  return listNoteSentences(notes)
    .flat()
    .filter((sentence) => OF_THE_TRANSACTION.test(sentence))
}
