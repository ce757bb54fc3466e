import type { CongressTrade } from './congress-trade.ts'
import { dropShareClass, presentCompanyShort } from '../../lib/company-name.ts'
import { cleanText } from '../../lib/text.ts'
import { beginningOf } from '../../../shared/trade-rules.ts'

/** An asset as its report describes it. */
export interface Asset {
  /** Identifies the asset, across both chambers if it has a ticker. */
  readonly key: string
  /** For readers: 'Apple Inc. (AAPL)', 'options on Apple Inc. (AAPL)'. */
  readonly name: string
  /** 'Apple', 'options on Apple': without ticker and legal form. */
  readonly short: string
  /** Shares only: an option's direction is not that of the report. */
  readonly shareTicker: string | undefined
}

const MAX_NAME = 60
/** For a name without a single letter. */
const UNNAMED = 'an asset without a name'
/** The exchange is not part of the name. */
const EXCHANGE = / ?\((?:NYSE|NASDAQ|AMEX|NYSE American|OTC)\)$/i

const OPTION_TYPES: ReadonlySet<string> = new Set(['op', 'stock option'])
/** Shares and exchange-traded funds; the Senate sometimes leaves the type out. */
const SHARE_TYPES: ReadonlySet<string> = new Set(['st', 'ef', 're', 'stock', 'etf', ''])

/** Options in a row that is marked as shares: a buyer of a put does not buy the share. */
const OF_OPTIONS =
  /\b(?:put|call)s? options?\b|\b(?:put|call)s? contracts?\b|\boptions? contracts?\b|\b(?:buy|sell|bought|sold)[- ]to[- ](?:open|close)\b|\biron condor\b|\brolled (?:\w+ )?(?:call|put)s?\b|\b(?:long|short) (?:call|put)s?\b|\b(?:covered|naked|secured) (?:call|put)s?\b|\b(?:put|call) spreads?\b|\bleaps\b|\boption type\b|\bstrike (?:price|\$|\d)|\b(?:call|put)s?\b[^.;]{0,40}\b(?:strike|expir\w{1,8}|exp)\b|\b(?:bought|sold|purchased?|wrote|long|short) \d{1,6} (?:[\w$/,]{1,10} ){0,5}(?:call|put)s?\b|\d\/\d{2,4} [cp] ?\$?\d/i
/** The same, recognized by the deal alone: 'Purchased puts', 'Option purchased', 'Sold 10 contracts'. */
const DEALT_OPTIONS =
  /\b(?:bought|buy|sold|sell|wrote|purchased?|sale)(?: of)? (?:(?!margin\b|capital\b)[\w$/,]{1,10} ){0,3}(?:puts|calls)\b|\b(?:bought|buy|sold|sell|wrote|purchased?|sale)(?: of)? (?:(?:an?|one|the|[a-z]{3} \d{4}|\d{1,6}) )?(?:put|call)\b(?! (?:in|into|to|at|back|from)\b)|\b(?:put|call) (?:purchased?|bought|sold|sale|position)\b|\b(?:bought|buy|sold|sell|wrote|purchased?|sale)(?: of)? (?:(?:an?|one|the|\d{1,6}) )?(?:stock )?options?\b|\boptions? (?:was |were )?(?:purchased?|bought|sold)\b|\b(?:bought|buy|sold|sell|purchased?|sale)(?: of)? (?:\d{1,6} )?contracts?\b/i
/** Words for options that have become shares. */
const USED = /\b(?:exercis(?!e price)|assign|called away)/i
/** Assets that are not shares though their row says so: a bond, a warrant, a note, a right. */
const NO_SHARES =
  /%|\b(?:bonds?|notes?|debentures?|warrants?|wts?|rights?|rts|senior|subordinated|preferred|preference|pfd|paper|cvrs?|contingent|leaps?|coupon|matures?|maturity|due \d|convertible|autocall\w*|callable|linked|structured|buffer\w*|barrier|trigger|certificates? of deposit|futures?|swaps?|units?)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d{1,2},? (?:20)?\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* 20\d\d\b|\b\d+(?:\.\d+)? ?[cp]$/i
const OF_PREFERRED = /\b(?:preferred|preference|pfd)\b/i
const OF_FUNDS = /\b(?:etfs?|funds?)\b/i
const isNoShare = (text: string) => NO_SHARES.test(text) && !OF_FUNDS.test(text)
const BOND_TYPES: ReadonlySet<string> = new Set(['cs', 'corporate bond'])
/** Names that show that an asset is a bond. */
const OF_BONDS = /\b(?:bonds?|notes?|debentures?|coupon|due|mat(?:ures?|urity))\b|%/i

export function readAsset(trade: CongressTrade): Asset {
  const { asset, assetDetail, ticker, assetType, description, comments } = trade
  const type = (assetType ?? '').toLowerCase()
  const words = [asset, assetDetail, description, comments].join(' ')
  const isOption =
    OPTION_TYPES.has(type) ||
    (SHARE_TYPES.has(type) && (OF_OPTIONS.test(words) || DEALT_OPTIONS.test(words)) && !USED.test(words))
  const symbol = ticker === undefined ? undefined : cleanText(ticker).toUpperCase().replaceAll(/[/-]/g, '.')
  const whole = cleanText(asset)
  const short = dropShareClass(whole.replace(EXCHANGE, '')).trim() || whole
  const plain = /\p{L}/u.test(short) ? cutName(short) : UNNAMED
  const named =
    symbol === undefined || symbol === '' || plain.toUpperCase() === symbol ? plain : `${plain} (${symbol})`
  const isShare = !isOption && SHARE_TYPES.has(type) && !isNoShare(whole) && !isNoShare(assetDetail ?? '')
  const hasSymbol = symbol !== undefined && symbol !== '' && (isShare || isOption)
  // The name is part of the key, so that a ticker that is mistyped, or was another company's, joins nothing.
  const own = hasSymbol ? `${symbol} ${beginningOf(short)}` : whole.toLowerCase()
  const bare = presentCompanyShort(plain.replace(/ [-–] [^]*$/, ''))
  // Its price and its claim are not those of the company's common stock.
  const isPreferred =
    SHARE_TYPES.has(type) &&
    !isOption &&
    isNoShare(`${whole} ${assetDetail ?? ''}`) &&
    OF_PREFERRED.test(`${whole} ${assetDetail ?? ''}`)
  const isBond =
    (BOND_TYPES.has(type) && !STRUCTURED.test(asset)) ||
    (SHARE_TYPES.has(type) && !isPreferred && isNoShare(assetDetail ?? ''))
  const withKind = (text: string) =>
    isOption && !/\b(option|call|put)s?\b/i.test(text)
      ? `options on ${text}`
      : isBond && !OF_BONDS.test(text)
        ? `debt of ${text}`
        : text
  return {
    key: [isOption ? 'option' : isShare ? 'share' : type, own].join(' '),
    name: withKind(named),
    short: isPreferred && !OF_PREFERRED.test(bare) ? `${bare} preferred stock` : withKind(bare),
    shareTicker: isShare && symbol !== '' ? symbol : undefined,
  }
}

function cutName(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1).trimEnd()}…`
}

/** Meanings of the House's type codes that say more than the asset's name, from the Clerk's list of asset type codes. Left
 *  out: plain shares, exchange-traded funds and options. */
const HOUSE_TYPES: Readonly<Record<string, string>> = {
  AB: 'a security backed by assets',
  BA: 'a bank account or a money market account',
  CO: 'a collectible',
  CS: 'a bond or note of a company',
  CT: 'a cryptocurrency',
  DS: 'a trust that holds property',
  EQ: 'a blind trust',
  ET: 'a note traded on an exchange',
  FA: 'a farm',
  FE: 'a position in a foreign currency',
  FN: 'an annuity',
  FU: 'a future',
  GS: 'a bond of a government or an agency',
  HE: 'a hedge fund or a private equity fund',
  HN: 'a hedge fund or a private equity fund',
  IC: 'an investment club',
  IP: 'intellectual property or royalties',
  MA: 'an account that others manage',
  MF: 'a mutual fund',
  MO: 'rights in minerals, oil or solar energy',
  OI: 'a part of a private business',
  OL: 'a part of a private business',
  PM: 'a precious metal',
  PS: 'stock that is not publicly traded',
  RF: 'a real estate trust',
  RN: 'a real estate trust',
  RP: 'real property',
  RS: 'restricted stock',
  SA: 'a right to the rise of a stock',
  TR: 'a trust',
  VA: 'an annuity',
  VI: 'an insurance policy',
  WU: 'an insurance policy',
}

const STRUCTURED =
  /\bstructured (?:notes?|products?)\b|\b(?:market|index|equity|stock)[- ]linked\b|\blinked (?:notes?|cds?|securities)\b|\bauto-?call(?:able)?\b|\bbuffered? (?:notes?|return)\b/i

/** Tells whether it is a note whose payment depends on an index or share: not a corporate bond, whatever its type says. */
export function isStructuredNote({
  asset,
  description,
}: Pick<CongressTrade, 'asset' | 'description'>): boolean {
  return STRUCTURED.test(asset) || STRUCTURED.test(description ?? '')
}

const MANAGED =
  /\b(?:professionally|independently|separately|advis[eo]r|third[- ]party)[- ]managed\b|(?<!self[- ])\bmanaged (?:brokerage |investment )?(?:accounts?|portfolios?)\b|\bmanaged by (?!(?:the )?(?:filer|self|me|myself|member|him|her|us|owner|spouse)\b)|\bdiscretionary (?:account|management)\b|\b(?:no|full|sole|complete) discretion\b|\bno input\b|\bdoes not direct\b|\b(?:investment|wealth|portfolio|money|asset) managers?\b|\bdirected by (?:an?|the|my|his|her) (?:\w+ )?(?:advis[eo]r|manager|broker)\b|\bdiscretion of (?:[\w'’]{1,12} ){0,3}(?:advis[eo]r|manager|broker)|\bblind trust\b|\brobo-?advis|\bwithout (?:(?:any|the|my|his|her|our|filer['’]?s|member['’]?s|prior|advance) ){0,4}(?:knowledge|input|direction|consult\w{1,6}|involvement|approval|asking)\b|\bnot (?:consulted|informed|aware|involved)\b/i
/** The filer's own decision, whatever manager the words also name. */
const OWN_DECISION =
  /\b(?<!\bnor (?:my |the )?)(?:i|filer|member|owner|spouse|husband|wife)(?: (?:have|has|retains?|retained|kept|keeps?)) (?:full|sole|complete) discretion\b|\b(?:i am|i'm|(?:filer|member|spouse|husband|wife) (?:is|was)) an? (?:\w+ )?(?:wealth|investment|portfolio|money|asset) manager\b|\bat (?:my|the filer['’]s|filer['’]s|the member['’]s|(?:my )?spouse['’]s) (?:direction|request|instruction)s?\b|\binstructed by (?:me\b|(?:the )?(?:filer|member|spouse)\b)|\b(?<!\bnor (?:the )?)(?:i|filer|member) (?:directed|directs?|instructed|decided|ordered)\b|\b(?:broker|advis[eo]r|manager|bank|firm)s? (?:was|is|were|are) not (?:consulted|informed|aware|involved)\b|\bnot (?:an? |in an? )?(?:discretionary|managed|blind)\b|\bblind trust (?:was )?(?:terminated|dissolved|ended)\b|\b(?:i|filer|member) (?:made|sold|bought|purchased)\b[^.;]{0,30}\bwithout\b/i
const TRUST = /\btrusts?\b(?! (?:company|co\b|bank|n\.?a\b))/i
/** Names of banks, not of trusts. */
const TRUST_BANK = /\b(?:northern|wilmington|u\.?s\.?|first|bank(?:ers)?|fiduciary) trust\b/i

/** What may hold an account in place of a person, by the name of the account. */
export type AccountEntity = 'firm' | 'foundation'

const FOUNDATION = /\bfoundation\b/i
const FIRM =
  /\b(?:l\.?l\.?c|p\.?l\.?l\.?c|l\.?l\.?p|l\.?p|p\.?c|p\.?a|inc|incorporated|corp|corporation|ltd|partnership|partners|law (?:firm|offices?))\b/i
/** Words for firms that keep accounts for others. */
const KEEPER =
  /\b(?:bank\w*|broker\w*|securities|advis[eo]rs?|wealth|financial|invest\w*|clearing|markets|funds?|trust)\b|& co(?:mpany)?\b/i

/** 'Bolt Brokerage LLC - Doe Law Firm, LLC': one of its parts names a firm that keeps no accounts for others. */
function readEntity(holder: string): AccountEntity | undefined {
  const parts = holder.split(/ > | - /).filter((part) => !KEEPER.test(part))
  if (parts.some((part) => FOUNDATION.test(part))) return 'foundation'
  return parts.some((part) => FIRM.test(part)) ? 'firm' : undefined
}

/** Tells from the report's own words whether the account is managed by others, held by a trust or named for a firm. */
export function readAccount({
  asset,
  assetType,
  subholding,
  description,
  comments,
}: Pick<CongressTrade, 'asset' | 'assetType' | 'subholding' | 'description' | 'comments'>): {
  readonly isManaged: boolean
  readonly isTrust: boolean
  readonly entity: AccountEntity | undefined
} {
  const texts = [asset, subholding ?? '', description ?? '', comments ?? '']
  const holder = (subholding ?? '').replace(TRUST_BANK, '')
  return {
    isManaged:
      assetType === 'EQ' ||
      assetType === 'MA' ||
      texts.some((text) => MANAGED.test(text) && !OWN_DECISION.test(text)),
    isTrust: TRUST.test(holder),
    entity: readEntity(holder),
  }
}

/** The same for the Senate's types, in our own words, since theirs may not be passed on. */
const SENATE_TYPES: Readonly<Record<string, string>> = {
  'corporate bond': 'a bond or note of a company',
  'municipal security': 'a bond of a government or an agency',
  'government security': 'a bond of a government or an agency',
  'non-public stock': 'stock that is not publicly traded',
  cryptocurrency: 'a cryptocurrency',
  'mutual fund': 'a mutual fund',
  'commodities/futures contract': 'a future',
}

/** Describes the kind of asset, where its name may not say it. */
export function describeAssetType(
  trade: Pick<CongressTrade, 'chamber' | 'assetType' | 'asset' | 'description'>,
): string | undefined {
  const { chamber, assetType } = trade
  if (isStructuredNote(trade)) return 'a structured note'
  return chamber === 'house'
    ? HOUSE_TYPES[(assetType ?? '').toUpperCase()]
    : SENATE_TYPES[(assetType ?? '').toLowerCase()]
}

/** Whether it is a coin, by the report's own type: coins have the tickers of stocks and funds, such as SOL. */
export const isCryptocurrency = ({ assetType }: Pick<CongressTrade, 'assetType'>): boolean =>
  /^(?:ct|cryptocurrency)$/i.test(assetType ?? '')
