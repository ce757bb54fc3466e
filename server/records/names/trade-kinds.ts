import { isKnownTradeNote, type NotedRow } from './known-trade-notes.ts'
import type { CongressTrade } from '../congress/congress-trade.ts'

/** What a row reports by its own words; only purchases and sales count as trades. 'other': an inheritance, a spin-off, vested
 *  shares or expired options · 'unread note': a purchase or sale that may be anything, since it has an unknown note, or words that
 *  name another owner than its box. */
export type TradeKind =
  | 'purchase'
  | 'sale'
  | 'exchange'
  | 'gift'
  | 'reinvestment'
  | 'redemption'
  | 'other'
  | 'unread note'

/** In characters; a filer's text is cut here, since the kind is given at its beginning. A longer note is not known. */
const MAX_WORDS = 2_000
/** Not followed by a word that makes it a shop, card or tax. */
const GIFT = /\bgift(?:s|ed|ing)?\b(?! (?:shops?|cards?|stores?|baskets?|certificates?|wrap|tax(?:es)?)\b)/
const GIVEN =
  /\b(?:gave|given to|donor[- ]advised|daf|to (?:a |the )?charit(?:y|ies)|donat(?:e|ed|ing|ions?)|charitable (?:contribution|giving)|contribut(?:ed|ions?))\b/
/** Money paid in, not shares given away. */
const PAID_IN =
  /\b(?:capital|ira|roth|sep|401 ?\(?k\)?|529|hsa|plan|retirement|payroll|employer|monthly|cash) contributions?\b/g
const INHERITED = /\b(?:inherit(?:ed|ance)?|bequest|bequeathed)\b/
const REINVESTED =
  /\bre-?invest(?:ed|ing|ments?)?\b|\breinv\b|\bdrip\b|^dividends?\.?$|\bcapital gains? distributions?\b|\bdividends? (?:was |were )?used to (?:buy|purchase)\b/
const EMPLOYEE_PLAN = /\bemployee stock purchase plan\b|\bespp\b|\b401 ?\(?k\)? match|\bemployer match/
/** Paid off by whoever issued it. */
const PAID_OFF =
  /\bmatured\b|\b(?:at|upon|on|reached|final) maturity\b|\bpay-?downs?\b|\bprincipal payments?\b|\breturn of principal\b|\b(?:bond|note|make-whole|early|optional|mandatory) calls?\b|\bcalled by\b|\b(?:full|partial) calls?\b(?! options?)|\bpaid off\b|\bpre-?refunded\b|\bcall(?:ed)? (?:by|of) (?:the )?issuer\b|\bcalled (?:bonds?|notes?|cds?|preferred)\b|\b(?:bonds?|notes?|cds?|preferred) (?:was |were |is |has been |have been )?called\b|^["']?called["']?\.?$/
/** Debt is redeemed by its issuer; a part in a fund or a partnership, where its investor chooses to leave. */
const REDEEMED = /\b(?:redemptions?|redeemed)\b/
const BY_ISSUER =
  /%|\b(?:bonds?|notes?|debentures?|bills?|cds?|certificates? of deposit|preferred|municipal)\b|\bby (?:the |its )?(?:issuer|company)\b|\b(?:mandatory|early|optional) redemption\b/
/** Of either chamber. */
const DEBT_TYPES: ReadonlySet<string> = new Set([
  'ab',
  'cs',
  'et',
  'gs',
  'corporate bond',
  'municipal security',
  'government security',
])
const FUND_TYPES: ReadonlySet<string> = new Set([
  '5c',
  '5f',
  '5p',
  'ef',
  'he',
  'hn',
  'mf',
  'etf',
  'mutual fund',
])
const OF_FUNDS = /\b(?:funds?|etfs?|partners|partnership|lp)\b|\bl\.p\./i
/** A fund that ends by itself in a given year, which nobody chooses. */
const ENDING_FUND = /\b(?:ibonds|bulletshares|20\d\d\b.{0,40}\bterm)\b/i
/** A note of such an investor that says nothing else. */
const LEFT_FUND =
  /^(?:(?:full|partial|complete|quarterly) )*(?:redemptions?|redeemed)(?: (?:of|from|all|the|my|his|her|fund|partnership|limited|interests?|units?|shares?|investment|position|holdings?))*\.?$/
const EXCHANGED = /\bexchanged\b|\bin exchange for\b|\bexchange of\b/
const RECEIVED =
  /\bspin-? ?offs?\b|\bspun[- ]off\b|\bstock (?:splits?|dividends?|awards?|grants?)\b|\bvest(?:ed|ing|s)?\b|\brsus?\b|\brestricted stock (?:units?|awards?)\b|\bmerge(?:d|r)\b|\bin[- ]kind\b|\bjournal(?:ed|ing)?\b|\bmoved (?:in|from)\b|\bconver(?:ted|sions?)\b|\breclassif\w*|\broll(?:ed)?[- ]?overs?\b|\bdistribut(?:ed|ions?) (?:from|of|in)\b|\bestate distribution\b|\bas compensation\b|\bin lieu of\b|\bmarriage\b|\bdivorce\b|\breceived\b(?! (?:advice|notice))|\bissued for\b|\btransfer of assets\b|\bno cash paid\b|\bstock bonus\b|\bbonus (?:stock|shares)\b|\bchange of custodian\b|\bestate of\b|\b(?:account transfer|acats?|re-?registration|re-?titl(?:ed|ing))\b|\b(?:cusip|name|ticker|symbol)(?: symbol)? (?:was )?changed?\b|\btransfer(?:red|s)? (?:in|into|from|between|of (?:shares|stock|account))\b/
const PASSED_ON =
  /\blapsed\b|\b(?:fund|trust|plan|etf|account) (?:was )?closed by\b|\bchange of custodian\b|\bexpired\b|\bworthless\b|\bbankrupt(?:cy)?\b|\bmerge(?:d|r)\b|\bacquired by\b(?! (?:way|gift|inheritance|purchase|exercise|me|spouse))|\bacquisition (?:of|by)\b|\b(?:taken|going) private\b|\bcash[- ]in[- ]lieu\b|\bcorporate action\b|\bmandatory exchange\b|\bdivorce\b|\bdistributed to\b|\bwithheld\b|\bdelisted\b|\bescheat\w*|\b(?:cusip|name|ticker|symbol)(?: symbol)? (?:was )?changed?\b|\b(?:account transfer|acats?)\b|\bbuy-?outs?\b|\btender(?:ed)?\b|\bliquidat(?:ed|ion)\b|\bin[- ]kind\b|\bjournal(?:ed|ing)?\b|\bmoved (?:\w+ )?(?:to|into)(?: \w+){0,4} (?:accounts?|brokerage|brokers?|trusts?|ira)\b|\bconver(?:ted|sions?)\b|\breclassif\w*|\bspun[- ]off\b|\breverse (?:stock )?split\b|\breturn of capital\b|\bin lieu of\b|\btransfer(?:red|s)? (?:out|to|between|of (?:shares|stock|account))\b/
/** Words for a trade that did not happen. */
const UNDONE =
  /\b(?:did not|never) (?:occur(?:red)?|take place|took place|happen(?:ed)?)\b|\bno (?:trade|transaction|purchase|sale) (?:was|occurred|took)\b|\b(?:trade|transaction|purchase|sale) (?:was |were )?(?:cancell?ed|reversed|voided|rescinded|busted)\b|\breported in error\b/
const BOUGHT = /\b(?:bought|buy|purchas(?:e|ed|es|ing))\b/
const SOLD = /\b(?:sold|sell|selling|sale|sales|proceeds)\b/
/** Negations: 'not a sale' denies one. */
const DENIED =
  /\b(?:not|no|rather than|instead of|without)(?: (?:a|an|any|been|being|actually|open|market|open-market))* (?:bought|purchas(?:e|ed)|sold|sales?|proceeds)\b/g
/** The kind in brackets or after a dash at the end of the asset name: 'Acme Corp. (gift)'. */
const IN_ASSET =
  /[([–-] ?((?:dividends? )?reinvest(?:ed|ments?)|drip|gift(?:ed)?|donat(?:ed|ion)|charitable (?:gift|contribution|donation)|redeemed|redemption|called|matured|inherit(?:ed|ance)|spin-?off)[)\]]?$/

interface Row extends Pick<NotedRow, 'low' | 'high'> {
  readonly type: CongressTrade['type']
  readonly asset: string
  readonly asset_type?: string | null | undefined
  readonly description?: string | null | undefined
  readonly comments?: string | null | undefined
  readonly owner?: CongressTrade['owner'] | undefined
  readonly subholding?: string | null | undefined
  readonly traded_on?: string | undefined
  readonly ticker?: string | null | undefined
}

const OF_SPOUSES = /\b(?:spouse|wife|husband)\b/i
const OF_CHILDREN = /\b(?:child|children|sons?|daughters?|dependents?|minors?|ugma|utma)\b/i

/** Words for people who were not asked, or hold nothing: 'without any input from filer or spouse', 'neither I nor my wife'. */
const UNASKED =
  /\b(?:(?:filer|member|me) (?:or|and|nor)|neither i nor) (?:(?:the|his|her|my) )?(?:spouse|wife|husband)\b/gi
/** Whose trades nobody has to report. */
const OF_OTHERS = /\b(?:mother|father|parents?|brother|sister|nephew|niece|constituents?|clients?)\b/i

/** Whether the words of a row name another owner than its box. */
function contradictsOwner({ owner, subholding, description, comments }: Row): boolean {
  const words = [subholding, description, comments].join(' ').replaceAll(UNASKED, '')
  const ofSpouse = OF_SPOUSES.test(words) || /\bSP\b/.test(subholding ?? '')
  const ofChild = OF_CHILDREN.test(words) || /\bDC\b/.test(subholding ?? '')
  return (
    OF_OTHERS.test(words) ||
    (owner !== undefined &&
      ((ofSpouse && (owner === 'self' || owner === 'DC')) || (ofChild && owner !== 'DC')))
  )
}

/** Foreign shares that are traded over the counter in the US. */
const OF_FOREIGN_SHARES = /^[A-Z]{4}[FY]$/

const OF_OPTION = /^(?:PUT|CALL)S?$/
const spellTicker = (ticker: string) => ticker.toUpperCase().replaceAll(/[./-]/g, '.')

/** Whether a note is a ticker and nothing else, and the row has no other one: for foreign shares brokers write the symbol at home,
 *  8306JP for MBFJF, or CPCN for CP of Canada. */
function isTickerOf({ ticker }: Row, note: string): boolean {
  const [, noted] = /^[Tt]icker:? ([A-Z\d]{1,6}(?:[./-][A-Z]{1,2})?)\.?$/.exec(note.trim()) ?? []
  if (noted === undefined) return false
  if (!ticker) return true
  const own = spellTicker(ticker)
  const isForeign = OF_FOREIGN_SHARES.test(own) && !OF_OPTION.test(noted)
  return isForeign || [own, `${own}CN`].includes(spellTicker(noted))
}

/** Whether a row is of debt or preferred shares, by its type or its name. */
const isOfDebt = ({ asset, asset_type: assetType }: Row): boolean =>
  DEBT_TYPES.has((assetType ?? '').toLowerCase()) || BY_ISSUER.test(asset.toLowerCase())

/** Whether a row is of a fund or a partnership that its investor chooses to leave, not of their debt. */
function isOfFund(row: Row): boolean {
  if (ENDING_FUND.test(row.asset)) return false
  return FUND_TYPES.has((row.asset_type ?? '').toLowerCase()) || (!isOfDebt(row) && OF_FUNDS.test(row.asset))
}

/** Whether words of a redemption say that the issuer paid it off. */
const isPaidOff = (words: string, row: Row): boolean =>
  !isOfFund(row) && (isOfDebt(row) || BY_ISSUER.test(words))

/** Tells the kind of a row reported to Congress. The form's box allows only purchase, sale and exchange, so that gifts and
 *  reinvestments are marked as one of them and explained in words. Words that name the trade itself win: shares 'transferred
 *  and then sold' were sold. */
export function readCongressKind(row: Row): TradeKind {
  const { type, asset, asset_type: assetType, description, comments } = row
  const marked = IN_ASSET.exec(tidyWords(asset))?.[1] ?? ''
  const kinds = [marked, tidyWords(description), tidyWords(comments)].map((words): TradeKind | undefined =>
    words === ''
      ? undefined
      : UNDONE.test(words)
        ? 'other'
        : type === 'P'
          ? kindOfPurchase(words)
          : kindOfDisposal(words, row),
  )
  const named = kinds.find((kind) => kind !== undefined)
  if (type === 'E') return named === 'gift' || named === 'redemption' ? named : 'exchange'
  if (named !== undefined) return named
  const notes = [description, comments].filter((note) => typeof note === 'string')
  const side = type === 'P' ? 'P' : 'S'
  if (contradictsOwner(row) || (REDEEMED.test(marked) && !isOfFund(row))) return 'unread note'
  if (
    !notes.every(
      (note) =>
        isTickerOf(row, note) ||
        (side === 'S' && isOfFund(row) && LEFT_FUND.test(tidyWords(note))) ||
        (note.length <= MAX_WORDS &&
          isKnownTradeNote(note, {
            side,
            names: [asset],
            assetType,
            row: { ...row, tradedOn: row.traded_on },
          })),
    )
  )
    return 'unread note'
  return type === 'P' ? 'purchase' : 'sale'
}

/** Shortens, lower-cases and normalizes a filer's words, and removes the deals that they deny. */
export function tidyWords(text: string | null | undefined): string {
  return (text ?? '').slice(0, MAX_WORDS).toLowerCase().replaceAll(/\s+/g, ' ').trim().replaceAll(DENIED, '')
}

function kindOfPurchase(words: string): TradeKind | undefined {
  // Reinvested sale proceeds make a purchase; reinvested income of the asset itself does not.
  if (REINVESTED.test(words) && !SOLD.test(words)) return 'reinvestment'
  if (EMPLOYEE_PLAN.test(words)) return 'other'
  if (BOUGHT.test(words)) return undefined
  if (GIFT.test(words) || /\bdonated\b/.test(words)) return 'gift'
  if (EXCHANGED.test(words)) return 'exchange'
  return INHERITED.test(words) || RECEIVED.test(words) ? 'other' : undefined
}

function kindOfDisposal(words: string, row: Row): TradeKind | undefined {
  if (PAID_OFF.test(words) || (REDEEMED.test(words) && isPaidOff(words, row))) return 'redemption'
  if (SOLD.test(words)) return undefined
  if (GIFT.test(words) || GIVEN.test(words.replaceAll(PAID_IN, ''))) return 'gift'
  if (EXCHANGED.test(words)) return 'exchange'
  return PASSED_ON.test(words) ? 'other' : undefined
}
