import type { CongressTrade } from './congress-trade.ts'
import { dropShareClass, presentCompanyShort } from '../../lib/company-name.ts'
import { cleanText } from '../../lib/text.ts'

/** What of an asset its report tells. */
export interface Asset {
  /** The same for the same asset, in reports of both chambers where there is a ticker. */
  readonly key: string
  /** For readers: 'Apple Inc. (AAPL)', 'options on Apple Inc. (AAPL)'. */
  readonly name: string
  /** 'Apple', 'options on Apple': without its ticker and its legal form. */
  readonly short: string
  /** Of shares alone: an option's direction is not the report's. */
  readonly shareTicker: string | undefined
}

const MAX_NAME = 60
/** Where the report has no letter in the place of a name. */
const UNNAMED = 'an asset without a name'
/** Where it is traded is no part of a name. */
const EXCHANGE = / ?\((?:NYSE|NASDAQ|AMEX|NYSE American|OTC)\)$/i

const OPTION_TYPES: ReadonlySet<string> = new Set(['op', 'stock option'])
/** Shares and funds of shares that are traded on an exchange; the Senate also leaves the type out. */
const SHARE_TYPES: ReadonlySet<string> = new Set(['st', 'ef', 're', 'stock', 'etf', ''])

export function readAsset({ asset, ticker, assetType }: CongressTrade): Asset {
  const type = (assetType ?? '').toLowerCase()
  const isOption = OPTION_TYPES.has(type)
  const symbol = ticker === undefined ? undefined : cleanText(ticker).toUpperCase().replaceAll(/[/-]/g, '.')
  const whole = cleanText(asset)
  const short = dropShareClass(whole.replace(EXCHANGE, '')).trim() || whole
  const plain = /\p{L}/u.test(short) ? cutName(short) : UNNAMED
  const named =
    symbol === undefined || symbol === '' || plain.toUpperCase() === symbol ? plain : `${plain} (${symbol})`
  const isShare = SHARE_TYPES.has(type)
  const own = symbol !== undefined && symbol !== '' && (isShare || isOption) ? symbol : whole.toLowerCase()
  const bare = presentCompanyShort(plain.replace(/ [-–] [^]*$/, ''))
  return {
    key: [isOption ? 'option' : isShare ? 'share' : type, own].join(' '),
    name: isOption && !/\b(option|call|put)s?\b/i.test(plain) ? `options on ${named}` : named,
    short: isOption && !/\b(option|call|put)s?\b/i.test(plain) ? `options on ${bare}` : bare,
    shareTicker: isShare && symbol !== '' ? symbol : undefined,
  }
}

function cutName(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1).trimEnd()}…`
}

/** What the House's own type codes mean, where that says more than the name of the asset. By the Clerk's list of asset
 *  type codes; codes of plain shares, funds traded on an exchange and options are left out. */
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

/** A note whose payment hangs on an index or a share: no bond of a company, whatever its type says. */
export function isStructuredNote({
  asset,
  description,
}: Pick<CongressTrade, 'asset' | 'description'>): boolean {
  return STRUCTURED.test(asset) || STRUCTURED.test(description ?? '')
}

const MANAGED =
  /\b(?:professionally|independently|separately|advis[eo]r|third[- ]party)[- ]managed\b|\bmanaged (?:brokerage |investment )?(?:accounts?|portfolios?)\b|\bdiscretionary (?:account|management)\b|\bblind trust\b/i
const TRUST = /\btrusts?\b(?! (?:company|co\b|bank|n\.?a\b))/i
/** A bank by its name. */
const TRUST_BANK = /\b(?:northern|wilmington|u\.?s\.?|first|bank(?:ers)?|fiduciary) trust\b/i

/** By the report's own words: an account that others manage, and one of a trust. */
export function readAccount({
  asset,
  assetType,
  subholding,
  description,
  comments,
}: Pick<CongressTrade, 'asset' | 'assetType' | 'subholding' | 'description' | 'comments'>): {
  readonly isManaged: boolean
  readonly isTrust: boolean
} {
  const texts = [asset, subholding ?? '', description ?? '', comments ?? '']
  const holder = (subholding ?? '').replace(TRUST_BANK, '')
  return {
    isManaged: assetType === 'EQ' || assetType === 'MA' || texts.some((text) => MANAGED.test(text)),
    isTrust: TRUST.test(holder),
  }
}

/** What the report says of the kind of asset; the Senate writes it in words of its own, which are not passed on. */
export function describeAssetType(
  trade: Pick<CongressTrade, 'chamber' | 'assetType' | 'asset' | 'description'>,
): string | undefined {
  const { chamber, assetType } = trade
  if (isStructuredNote(trade)) return 'a structured note'
  return chamber === 'house' ? HOUSE_TYPES[(assetType ?? '').toUpperCase()] : undefined
}

/** The Clerk's codes of asset types (fd.house.gov/reference/asset-type-codes.aspx). */
export const ASSET_TYPES: ReadonlySet<string> = new Set(
  (
    '4K 5C 5F 5P AB BA BK CO CS CT DB DO DS EF EQ ET FA FE FN FU GS HE HN IC IH IP IR MA MF MO OI OL OP OT PE PM PS ' +
    'RE RF RN RP RS SA ST TR VA VI WU'
  ).split(' '),
)
