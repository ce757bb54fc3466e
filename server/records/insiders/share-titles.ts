import { wordsOf } from '../names/known-words.ts'

/** In characters. */
const MAX_TITLE = 200

/** The words that titles of shares consist of, beside the company's name. The currencies are those of a par value. */
const OF_SHARES = wordsOf(`
  the issuer issuer's company's new class series common ordinary capital registered bearer restricted unrestricted voting non-voting nonvoting non subordinate multiple super limited
  preferred preference cumulative non-cumulative redeemable perpetual participating convertible exchangeable american depositary stock share shares receipt receipts adr adrs ads adss
  of beneficial interest no without par nominal stated value per each us usd cent cents nis ils gbp eur cad chf aud -
  com stk commonstock comon commom stcok
`)
const NOUN_OF_SHARES = /\b(?:stock|shares?|common|ordinary|preferred|ad[rs]s?|depositary)\b/
/** Shares of a partnership. */
const UNITS = /\b(?:common|depositary) units?\b(?:(?: representing)? limited partner(?:ship)? interests?)?/

/** Where a name may stand before, and the way of holding after: "Liberty Live Common Stock", "Common Stock (401k)". */
const NAMED_SHARES = /^(.+? )??((?:common|ordinary) (?:stock|shares?)\b.*)$/i
/** With one of these words it is something else that stands for the shares, or may become them. */
const NOT_SHARES = wordsOf(`
  option options warrant warrants right rights unit units note notes bond bonds debenture debentures debt loan secured unsecured senior subordinated
  equivalent equivalents phantom deferred performance contingent notional hypothetical synthetic derivative cash cash-settled stapled
  convertible exchangeable preferred preference redeemable cumulative depositary receipt receipts interest interests certificate certificates
  swap swaps forward forwards future futures call put straddle collar contract contracts agreement obligation obligations short borrowed position
  award awards grant grants appreciation sar sars rsu rsus psu psus dsu dsus ltip cvr earnout earn-out subscription plan fund account index
  to into for on in under by with upon from against
`)
const HELD = wordsOf('held in by a an ira 401k direct directly indirect indirectly owned through trust esop')

/** Whether a line's title is that of shares. Any other title ("5% Senior 2030", "Common Stock Equivalents", "See footnote") may
 *  mean debt, warrants or the like, whose number is not a number of shares.
 *  @param issuer  the company's name, which the title may contain */
export function isOfShares(security: string, issuer: string): boolean {
  const title = withoutIssuer(plain(security.slice(0, MAX_TITLE)), plain(issuer))
  const own = title.toLowerCase().replace(UNITS, 'common')
  if (NOUN_OF_SHARES.test(own) && own.split(' ').every(isWordOfShares)) return true
  const [, name = '', shares] = NAMED_SHARES.exec(title) ?? []
  return (
    shares !== undefined &&
    wordsIn(name).every((word) => isWordOfName(word) && !NOT_SHARES.has(word.toLowerCase())) &&
    wordsIn(shares.toLowerCase()).every((word) => isWordOfShares(word) || HELD.has(word))
  )
}

const wordsIn = (text: string) => text.split(' ').filter((word) => word !== '')

/** Without punctuation and numbers of footnotes. */
function plain(text: string): string {
  return text
    .replaceAll(/\(\d{1,2}\)|["“”,;:.$*€£/]|\(|\)/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function withoutIssuer(title: string, issuer: string): string {
  const [lower, name] = [title.toLowerCase(), issuer.toLowerCase()]
  if (lower.startsWith(`${name} `)) return title.slice(name.length + 1)
  return lower.endsWith(` of ${name}`) ? title.slice(0, -name.length - 4) : title
}

const isWordOfShares = (word: string) => OF_SHARES.has(word) || /^(?:[a-z]|(?:[a-z]-)?\d+%?)$/.test(word)

/** A word of shares, or one in capitals. */
const isWordOfName = (word: string) =>
  OF_SHARES.has(word.toLowerCase()) || /^(?:\p{Lu}[^\d%]*|&)$/u.test(word)
