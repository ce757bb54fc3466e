import type { CongressTrade } from '../congress/congress-trade.ts'
import { readSaleReason } from '../insiders/footnotes.ts'

/** What a row reports by its own words; only purchases and sales count as trades. 'other': an inheritance, a spin-off,
 *  vested shares or expired options. */
export type TradeKind = 'purchase' | 'sale' | 'exchange' | 'gift' | 'reinvestment' | 'redemption' | 'other'

/** How the shares of a Form 4 line with code P or S changed hands, by its footnotes: not a trade (reinvestment, employee
 *  plan, gift), or a trade told apart from others. */
export type InsiderVia = NoTradeVia | TradeVia
/** A trade with the company or its banks instead of the market, or a sale to cover taxes only. */
export type TradeVia = OfferVia | 'taxes'
export type NoTradeVia = 'reinvestment' | 'employee plan' | 'gift'
export type OfferVia = 'offering' | 'placement'

/** Tells whether such a line is neither a purchase nor a sale. */
export function isNoTrade(via: InsiderVia | undefined): via is NoTradeVia {
  return via === 'reinvestment' || via === 'employee plan' || via === 'gift'
}

/** In characters; a filer's text is cut here, since the kind is given at its beginning. */
const MAX_WORDS = 2_000
/** Footnotes read per line; real lines have a handful. */
const MAX_NOTES = 20

/** Not followed by a word that makes it a shop, card or tax. */
const GIFT = /\bgift(?:s|ed|ing)?\b(?! (?:shops?|cards?|stores?|baskets?|certificates?|wrap|tax(?:es)?)\b)/
const GIVEN = /\b(?:donat(?:e|ed|ing|ions?)|charitable (?:contribution|giving)|contribut(?:ed|ions?))\b/
/** Money paid in, not shares given away. */
const PAID_IN =
  /\b(?:capital|ira|roth|sep|401 ?\(?k\)?|529|hsa|plan|retirement|payroll|employer|monthly|cash) contributions?\b/g
const INHERITED = /\b(?:inherit(?:ed|ance)?|bequest|bequeathed)\b/
const REINVESTED = /\breinvest(?:ed|ing|ments?)?\b|\bdrip\b/
const REDEEMED =
  /\b(?:redemptions?|redeemed|matured)\b|\b(?:at|upon|on|reached) maturity\b|\bcalled by\b|\bcall(?:ed)? (?:by|of) (?:the )?issuer\b|\bcalled (?:bonds?|notes?|cds?|preferred)\b|\b(?:bonds?|notes?|cds?|preferred) (?:was |were |is |has been |have been )?called\b|^["']?called["']?\.?$/
const EXCHANGED = /\bexchanged\b|\bin exchange for\b|\bexchange of\b/
const RECEIVED =
  /\bspin-? ?offs?\b|\bspun[- ]off\b|\bstock (?:splits?|dividends?|awards?|grants?)\b|\bvest(?:ed|ing|s)?\b|\brsus?\b|\brestricted stock (?:units?|awards?)\b|\bmerge(?:d|r)\b|\bin-kind\b|\btransfer(?:red|s)? (?:in|from|between|of (?:shares|stock|account))\b/
const PASSED_ON =
  /\bexpired\b|\bworthless\b|\bmerge(?:d|r)\b|\bliquidat(?:ed|ion)\b|\bin-kind\b|\btransfer(?:red|s)? (?:out|to|between|of (?:shares|stock|account))\b/
const BOUGHT = /\b(?:bought|buy|purchas(?:e|ed|es|ing))\b/
const SOLD = /\b(?:sold|sell|selling|sale|sales|proceeds)\b/
/** Negations: 'not a sale' denies one. */
const DENIED =
  /\b(?:not|no|rather than|instead of|without)(?: (?:a|an|any|been|being|actually|open|market|open-market))* (?:bought|purchas(?:e|ed)|sold|sales?|proceeds)\b/g
/** The kind in brackets or after a dash at the end of the asset name: 'Acme Corp. (gift)'. */
const IN_ASSET =
  /[([–-] ?((?:dividends? )?reinvest(?:ed|ments?)|drip|gift(?:ed)?|donat(?:ed|ion)|charitable (?:gift|contribution|donation)|redeemed|redemption|called|matured|inherit(?:ed|ance)|spin-?off)[)\]]?$/

interface Row {
  readonly type: CongressTrade['type']
  readonly asset: string
  readonly description?: string | null | undefined
  readonly comments?: string | null | undefined
}

/** Tells the kind of a row reported to Congress. The form's box allows only purchase, sale and exchange, so that gifts and
 *  reinvestments are marked as one of them and explained in words. Words that name the trade itself win: shares 'transferred
 *  and then sold' were sold. */
export function readCongressKind({ type, asset, description, comments }: Row): TradeKind {
  const marked = IN_ASSET.exec(tidy(asset))?.[1] ?? ''
  const kinds = [marked, tidy(description), tidy(comments)].map((words) =>
    words === '' ? undefined : type === 'P' ? kindOfPurchase(words) : kindOfDisposal(words),
  )
  const named = kinds.find((kind) => kind !== undefined)
  if (type === 'E') return named === 'gift' || named === 'redemption' ? named : 'exchange'
  return named ?? (type === 'P' ? 'purchase' : 'sale')
}

function tidy(text: string | null | undefined): string {
  return (text ?? '').slice(0, MAX_WORDS).toLowerCase().replaceAll(/\s+/g, ' ').trim().replaceAll(DENIED, '')
}

function kindOfPurchase(words: string): TradeKind | undefined {
  // Reinvested sale proceeds make a purchase; reinvested income of the asset itself does not.
  if (REINVESTED.test(words) && !SOLD.test(words)) return 'reinvestment'
  if (BOUGHT.test(words)) return undefined
  if (GIFT.test(words) || /\bdonated\b/.test(words)) return 'gift'
  if (EXCHANGED.test(words)) return 'exchange'
  return INHERITED.test(words) || RECEIVED.test(words) ? 'other' : undefined
}

function kindOfDisposal(words: string): TradeKind | undefined {
  if (REDEEMED.test(words)) return 'redemption'
  if (SOLD.test(words)) return undefined
  if (GIFT.test(words) || GIVEN.test(words.replaceAll(PAID_IN, ''))) return 'gift'
  if (EXCHANGED.test(words)) return 'exchange'
  return PASSED_ON.test(words) ? 'other' : undefined
}

/** Words that introduce shares of the holding, not of the trade: 'includes 20 shares acquired under the plan'. */
const ASIDE =
  /\b(?:includ(?:es?|ing)|as well as|in addition to|together with|previously|prior to|following|since the (?:date|last))\b/
const PLAN =
  /\bemployee(?:s['’]|['’]s|s)? (?:stock|share) (?:purchase|ownership) plan\b|\bespp\b|\b401 ?\(k\)|\bdeferred compensation plan\b|\bpayroll deductions?\b/
const IN_OFFERING =
  /\b(?:in|through|from|under|of|as part of|pursuant to|at|participat\w+ in|closing of|connection with) (?:an? |the |its |this |such |(?:the )?(?:issuer|company)['’]s )?(?:[\w.,'’-]+ ){0,4}?(?:public|common stock|direct|registered|rights|secondary|follow-on|underwritten) (?:offerings?|offering price)\b|\bdirected share program\b|\b(?:to|from|by) the underwriters?\b/
const IN_PLACEMENT =
  /\bprivate placements?\b|\b(?:securities|stock|share) purchase agreements?\b|\bsubscription agreements?\b|\bpipe (?:financing|transaction|investment)\b|\bdirectly from the (?:issuer|company)\b/

/** Reads how shares changed hands from the footnotes on the trade itself (title, date, code, number and price), not on the
 *  holding.
 *  @param code  only P and S are read: any other code speaks for itself
 *  @returns undefined if the footnotes say nothing: on the open market or in private */
export function readInsiderVia(code: string, footnotes: readonly string[]): InsiderVia | undefined {
  if (code !== 'P' && code !== 'S') return undefined
  const sentences = footnotes.slice(0, MAX_NOTES).flatMap((note) => tidy(note).split(/(?<=[.;]) /))
  const says = (words: RegExp) => sentences.some((sentence) => words.test(sentence) && !ASIDE.test(sentence))
  if (
    code === 'P' &&
    says(/\bdividends? reinvest|\breinvest\w* (?:of )?(?:cash )?(?:dividends?|distributions?)|\bdrip\b/)
  ) {
    return 'reinvestment'
  }
  if (says(PLAN)) return 'employee plan'
  if (says(/\b(?:bona fide|charitable) gifts?\b|\bgift(?:ed)? (?:of|to|by|from)\b|\bdonat(?:ed|ion)\b/))
    return 'gift'
  if (readSaleReason(code, footnotes) === 'taxes') return 'taxes'
  if (says(IN_PLACEMENT)) return 'placement'
  return says(IN_OFFERING) ? 'offering' : undefined
}
