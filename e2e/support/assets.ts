import { chartBody, summaryBody } from '../../server/market/testing/fake-yahoo.ts'

const DAY_SECONDS = 86_400
const YEAR_DAYS = 365

/** Longer than the 300 characters shown at first; the last sentence end among them is the third sentence's. */
export const ABOUT = {
  start:
    'Riser Corporation bakes bread for working people. It was founded in a garage in Ohio by two sisters and a borrowed oven. Today it runs four bakeries.',
  rest: ' Its loaves are sold at factory gates, on railway platforms and in canteens from the lakes to the gulf, and its vans are known by the red pail that is painted on each of their doors, since 1952 by the same family of sign painters.',
}

/** What the source knows about one symbol. */
interface FakeAsset {
  name: string
  /** The first and last close of any span. */
  from: number
  to: number
  /** The price at which the trend reversed after four fifths of the span; by default it never did. */
  peak?: number
  type?: 'EQUITY' | 'ETF' | 'CRYPTOCURRENCY'
  meta?: Record<string, unknown>
  /** How far its history goes back; by default 800 days. */
  historyDays?: number
  /** How long ago it was last traded; by default today. */
  endedDaysAgo?: number
  /** True if the newest close is the only one. */
  isLone?: boolean
  summary: Record<string, unknown>
}

const PLAIN_SUMMARY = { summaryDetail: { trailingPE: 9, currency: 'USD' } }

/** With a profile, which would otherwise be asked for again after some seconds. */
const summaryOfTrial = (symbol: string) => ({
  ...PLAIN_SUMMARY,
  assetProfile: { longBusinessSummary: 'Tries things.' },
  price: { symbol, longName: `Trial ${symbol}` },
})

const ASSETS: Readonly<Record<string, FakeAsset>> = {
  RISE: {
    name: 'Riser Corporation',
    from: 100,
    to: 200,
    historyDays: 6 * YEAR_DAYS,
    meta: { currentTradingPeriod: tradingPeriod() },
    summary: {
      assetProfile: {
        longBusinessSummary: ABOUT.start + ABOUT.rest,
        website: 'https://www.riser.example',
        city: 'Toledo',
        state: 'OH',
        country: 'United States',
        fullTimeEmployees: 12_345,
        companyOfficers: [{ name: 'Ms. Rosa Riser', title: 'Chief Executive Officer' }],
      },
      price: { longName: 'Riser Corporation', exchangeName: 'NasdaqGS', currency: 'USD' },
      summaryDetail: { trailingPE: 38.914, marketCap: 3_456_789_012, currency: 'USD' },
      defaultKeyStatistics: { trailingEps: 1.25, floatShares: 15_091_184, forwardEps: 'Infinity' },
      financialData: { ebitda: 134_661_000, profitMargins: 0.1234, financialCurrency: 'USD' },
    },
  },
  FALL: { name: 'Faller Incorporated', from: 200, to: 100, summary: PLAIN_SUMMARY },
  TURN: { name: 'Turner Mills', from: 100, to: 150, peak: 300, summary: PLAIN_SUMMARY },
  LATE: { name: 'Late Company', from: 10, to: 11, summary: PLAIN_SUMMARY },
  AGED: { name: 'Aged Works', from: 5, to: 6, historyDays: 45 * YEAR_DAYS, summary: PLAIN_SUMMARY },
  LONE: { name: 'Lone Listing', from: 42, to: 42, isLone: true, summary: PLAIN_SUMMARY },
  QUIET: { name: 'Quiet Quarry', from: 7, to: 8, endedDaysAgo: 100, summary: PLAIN_SUMMARY },
  'PENNY.L': {
    name: 'Penny Bakers plc',
    from: 400,
    to: 500,
    meta: {
      currency: 'GBp',
      fullExchangeName: 'LSE',
      exchangeTimezoneName: 'Europe/London',
      gmtoffset: 0,
    },
    summary: {
      price: { longName: 'Penny Bakers plc', currency: 'GBp' },
      summaryDetail: { marketCap: 900_000_000, currency: 'GBp' },
    },
  },
  BTC: { name: 'Bit Basket Fund', from: 30, to: 40, type: 'ETF', summary: PLAIN_SUMMARY },
  'BTC-USD': {
    name: 'Bitcoin USD',
    from: 60_000,
    to: 90_000,
    type: 'CRYPTOCURRENCY',
    summary: {
      price: { longName: 'Bitcoin USD', currency: 'USD' },
      assetProfile: { description: 'A coin.' },
      summaryDetail: { marketCap: 1_800_000_000_000, currency: 'USD' },
    },
  },
}

/** T plus digits is also a listed company, for tests that need tickers nobody has requested. */
function findAsset(symbol: string): FakeAsset | undefined {
  if (Object.hasOwn(ASSETS, symbol)) return ASSETS[symbol]
  return /^T\d+$/.test(symbol)
    ? { name: `Trial ${symbol}`, from: 10, to: 20, summary: summaryOfTrial(symbol) }
    : undefined
}

/** @returns the body of the chart over the requested span; undefined for an unknown symbol */
export function findChart(url: URL): unknown {
  const symbol = symbolOf(url)
  const asset = findAsset(symbol)
  if (!asset) return undefined
  const { name, type = 'EQUITY', meta } = asset
  const days = listDays(url, asset)
  return chartBody({
    timestamp: days,
    close: listCloses(days, asset),
    meta: { symbol, longName: name, instrumentType: type, regularMarketTime: days.at(-1), ...meta },
  })
}

/** @returns the body of the modules; undefined for an unknown symbol */
export function findSummary(url: URL): unknown {
  const asset = findAsset(symbolOf(url))
  return asset && summaryBody(asset.summary)
}

/** @returns the hits of Yahoo's search for the text in `q` */
export function listHits(url: URL): unknown[] {
  const text = (url.searchParams.get('q') ?? '').toLowerCase()
  return Object.entries(ASSETS)
    .filter(([symbol, { name }]) => `${symbol} ${name}`.toLowerCase().includes(text))
    .map(([symbol, { name, type = 'EQUITY', meta }]) => ({
      symbol,
      longname: name,
      quoteType: type,
      exchDisp: meta?.['fullExchangeName'] ?? 'NASDAQ',
    }))
}

const symbolOf = (url: URL) => decodeURIComponent(url.pathname.split('/').at(-1) ?? '')

/** Weekdays of the requested span; for a coin every day. Seconds, oldest first. */
function listDays(url: URL, asset: FakeAsset): number[] {
  const [start = 0, end = 0] = ['period1', 'period2'].map((name) => Number(url.searchParams.get(name)))
  const newest = end - (asset.endedDaysAgo ?? 0) * DAY_SECONDS
  const oldest = Math.max(start, end - (asset.historyDays ?? 800) * DAY_SECONDS)
  const midnight = Math.floor(oldest / DAY_SECONDS) * DAY_SECONDS
  const days = Array.from(
    { length: Math.max(0, Math.floor((newest - oldest) / DAY_SECONDS)) },
    (_value, index) => midnight + index * DAY_SECONDS + 15 * 3_600,
  ).filter(
    (seconds) => asset.type === 'CRYPTOCURRENCY' || ![0, 6].includes(new Date(seconds * 1_000).getUTCDay()),
  )
  return asset.isLone ? days.slice(-1) : days
}

/** Moves from one end to the other in waves; both ends are exactly as given, the first for some days, since a range begins a day later
 *  if midnight passes meanwhile. */
function listCloses(days: readonly number[], { from, to, peak }: FakeAsset): number[] {
  const turn = 0.8
  return days.map((_day, index) => {
    if (index < 3 && index < days.length - 1) return from
    if (index === days.length - 1) return to
    const share = index / (days.length - 1)
    if (peak !== undefined) {
      return share < turn
        ? from + ((peak - from) * share) / turn
        : peak + ((to - peak) * (share - turn)) / (1 - turn)
    }
    const trend = from + (to - from) * share
    return Number((trend + Math.sin(index / 9) * Math.abs(to - from) * 0.04).toFixed(2))
  })
}

/** Half past nine to four in New York. */
function tradingPeriod(): unknown {
  return { regular: { start: 1_795_012_200, end: 1_795_035_600 } }
}

/** Ten, of which the eight with the highest change are shown: FALL +9 to REL2 +2. */
export const RELATED = Array.from({ length: 10 }, (_value, index) => ({
  symbol: index === 9 ? 'FALL' : `REL${index}`,
  longName: index === 9 ? 'Faller Incorporated' : `Relative ${index} Limited`,
  quoteType: 'EQUITY',
  currency: 'USD',
  regularMarketPrice: 50 + index,
  regularMarketChangePercent: index === 2 ? -0.5 : index,
  regularMarketTime: 1_795_122_000,
}))
