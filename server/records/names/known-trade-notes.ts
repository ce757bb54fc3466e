import { findUnknownWord, PLAIN_WORDS, wordsOf } from './known-words.ts'

/** Words of notes to Congress that leave a purchase or a sale one: of the deal, the account, the asset, and of when and why it is
 *  reported. */
const KNOWN = wordsOf(`
  share stock common class series security equity etf adr index position holding lot asset interest unit option call put contract strike
  purchase purchased purchasing bought buy sold sell sale selling trade traded transaction order executed made occurred order limit market open
  close closing closed full fully complete completed disposition partial half round opening initial additional add addition trim trimmed
  increase decrease reduce reduced exit exited exercise exercised exercising price cost basis premium gain profit total amount value less cash
  dollar averaging average per worth approximately roughly over under proceeds
  expire expiration expiry exp ref reference no number cusip ticker symbol
  bond note treasury bill municipal corporate debt certificate deposit cd coupon rate yield due mature matures maturity maturing callable
  interest-rate state city county district general obligation revenue school
  fund mutual hedge venture private equity company investment invest invested investing investor capital contribution commitment partnership partner limited lp llc inc
  corp ltd plc co trust blind family entity underlying real estate manager managed management manages letter file committee ethics
  ira roth sep traditional rollover retirement brokerage account acct advisory joint jt ugma utma trustee custodian custodial
  spouse wife husband child children dependent son daughter minor mine my self owned own owns owner held hold through personally
  i'm trying s&p pre purpose listed lists manufacturer maker obligation based holiday weekend wasn't was was didn't isn't advise advisement notifying firm discovering only 10b5-1 blind charitable
  underlying reflection previous previously disclosed terminating existing positions effort keep alert size various managed ticker found founded file filed pursuant
  acquire acquiring acquired stock determine determined predetermined commercial line private etfs
  professionally independently separately wealth money robo-advisor advised consulted consultation involved approval asking sole direct directs third-party-managed
  averaging start-up income minimum distribution rmd initial public offering ipo when before after assigned weekly monthly automatic recurring
  filer member senator representative congressman congresswoman congressional sen rep
  broker dealer adviser advisor financial professional third-party third party independent discretion discretionary
  firm's strategy model portfolio balance balancing rebalance rebalanced rebalancing allocation allocate reallocate reallocation target original
  diversify diversification liquidity loss harvest harvesting tax planning reinvested
  notify notified notification learn learned informed advised aware discover discovered discovery reconcile reconciling fail failed delay
  delayed late timely inadvertent inadvertently omitted oversight review reviewed prepare preparing
  require required requirement disclose disclosed disclosing disclosure disclosures report reported reporting ptr periodic annual financial statement amend amended amendment
  correct corrected submit submitted ensure transparency abundance caution compliance comply law act rule
  avoid possible potential appearance conflict divest divested divesting divestment divestiture passive future work practice best transition
  transitioning single company-specific publicly-traded publicly specific individual neither nor not anyway
  ongoing long-term long term regularly similar activity part parties in order towards different accounts size attempting partially
  implemented timing method line predetermined pre-determined plan sec compliant rule need instruction direction knowledge without input involvement
  diversified index
`)
/** Denials of anything but what a late or a needless report is excused with. */
const DENIED =
  /\b(?:not|no|never|neither|nor|without|none|nothing|nobody)\b(?! (?:required|timely|aware|notified|needed|later|known|consulted|informed|involved|input|knowledge|discretion|direction|consultation|approval|prior|publicly|until|i|my|of the filer)\b)/i
/** To, from or with whom. */
const WITH_SOMEBODY =
  /\b(?:sold|sales?|purchased?|purchases|bought|put|puts|assigned)(?: (?!(?:to|from|with|between)\b)[\w’'-]+){0,5} (?:to|from|with|between) (?!(?:\$|\d|satisfy|diversify|an? (?:strike|expir)|the (?:proceeds|goal|aim)|proceeds|cash|open|close|re-?balance|reduce|increase|diversify|avoid|cover|pay|fund|meet|comply|harvest|raise|ensure|wells|a brokerage|(?:my|an?|his|her) (?:ira|roth|account|broker)))|\bin error\b|\bcompany (?:was )?closed\b|\b(?:sale|purchase) (?:of the (?:company|fund|trust|account)|within)\b|\bfail(?:ed|s)?\b(?! to (?:notify|report|advise|inform|disclose))/i

/** Of somebody else, of another asset, of the whole company, or no deal at all. */
const DOUBTFUL =
  /\b(?:late|former|previous|ex|deceased|prior)[- ](?:husband|wife|spouse|owner|holder|trustee|filer|member)\b|\b(?:is|was|were|are|of) (?:of |in |for )?(?:an?other|a different|the wrong) (?:\w+ )?(?:stock|share|security|company|asset|fund|etf|ticker|issuer|bond|transaction|trade|purchase|sale)\b|\b(?:put|placed) (?:in|into) (?:[\w-]+ ){0,3}trusts?\b|\btotal loss\b|\bloss of (?:the )?(?:full|entire|whole|total|all)\b|\b(?:company|fund|business|partnership|firm|issuer) (?:(?:was|is|were|has been|had been) )?(?:sold|bought|purchased|acquired)\b|\b(?:sold|sale|bought|purchased?) (?:of|by) (?:(?:the|my|an?) )?(?:company|committee|(?:mutual )?fund|partnership|issuer)\b(?! (?:stock|shares?|units?|interest|position|holding|manager))|\baccount of an?other\b|\bcorrect amount of\b|\bfirst (?:reported|disclosed) in\b/i
/** What was there before is not a purchase. */
const THERE_BEFORE = /\b(?:existing|(?:held|owned|holding) before|previously (?:held|owned))\b/i
const ADDED = /\b(?:add\w*|increas\w+|averag\w+|commitment|capital|clos\w+|terminat\w+)\b/i
/** A deal in debt, reported in a row of shares. */
const OF_DEBT =
  /\b(?:bought|purchased?|sold|sale)(?: of)? (?:(?:an?|the|one|\d+|municipal|corporate|treasury|government|city|state|county) )*(?:bonds?|notes?|debentures?|bills?|certificates? of deposit|cds?)\b/i
const STOCK_TYPES: ReadonlySet<string | undefined> = new Set(['st', 'stock'])

/** A ticker within other words: 'WMT', 'BRK.B'. */
const TICKER =
  /(\b(?:of|for|in|and|or|on|[Tt]icker|[Ss]ymbol) |, |\()[A-Z]{2,6}(?:\.[A-Z])?(?![\p{L}\d]| \p{Lu})/gu

/** From one account to another. */
const MOVED = /\b(?:from|to)(?: [\w'’-]+){0,3} (?:accounts?|acct)\b/i
const OF_SIDE = {
  P: /\b(?:buy|buys|buying|bought|(?<!obligation to )purchas\w+|acquir\w+|exercis\w+|re-?invest(?:ed|ing|s)?)\b/i,
  S: /\b(?:sell|sells|selling|sold|sales?|divest\w*|dispos\w+)\b/i,
} as const

/** Whether every sentence of a filer's note consists of words that leave a purchase or a sale what its row says. */
export function isKnownTradeNote(
  note: string,
  {
    side,
    names = [],
    assetType,
  }: { side: 'P' | 'S'; names?: readonly string[]; assetType?: string | null | undefined },
): boolean {
  if (DOUBTFUL.test(note) || (STOCK_TYPES.has(assetType?.toLowerCase()) && OF_DEBT.test(note))) return false
  const isOfSide = OF_SIDE[side].test(note)
  if (!isOfSide && (MOVED.test(note) || OF_SIDE[side === 'P' ? 'S' : 'P'].test(note))) return false
  if (!isOfSide && side === 'P' && THERE_BEFORE.test(note) && !ADDED.test(note)) return false
  const known = new Set(names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\d]+/u)))
  return note
    .split(/(?<=[.;:]) +/)
    .every(
      (sentence) =>
        !DENIED.test(sentence) &&
        !WITH_SOMEBODY.test(sentence.replaceAll(/\b(?:pursuant|according) to\b/gi, 'by')) &&
        findUnknownWord(
          /\p{Ll}{2}/u.test(sentence) ? sentence.replaceAll(TICKER, '$11') : sentence,
          isKnown,
          known,
        ) === undefined,
    )
}

const isKnown = (word: string) => PLAIN_WORDS.has(word) || KNOWN.has(word)
