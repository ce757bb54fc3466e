import type { CongressTrade } from '../congress/congress-trade.ts'
import { readSaleReason } from '../insiders/footnotes.ts'

/** What a row or a line reports, by its own words. Only a purchase and a sale are counted as one. 'other': an inheritance,
 *  a spin-off, shares that vested or options that expired. */
export type TradeKind = 'purchase' | 'sale' | 'exchange' | 'gift' | 'reinvestment' | 'redemption' | 'other'

/** Of a Form 4's line with code P or S, by its footnotes: what it is instead of a trade (reinvestment, employee plan, gift),
 *  or a trade apart from others. */
export type InsiderVia = NoTradeVia | TradeVia
/** Of a trade: its shares came from the company or its banks and not from the market, or it was a sale to cover taxes alone. */
export type TradeVia = OfferVia | 'taxes'
export type NoTradeVia = 'reinvestment' | 'employee plan' | 'gift'
export type OfferVia = 'offering' | 'placement'

/** Whether such a line is no purchase and no sale at all. */
export function isNoTrade(via: InsiderVia | undefined): via is NoTradeVia {
  return via === 'reinvestment' || via === 'employee plan' || via === 'gift'
}

/** A filer's words are cut here: what a row is, is said at their beginning. */
const MAX_WORDS = 2_000
/** A line has a handful of footnotes. */
const MAX_NOTES = 20

/** What stands after the word, where it is no gift but a kind of shop or of tax. */
const GIFT = /\bgift(?:s|ed|ing)?\b(?! (?:shops?|cards?|stores?|baskets?|certificates?|wrap|tax(?:es)?)\b)/
const GIVEN = /\b(?:donat(?:e|ed|ing|ions?)|charitable (?:contribution|giving)|contribut(?:ed|ions?))\b/
/** Money paid in, and no shares given. */
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
/** 'not a sale' says that there was none. */
const DENIED =
  /\b(?:not|no|rather than|instead of|without)(?: (?:a|an|any|been|being|actually|open|market|open-market))* (?:bought|purchas(?:e|ed)|sold|sales?|proceeds)\b/g
/** An asset's name says it in brackets or behind a dash at its end: 'Acme Corp. (gift)'. */
const IN_ASSET =
  /[([–-] ?((?:dividends? )?reinvest(?:ed|ments?)|drip|gift(?:ed)?|donat(?:ed|ion)|charitable (?:gift|contribution|donation)|redeemed|redemption|called|matured|inherit(?:ed|ance)|spin-?off)[)\]]?$/

interface Row {
  readonly type: CongressTrade['type']
  readonly asset: string
  readonly description?: string | null | undefined
  readonly comments?: string | null | undefined
}

/** What a row of a report to Congress is: the box for it has only purchase, sale and exchange, and what was given away or
 *  reinvested stands under one of them, with a word beside it. Words that name the trade itself win: what was 'transferred
 *  and then sold' was sold. */
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
  // Money from a sale that goes into something else buys it; income of the thing itself does not.
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

/** Shares that came to their owner by the way, told to explain a holding: 'includes 20 shares acquired under the plan'. */
const ASIDE =
  /\b(?:includ(?:es?|ing)|as well as|in addition to|together with|previously|prior to|following|since the (?:date|last))\b/
const PLAN =
  /\bemployee(?:s['’]|['’]s|s)? (?:stock|share) (?:purchase|ownership) plan\b|\bespp\b|\b401 ?\(k\)|\bdeferred compensation plan\b|\bpayroll deductions?\b/
const IN_OFFERING =
  /\b(?:in|through|from|under|of|as part of|pursuant to|at|participat\w+ in|closing of|connection with) (?:an? |the |its |this |such |(?:the )?(?:issuer|company)['’]s )?(?:[\w.,'’-]+ ){0,4}?(?:public|common stock|direct|registered|rights|secondary|follow-on|underwritten) (?:offerings?|offering price)\b|\bdirected share program\b|\b(?:to|from|by) the underwriters?\b/
const IN_PLACEMENT =
  /\bprivate placements?\b|\b(?:securities|stock|share) purchase agreements?\b|\bsubscription agreements?\b|\bpipe (?:financing|transaction|investment)\b|\bdirectly from the (?:issuer|company)\b/

/** What the footnotes of a line's own trade say of it: of its title, day, code, number and price, and not of its holding.
 *  @param code  P or S; of any other code the code itself says what it is
 *  @returns undefined where they say nothing of the kind: on the open market or in private */
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
