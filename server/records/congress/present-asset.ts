import type { CongressTrade } from './congress-trade.ts'
import { cleanText } from '../../lib/text.ts'

/** What of an asset its report tells. */
export interface Asset {
  /** The same for the same asset, in reports of both chambers where there is a ticker. */
  readonly key: string
  /** For readers: 'Apple Inc. (AAPL)', 'options on Apple Inc. (AAPL)'. */
  readonly name: string
  /** Of shares alone: an option's direction is not the report's. */
  readonly shareTicker: string | undefined
}

const MAX_NAME = 60
/** Where the report has no letter in the place of a name. */
const UNNAMED = 'an asset without a name'
/** The class of a share, as exchanges add it to a name: it tells readers nothing. */
const SHARE_CLASS =
  /(?<![\s,])[\s,]*(?:[-–] ?)?(?:\bNew )?(?:\bClass [A-Z] )?\b(?:Common (?:Stock|Shares)|Ordinary Shares|Shares Representing [^]*)$/i
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
  const short = whole.replace(EXCHANGE, '').replace(SHARE_CLASS, '').trim() || whole
  const plain = /\p{L}/u.test(short) ? cutName(short) : UNNAMED
  const named =
    symbol === undefined || symbol === '' || plain.toUpperCase() === symbol ? plain : `${plain} (${symbol})`
  const isShare = SHARE_TYPES.has(type)
  const own = symbol !== undefined && symbol !== '' && (isShare || isOption) ? symbol : whole.toLowerCase()
  return {
    key: [isOption ? 'option' : isShare ? 'share' : type, own].join(' '),
    name: isOption && !/\b(option|call|put)s?\b/i.test(plain) ? `options on ${named}` : named,
    shareTicker: isShare && symbol !== '' ? symbol : undefined,
  }
}

function cutName(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1).trimEnd()}…`
}
